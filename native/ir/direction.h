#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rational.h"
#include "ir/event.h"
#include "ir/pitch.h"

namespace fermata {

enum class DirectionKind : uint8_t {
  Dynamic,  // value: 1-based index of dynamic_table()
  Hairpin,  // value: HairpinType
  Tempo,    // text?, beat? and per_minute, or beat and beat2 (metric modulation)
  Gradual,  // value: GradualType; text as drawn
  Words,
  Rehearsal,    // text
  Harmony,      // harmony
  FiguredBass,  // figures
  Pedal,        // value: PedalType
  Ottava,       // value: OttavaType
  Segno,
  Coda,
  ToCoda,
  Fine,
  DaCapo,
  DalSegno,  // text when given
};
enum HairpinType { kCrescendo = 1, kDiminuendo, kCrescendoStop, kDiminuendoStop };
enum GradualType { kAccelerando = 1, kRitardando, kATempo };
enum PedalType { kPedalStart = 1, kPedalStop, kPedalChange };
enum OttavaType { kOttavaStop = 0, k8va = 1, k8vb, k15ma, k15mb };
enum Placement : uint8_t { kByKind = 0, kAbove, kBelow };

struct ChordKindRow {
  std::string_view symbol;     // canonical suffix: "", "m", "7", "maj7", "m7b5" ...
  std::string_view aliases;    // further suffixes, separated by spaces
  std::string_view musicxml;   // kind; degrees that the kind lacks are in `degrees`
  std::string_view intervals;  // from the root, "P1 M3 P5 M7"
  std::string_view name;       // "major seventh"
};
std::span<const ChordKindRow> chord_kind_table();

/// A chord symbol: root, kind, bass. Octaves are unused.
struct ChordSymbol {
  Pitch root;
  int kind = 0;  // index into chord_kind_table()
  std::optional<Pitch> bass;
  friend bool operator==(const ChordSymbol&, const ChordSymbol&) = default;
};
/// `Cmaj7`, `F#m7b5/E`; nothing if it is no chord symbol we know.
std::optional<ChordSymbol> parse_chord_symbol(std::string_view text);
/// The part of a chord symbol that names its kind, as it is written: `min7` of `Bbmin7/F`.
std::string_view chord_suffix(std::string_view text);
/// Its pitches, root in `octave`, the bass (if any) below.
std::vector<Pitch> chord_pitches(const ChordSymbol& symbol, int octave = 4);

/// A sign over or under the staff that has a place but no length.
struct Direction : Detail {
  DirectionKind kind = DirectionKind::Words;
  Placement placement = kByKind;
  int value = 0;
  int number = 1;  // hairpin level
  std::string text;
  Rational beat, beat2;  // zero: absent
  Rational per_minute;   // zero: absent
  ChordSymbol harmony;
  std::vector<std::string> figures;  // "6", "#4", "b"
  bool equals(const Detail& other) const override;
};

}  // namespace fermata
