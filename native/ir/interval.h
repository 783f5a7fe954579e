#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/pitch.h"

namespace fermata {

/// A directed musical interval: letters and quarter tones travelled. A major third up is {2, 8}.
struct Interval {
  int steps = 0;
  int quarter_tones = 0;

  friend auto operator<=>(const Interval&, const Interval&) = default;
};

/// `M3` `m2` `P5` `A4` `d5` `AA4` `dd5`, with an optional sign; `-M3` goes down. Case matters for M
/// and m.
std::optional<Interval> parse_interval(std::string_view text);
/// `M3`, `-P5`; quarter-tone intervals get a trailing `+` or `d`, as pitches do.
std::string to_string(const Interval& interval);

Interval interval_between(const Pitch& from, const Pitch& to);
Pitch transposed(const Pitch& pitch, const Interval& interval);
/// By sounding semitones, spelled as the plainest interval of that size: 1 is m2, 4 is M3, 6 is A4.
Pitch transposed_semitones(const Pitch& pitch, int semitones);
/// Mirror of `pitch` about `axis`, letters and sound both mirrored.
Pitch inverted(const Pitch& pitch, const Pitch& axis);

}  // namespace fermata
