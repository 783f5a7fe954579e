#pragma once

#include <bit>
#include <string_view>

#include "base/rational.h"
#include "ir/duration.h"
#include "ir/pitch.h"

namespace fermata {

/// How a length is drawn: one note value, or none that would last so long.
struct Drawn {
  int8_t log2 = 0;
  int8_t dots = 0;
  bool exists = false;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

/// Like `note_value`, but inline and without search: it is asked once a note.
inline Drawn drawn(const Rational& length) {
  auto num = static_cast<uint64_t>(length.num()), den = static_cast<uint64_t>(length.den());
  if (length.num() <= 0 || !std::has_single_bit(den)) return {};
  int shift = std::countr_zero(num);
  uint64_t odd = num >> shift;  // 1, 11, 111, 1111 in binary: no dot, one, two, three
  int dots = std::bit_width(odd) - 1;
  if (odd != (uint64_t{2} << dots) - 1 || dots > kMaxDots) return {};
  int log2 = std::countr_zero(den) - shift - dots;
  if (log2 < kMinLog2 || log2 > kMaxLog2) return {};
  return {static_cast<int8_t>(log2), static_cast<int8_t>(dots), true};
}

/// MusicXML's name of a note value: `quarter`.
std::string_view type_name(int log2);
/// The same as an indented line of a note.
std::string_view type_line(int log2);
/// The whole <pitch> as an indented line of a note.
std::string_view pitch_line(const Pitch& pitch);
/// The accidental that shows this alteration (quarter tones); empty when there is none.
std::string_view accidental_name(int alter);
/// Alteration in semitones, as <alter> wants it: `-1`, `0.5`.
std::string_view alter_text(int alter);

}  // namespace fermata
