#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rational.h"
#include "ir/event.h"

namespace fermata {

struct ModeRow {
  std::string_view name;
  int offset;  // fifths relative to major
};
/// major minor dorian phrygian lydian mixolydian aeolian ionian locrian
std::span<const ModeRow> mode_table();
int find_mode(std::string_view name);  // index, or -1

/// (key d :major): a signature on the line of fifths, and the mode it is read in.
struct Key : Detail {
  int fifths = 0;  // sharps > 0, flats < 0
  int mode = 0;    // index into mode_table()
  bool equals(const Detail& other) const override;
};
/// Letter and quarter-tone alteration of a tonic name such as `d`, `bb`, `f#`; nothing if it is
/// none.
std::optional<Pitch> parse_tonic(std::string_view name);
/// Fifths of the key with this tonic and mode.
int fifths_of(const Pitch& tonic, int mode);
/// The tonic of a key, as its name: `d`, `bb`.
std::string tonic_name(const Key& key);
/// Quarter tones by which the signature alters the letter `step`.
int key_alter(int fifths, int step);

/// (time 3 4), (time 3+2 8), (time :common), (time :senza).
struct Time : Detail {
  enum Symbol : uint8_t { Normal, Common, Cut, Senza };
  std::vector<int> beats{4};  // more than one for 3+2
  int beat_type = 4;
  Symbol symbol = Normal;
  bool equals(const Detail& other) const override;
  /// Length of a full measure; zero for senza misura, where any length is full.
  Rational measure_length() const;
};

struct ClefRow {
  std::string_view
      name;  // canonical keyword; aliases are rows with the same sign, line and octave after it
  std::string_view sign;  // MusicXML
  int line;               // 0: none
  int octave;
};
std::span<const ClefRow> clef_table();
int find_clef(std::string_view name);  // canonical index, or -1

/// (clef :treble)
struct Clef : Detail {
  int row = 0;  // index into clef_table()
  bool equals(const Detail& other) const override;
};

/// (transpose-instrument -M2): written pitch to sounding pitch.
struct Transpose : Detail {
  int diatonic = 0;
  int chromatic = 0;  // semitones, octaves included
  bool equals(const Detail& other) const override;
};

struct BarStyleRow {
  std::string_view name;
  std::string_view musicxml;  // bar-style
};
/// regular double final dashed dotted heavy heavy-heavy heavy-light tick short none ...
std::span<const BarStyleRow> bar_style_table();

/// One side of a measure, or a line inside it. Everything absent is an ordinary barline.
struct Bar {
  int style = 0;        // 1-based index into bar_style_table(); 0: not given
  bool repeat = false;  // forward on the left, backward on the right
  bool forward_after =
      false;  // right only: the next measure begins a repeat (`:repeat-both`), until there is one
  int times = 0;            // plays in all; 0: not given
  std::string ending;       // numbers, "1" or "1,2"; empty: none
  uint8_t ending_type = 0;  // EndingType
  friend bool operator==(const Bar&, const Bar&) = default;
  bool is_plain() const { return *this == Bar{}; }
};
enum EndingType : uint8_t { kEndingStart = 1, kEndingStop = 2, kEndingDiscontinue = 3 };

/// (barline :double), (repeat :forward), (ending 1 :start) as they are written. `measure` moves
/// those of its edges into `Measure::left` and `right`; only lines inside the bar stay items.
struct Barline : Detail {
  enum Side : uint8_t { ByPlace, Left, Right, Both };
  Bar bar;
  Side side = ByPlace;
  bool equals(const Detail& other) const override;
};

}  // namespace fermata
