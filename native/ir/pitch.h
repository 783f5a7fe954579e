#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fermata {

/// A written pitch: letter, alteration, octave (C4 is middle C). B#3 and C4 sound alike and are
/// different pitches. The alteration is counted in quarter tones: sharp 2, flat -2, quarter
/// sharp 1.
struct Pitch {
  int8_t step = 0;    // C 0, D 1, ... B 6
  int8_t alter = 0;   // quarter tones, -6 ... 6
  int8_t octave = 4;  // -1 ... 9

  friend auto operator<=>(const Pitch&, const Pitch&) = default;
};

/// Alterations reach three sharps or flats.
inline constexpr int kMaxAlter = 6;

/// What a pitch name says. `natural` remembers an explicit `n`, which matters under `use-key`;
/// `plain` is a name without any accidental.
struct PitchName {
  Pitch pitch;
  bool plain = false;
};

/// The pitch named `text` (`c4`, `F#5`, `bb3`, `c-1`), or nothing when it is not a pitch name.
std::optional<PitchName> parse_pitch(std::string_view text);

/// Why `text`, which looks like a pitch (`h4`, `c10`, `c`), is none: message and hint for an error.
/// Nothing when it does not look like one.
struct PitchComplaint {
  std::string message, hint;
};
std::optional<PitchComplaint> pitch_complaint(std::string_view text);

/// `c#4`: lower case, the shortest spelling, read back by parse_pitch.
std::string to_string(const Pitch& pitch);

/// MIDI key number times two, so that quarter tones stay exact: C4 is 120.
int quarter_tones(const Pitch& pitch);

/// Semitones above C-1, rounded down for quarter tones: C4 is 60.
int midi_number(const Pitch& pitch);

/// Letters above C0: C4 is 28.
inline int diatonic(const Pitch& pitch) { return pitch.step + 7 * pitch.octave; }

/// Quarter tones of the natural letter above C: 0 4 8 10 14 18 22.
int step_quarter_tones(int step);

/// The pitch with this MIDI number, spelled with sharps (`fifths` > 0 or 0) or flats (< 0).
Pitch pitch_from_midi(int number, int fifths = 0);

/// The same pitch with letter and octave given by diatonic number and sound by quarter tones.
/// Error of kind Value if that needs more than three sharps or flats, or leaves octaves -1 to 9.
Pitch pitch_from(int diatonic_number, int quarter_tone_number);

char step_letter(int step);  // 'C' ... 'B'

}  // namespace fermata
