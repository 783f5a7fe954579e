#include "bind/modules.h"
#include "bind/values.h"
#include "ir/direction.h"

namespace fermata {

namespace {

constexpr const char* kModule = "harmony";

PRIMITIVE(chord_kinds, "chord-kinds", "(chord-kinds)", 0, 0, 0, (), R"(
Return the kinds of chord that symbols can name, each as a list of its suffix, further suffixes,
intervals above the root, and name in words, all as strings.
  (car (chord-kinds))  =>  ("" "maj M major" "P1 M3 P5" "major"))") {
  return give([] {
    std::vector<std::vector<std::string>> rows;
    for (const ChordKindRow& row : chord_kind_table())
      rows.push_back({std::string(row.symbol), std::string(row.aliases), std::string(row.intervals),
                      std::string(row.name)});
    return rows;
  });
}

PRIMITIVE(chord_symbol_pitches, "chord-symbol-pitches", "(chord-symbol-pitches SYMBOL [OCTAVE])", 1,
          1, 0, (SCM symbol, SCM octave), R"(
Return the pitches of a chord SYMBOL, its root in OCTAVE (4 when left out), a bass of its own below;
#f when it is no symbol we know.
  (chord-symbol-pitches "G7/B")  =>  (b3 g4 b4 d5 f5))") {
  const std::string_view text = take<std::string_view>(symbol, 1);
  const int where = SCM_UNBNDP(octave) ? 4 : take<int>(octave, 2);
  if (where < -1 || where > 9)
    raise_wrong_type(octave, 2, "an octave from -1 to 9", std::source_location::current());
  return give([&] {
    const std::optional<ChordSymbol> found = parse_chord_symbol(text);
    return found ? to_scm(chord_pitches(*found, where)) : SCM_BOOL_F;
  });
}

}  // namespace

void define_harmony_module() { define_native_module(kModule); }

}  // namespace fermata
