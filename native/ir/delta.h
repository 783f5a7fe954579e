#pragma once

#include <string>
#include <vector>

#include "ir/score.h"

namespace fermata {

/// One step from a score to another. Places are counted when the step is applied, one after the
/// other.
struct Change {
  enum Op : uint8_t { Insert, Replace, Delete, Attribute };
  enum What : uint8_t { Measure, Part, PartData, ScoreData };
  Op op = Replace;
  What what = Measure;
  std::string part;                          // id
  size_t position = 0;                       // Measure: index in its part; Part: index in the score
  MeasurePtr measure_before, measure_after;  // Measure
  PartPtr part_before, part_after;           // Part and PartData (then without measures)
  ScorePtr score_before, score_after;        // ScoreData: titles and groups (then without parts)
};
using Delta = std::vector<Change>;

/// The steps that make `after` out of `before`, few where little changed; shared chunks are not
/// looked at.
Delta diff(const Score& before, const Score& after);
/// Error of kind Value when `score` is not what the delta was made from; the result is checked like
/// any edit.
ScorePtr apply_delta(const Score& score, const Delta& delta);
/// The steps that take it back.
Delta invert(const Delta& delta);

}  // namespace fermata
