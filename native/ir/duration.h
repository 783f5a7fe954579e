#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rational.h"

namespace fermata {

/// A note value as it is drawn: base and dots. `log2` is 0 for a whole note, 1 half, 2 quarter, 3
/// eighth,
/// ... 10 for a 1024th; -1 breve, -2 long, -3 maxima.
struct NoteValue {
  int log2 = 2;
  int dots = 0;

  friend bool operator==(const NoteValue&, const NoteValue&) = default;
};

inline constexpr int kMinLog2 = -3, kMaxLog2 = 10, kMaxDots = 3;

/// Length in whole notes.
Rational length_of(const NoteValue& value);
/// The one note value that lasts `length`, if there is one.
std::optional<NoteValue> note_value(const Rational& length);
/// The fewest note values that together last `length`, longest first; error of kind Value when none
/// do.
std::vector<Rational> split_into_values(const Rational& length);

/// `q.` `8` `eighth..` `crotchet` `1024` `breve`, without the colon. Case does not matter.
std::optional<Rational> parse_duration(std::string_view name);
/// The canonical name, without the colon: `w h q 8 16 ...` with dots, or empty if no one value
/// lasts `length`.
std::string duration_name(const Rational& length);
/// "3 quarters", "1 quarter": how errors tell a length.
std::string in_quarters(const Rational& length);
/// As source: `:q.`, or the fraction.
std::string to_source(const Rational& length);

/// For `show durations` and did-you-mean.
struct DurationRow {
  int log2;
  std::string_view name;      // canonical
  std::string_view musicxml;  // <type>
  std::string_view words;     // other accepted spellings, separated by spaces
};
const std::vector<DurationRow>& duration_table();

}  // namespace fermata
