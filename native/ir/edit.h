#pragma once

#include <vector>

#include "ir/score.h"

namespace fermata {

/// Where the next event goes: a part, a voice of it, and a place in one of its measures (which may
/// be one past the last).
struct Cursor {
  size_t part = 0;
  int staff = 1, voice = 1;
  size_t measure = 0;
  Rational offset;  // from the beginning of the measure
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// A changed score and where the cursor stands afterwards.
struct Edited {
  ScorePtr score;
  Cursor cursor;
};

// Every edit makes another score that is valid, or throws and leaves the old one as it was.

/// Put items into the score at the cursor: events are cut and tied at barlines, a full measure
/// opens the next, missing measures are made. Music that stands there already is an error.
Edited append(const Score& score, const Cursor& cursor, const std::vector<Item>& items);

/// Measures of one part, by index. `insert` puts them before `index`.
ScorePtr insert_measures(const Score& score, size_t part, size_t index,
                         const std::vector<MeasurePtr>& measures);
ScorePtr replace_measures(const Score& score, size_t part, size_t index, size_t count,
                          const std::vector<MeasurePtr>& measures);
ScorePtr delete_measures(const Score& score, size_t part, size_t index, size_t count);

/// A part at the end, and without one.
ScorePtr add_part(const Score& score, const PartPtr& part);
ScorePtr remove_part(const Score& score, size_t part);

/// The score with its part at `index` replaced.
ScorePtr with_part(const Score& score, size_t index, PartPtr part);

}  // namespace fermata
