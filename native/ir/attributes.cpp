#include "ir/attributes.h"

#include <array>

namespace fermata {

namespace {

constexpr ModeRow kModes[] = {
    {"major", 0},       {"minor", -3},   {"dorian", -2}, {"phrygian", -4}, {"lydian", 1},
    {"mixolydian", -1}, {"aeolian", -3}, {"ionian", 0},  {"locrian", -5},
};

constexpr ClefRow kClefs[] = {
    {"treble", "G", 2, 0},
    {"bass", "F", 4, 0},
    {"alto", "C", 3, 0},
    {"tenor", "C", 4, 0},
    {"soprano", "C", 1, 0},
    {"mezzo", "C", 2, 0},
    {"baritone", "F", 3, 0},
    {"baritone-c", "C", 5, 0},
    {"french", "G", 1, 0},
    {"subbass", "F", 5, 0},
    {"treble-8vb", "G", 2, -1},
    {"treble-8va", "G", 2, 1},
    {"treble-15mb", "G", 2, -2},
    {"treble-15ma", "G", 2, 2},
    {"bass-8vb", "F", 4, -1},
    {"bass-8va", "F", 4, 1},
    {"bass-15mb", "F", 4, -2},
    {"bass-15ma", "F", 4, 2},
    {"percussion", "percussion", 0, 0},
    {"tab", "TAB", 5, 0},
    {"g", "G", 2, 0},
    {"violin", "G", 2, 0},
    {"f", "F", 4, 0},
    {"c", "C", 3, 0},
    {"mezzo-soprano", "C", 2, 0},
    {"perc", "percussion", 0, 0},
    {"treble8vb", "G", 2, -1},
    {"treble8va", "G", 2, 1},
    {"bass8vb", "F", 4, -1},
    {"bass8va", "F", 4, 1},
    {"g-8vb", "G", 2, -1},
    {"g-8va", "G", 2, 1},
    {"f-8vb", "F", 4, -1},
    {"f-8va", "F", 4, 1},
};

constexpr BarStyleRow kBarStyles[] = {
    {"regular", "regular"},
    {"double", "light-light"},
    {"final", "light-heavy"},
    {"dashed", "dashed"},
    {"dotted", "dotted"},
    {"heavy", "heavy"},
    {"heavy-light", "heavy-light"},
    {"heavy-heavy", "heavy-heavy"},
    {"tick", "tick"},
    {"short", "short"},
    {"none", "none"},
};

/// Line of fifths: F C G D A E B.
constexpr std::array<int, 7> kFifthsOfStep{0, 2, 4, -1, 1, 3, 5};  // C D E F G A B

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return result;
}

template <class T>
const T& same(const Detail& other) {
  return static_cast<const T&>(other);
}

}  // namespace

std::span<const ModeRow> mode_table() { return kModes; }

int find_mode(std::string_view name) {
  std::string wanted = lower(name);
  for (size_t i = 0; i < std::size(kModes); ++i)
    if (kModes[i].name == wanted) return static_cast<int>(i);
  return -1;
}

std::optional<Pitch> parse_tonic(std::string_view name) {
  std::string text = lower(name);
  if (text.empty() || text[0] < 'a' || text[0] > 'g') return {};
  std::string_view rest = std::string_view(text).substr(1);
  if (!rest.empty() && rest[0] == '-') rest.remove_prefix(1);
  static constexpr std::pair<std::string_view, int> accidentals[] = {{"", 0},
                                                                     {"#", 2},
                                                                     {"s", 2},
                                                                     {"sharp", 2},
                                                                     {"b", -2},
                                                                     {"flat", -2},
                                                                     {"##", 4},
                                                                     {"x", 4},
                                                                     {"double-sharp", 4},
                                                                     {"bb", -4},
                                                                     {"double-flat", -4},
                                                                     {"n", 0},
                                                                     {"natural", 0}};
  for (auto [spelling, alter] : accidentals) {
    if (rest != spelling) continue;
    int step = (text[0] - 'c' + 7) % 7;
    return Pitch{static_cast<int8_t>(step), static_cast<int8_t>(alter), 4};
  }
  return {};
}

int fifths_of(const Pitch& tonic, int mode) {
  return kFifthsOfStep[static_cast<size_t>(tonic.step)] + 7 * (tonic.alter / 2) +
         kModes[static_cast<size_t>(mode)].offset;
}

std::string tonic_name(const Key& key) {
  int fifths = key.fifths - kModes[static_cast<size_t>(key.mode)].offset;  // of the tonic itself
  int position = fifths + 1;                                               // F is 0 on this line
  int sharps = position >= 0 ? position / 7 : -((6 - position) / 7);
  static constexpr std::string_view letters = "fcgdaeb";
  std::string name(1, letters[static_cast<size_t>(position - 7 * sharps)]);
  name.append(static_cast<size_t>(sharps > 0 ? sharps : -sharps), sharps > 0 ? '#' : 'b');
  return name;
}

int key_alter(int fifths, int step) {
  int position = kFifthsOfStep[static_cast<size_t>(step)] + 1;
  int count = fifths - position + 6;
  return 2 * (count >= 0 ? count / 7 : -((6 - count) / 7));
}

Rational Time::measure_length() const {
  if (symbol == Senza) return Rational(0);
  int sum = 0;
  for (int beat : beats) sum += beat;
  return Rational(sum, beat_type);
}

std::span<const ClefRow> clef_table() { return kClefs; }

int find_clef(std::string_view name) {
  std::string wanted = lower(name);
  for (const ClefRow& row : kClefs) {
    if (row.name != wanted) continue;
    for (size_t i = 0; i < std::size(kClefs); ++i)
      if (kClefs[i].sign == row.sign && kClefs[i].line == row.line &&
          kClefs[i].octave == row.octave)
        return static_cast<int>(i);
  }
  return -1;
}

std::span<const BarStyleRow> bar_style_table() { return kBarStyles; }

bool Key::equals(const Detail& other) const {
  return fifths == same<Key>(other).fifths && mode == same<Key>(other).mode;
}
bool Time::equals(const Detail& other) const {
  const Time& b = same<Time>(other);
  return beats == b.beats && beat_type == b.beat_type && symbol == b.symbol;
}
bool Clef::equals(const Detail& other) const { return row == same<Clef>(other).row; }
bool Transpose::equals(const Detail& other) const {
  return diatonic == same<Transpose>(other).diatonic &&
         chromatic == same<Transpose>(other).chromatic;
}
bool Barline::equals(const Detail& other) const {
  return bar == same<Barline>(other).bar && side == same<Barline>(other).side;
}

}  // namespace fermata
