#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/score.h"

namespace fermata {

/// A place in a score as users write it: `m3`, `m3-5`, `m3.2-m5.1`, `P1:m3-5`, `P1.v2:m3-5`, or
/// just `3-5`. Measure numbers are the printed ones; beats count from 1, and the end is included.
struct Region {
  std::string part;  // id; empty: every part
  int voice = 0;     // 0: every voice
  int from = 0, to = 0;
  int from_beat = 0, to_beat = 0;  // 0: the whole measure
  friend bool operator==(const Region&, const Region&) = default;
};

/// Error of kind Value when `text` is no region.
Region parse_region(std::string_view text);
std::string to_string(const Region& region);

/// What a region covers in one part: neighbouring measures, reduced to the voice and beats that
/// were asked for.
struct Selection {
  size_t part = 0;   // index in the score
  size_t first = 0;  // index of the first measure
  std::vector<MeasurePtr> measures;
};

/// One selection for each part concerned; without a part, those that have such measures. Unknown
/// parts and measures are errors that name what there is.
std::vector<Selection> select(const Score& score, const Region& region);

/// Index of the part with this id or name; error of kind Value when there is none.
size_t find_part(const Score& score, std::string_view id);
/// Index of the measure with this printed number; error of kind Value when there is none.
size_t measure_index(const Part& part, int number);

}  // namespace fermata
