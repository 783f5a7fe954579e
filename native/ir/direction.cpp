#include "ir/direction.h"

#include <algorithm>

#include "ir/interval.h"

namespace fermata {

namespace {

constexpr ChordKindRow kKinds[] = {
    {"", "maj M major", "major", "P1 M3 P5", "major"},
    {"m", "min - minor", "minor", "P1 m3 P5", "minor"},
    {"dim", "o °", "diminished", "P1 m3 d5", "diminished"},
    {"aug", "+", "augmented", "P1 M3 A5", "augmented"},
    {"sus4", "sus", "suspended-fourth", "P1 P4 P5", "suspended fourth"},
    {"sus2", "", "suspended-second", "P1 M2 P5", "suspended second"},
    {"5", "", "power", "P1 P5", "power chord"},
    {"6", "maj6 M6", "major-sixth", "P1 M3 P5 M6", "major sixth"},
    {"m6", "min6 -6", "minor-sixth", "P1 m3 P5 M6", "minor sixth"},
    {"7", "dom7", "dominant", "P1 M3 P5 m7", "dominant seventh"},
    {"maj7", "M7 Δ Δ7 major7", "major-seventh", "P1 M3 P5 M7", "major seventh"},
    {"m7", "min7 -7 minor7", "minor-seventh", "P1 m3 P5 m7", "minor seventh"},
    {"mM7", "mmaj7 mMaj7 m(maj7) min(maj7) minmaj7 minMaj7 -maj7", "major-minor", "P1 m3 P5 M7",
     "minor major seventh"},
    {"dim7", "o7 °7", "diminished-seventh", "P1 m3 d5 d7", "diminished seventh"},
    {"m7b5", "min7b5 ø ø7 half-dim -7b5", "half-diminished", "P1 m3 d5 m7",
     "half-diminished seventh"},
    {"aug7", "+7 7#5 7+", "augmented-seventh", "P1 M3 A5 m7", "augmented seventh"},
    {"7sus4", "7sus", "suspended-fourth", "P1 P4 P5 m7", "dominant seventh suspended fourth"},
    {"9", "dom9", "dominant-ninth", "P1 M3 P5 m7 M9", "dominant ninth"},
    {"maj9", "M9 Δ9", "major-ninth", "P1 M3 P5 M7 M9", "major ninth"},
    {"m9", "min9 -9", "minor-ninth", "P1 m3 P5 m7 M9", "minor ninth"},
    {"add9", "add2", "major", "P1 M3 P5 M9", "added ninth"},
    {"madd9", "m(add9)", "minor", "P1 m3 P5 M9", "minor added ninth"},
    {"6/9", "69", "major-sixth", "P1 M3 P5 M6 M9", "six-nine"},
    {"7b9", "7(b9)", "dominant", "P1 M3 P5 m7 m9", "dominant seventh flat nine"},
    {"7#9", "7(#9)", "dominant", "P1 M3 P5 m7 A9", "dominant seventh sharp nine"},
    {"7b5", "", "dominant", "P1 M3 d5 m7", "dominant seventh flat five"},
    {"7#11", "7(#11)", "dominant", "P1 M3 P5 m7 A11", "dominant seventh sharp eleven"},
    {"maj7#11", "M7#11", "major-seventh", "P1 M3 P5 M7 A11", "major seventh sharp eleven"},
    {"11", "dom11", "dominant-11th", "P1 M3 P5 m7 M9 P11", "dominant eleventh"},
    {"maj11", "M11", "major-11th", "P1 M3 P5 M7 M9 P11", "major eleventh"},
    {"m11", "min11 -11", "minor-11th", "P1 m3 P5 m7 M9 P11", "minor eleventh"},
    {"13", "dom13", "dominant-13th", "P1 M3 P5 m7 M9 P11 M13", "dominant thirteenth"},
    {"maj13", "M13", "major-13th", "P1 M3 P5 M7 M9 P11 M13", "major thirteenth"},
    {"m13", "min13 -13", "minor-13th", "P1 m3 P5 m7 M9 P11 M13", "minor thirteenth"},
};

bool has_word(std::string_view words, std::string_view wanted) {
  for (size_t at = 0; at < words.size();) {
    size_t end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == wanted) return true;
    at = end + 1;
  }
  return false;
}

/// Letter (upper or lower case) and # or b signs at the beginning of `text`, which is advanced past
/// them.
std::optional<Pitch> take_root(std::string_view& text) {
  if (text.empty()) return {};
  char letter = static_cast<char>(text[0] & ~0x20);
  if (letter < 'A' || letter > 'G') return {};
  Pitch root{static_cast<int8_t>((letter - 'C' + 7) % 7), 0, 4};
  text.remove_prefix(1);
  static constexpr std::pair<std::string_view, int> signs[] = {
      {"#", 2}, {"b", -2}, {"♯", 2}, {"♭", -2}};
  for (bool found = true; found;) {
    found = false;
    for (auto [sign, alter] : signs) {
      if (!text.starts_with(sign) || root.alter <= -4 || root.alter >= 4) continue;
      root.alter = static_cast<int8_t>(root.alter + alter);
      text.remove_prefix(sign.size());
      found = true;
    }
  }
  return root;
}

std::optional<int> find_kind(std::string_view suffix) {
  for (size_t i = 0; i < std::size(kKinds); ++i)
    if (kKinds[i].symbol == suffix || has_word(kKinds[i].aliases, suffix))
      return static_cast<int>(i);
  return {};
}

}  // namespace

std::span<const ChordKindRow> chord_kind_table() { return kKinds; }

std::optional<ChordSymbol> parse_chord_symbol(std::string_view text) {
  std::optional<Pitch> root = take_root(text);
  if (!root) return {};
  ChordSymbol symbol{*root, 0, {}};
  if (std::optional<int> kind = find_kind(text)) {
    symbol.kind = *kind;
    return symbol;
  }
  size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return {};
  std::string_view bass = text.substr(slash + 1);
  std::optional<int> kind = find_kind(text.substr(0, slash));
  symbol.bass = take_root(bass);
  if (!kind || !symbol.bass || !bass.empty()) return {};
  symbol.kind = *kind;
  return symbol;
}

std::string_view chord_suffix(std::string_view text) {
  take_root(text);
  return find_kind(text) ? text : text.substr(0, text.rfind('/'));
}

std::vector<Pitch> chord_pitches(const ChordSymbol& symbol, int octave) {
  Pitch root = symbol.root;
  root.octave = static_cast<int8_t>(octave);
  std::vector<Pitch> pitches;
  if (symbol.bass) {
    Pitch bass = *symbol.bass;
    bass.octave = static_cast<int8_t>(octave);
    if (diatonic(bass) >= diatonic(root)) bass.octave = static_cast<int8_t>(octave - 1);
    pitches.push_back(bass);
  }
  std::string_view names = kKinds[static_cast<size_t>(symbol.kind)].intervals;
  for (size_t at = 0; at < names.size();) {
    size_t end = std::min(names.find(' ', at), names.size());
    pitches.push_back(transposed(root, *parse_interval(names.substr(at, end - at))));
    at = end + 1;
  }
  return pitches;
}

bool Direction::equals(const Detail& other) const {
  const auto& b = static_cast<const Direction&>(other);
  return kind == b.kind && placement == b.placement && value == b.value && number == b.number &&
         text == b.text && beat == b.beat && beat2 == b.beat2 && per_minute == b.per_minute &&
         harmony == b.harmony && figures == b.figures;
}

}  // namespace fermata
