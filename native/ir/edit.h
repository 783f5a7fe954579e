#pragma once

#include <vector>

#include "ir/score.h"

namespace fermata {

/// Where the next event goes: a part, a voice of it, and a place in one of its measures (which may
/// be one past the last). At the end of a full measure the next event opens another, and a barline
/// still closes this one.
struct Cursor {
  size_t part = 0;
  int staff = 1, voice = 1;
  size_t measure = 0;
  Rational offset;  // from the beginning of the measure
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

/// A changed score, where the music went, and where the cursor stands afterwards.
struct Edited {
  ScorePtr score;
  Cursor from, cursor;
};

/// The place after the last event of a voice; its beginning when it has none. Looked for from the
/// end backwards.
Cursor voice_end(const Score& score, size_t part, int staff, int voice);
/// How long the measure at `index` is when full; zero: there is no end to it.
Rational room_of(const Part& part, size_t index);

// Every edit makes another score that is valid, or throws and leaves the old one as it was.

/// Put items into the score at the cursor: events are cut and tied at barlines, a full measure
/// opens the next, missing measures are made, marks go to the event before. Music that stands there
/// already is an error. What says that it belongs to another voice goes to that voice's end.
Edited append(const Score& score, const Cursor& cursor, const std::vector<Item>& items);
/// Write items over what the voice has at the cursor, inside one measure; signs are only added.
ScorePtr put(const Score& score, const Cursor& cursor, const std::vector<Item>& items);

/// Measures of one part, by index. `insert` puts them before `index`.
ScorePtr insert_measures(const Score& score, size_t part, size_t index,
                         const std::vector<MeasurePtr>& measures);
ScorePtr replace_measures(const Score& score, size_t part, size_t index, size_t count,
                          const std::vector<MeasurePtr>& measures);
ScorePtr delete_measures(const Score& score, size_t part, size_t index, size_t count);
/// A measure at the end; a last measure without events gives way, and its signs stay.
ScorePtr append_measure(const Score& score, size_t part, const MeasurePtr& measure);

/// A key, time, clef or tempo at the beginning of a measure, in place of one of its kind.
ScorePtr with_sign(const Score& score, size_t part, size_t index, const Item& sign);

/// A part or group at the end; ids that are missing or taken are given. And without a part.
ScorePtr add_part(const Score& score, const PartPtr& part);
ScorePtr add_group(const Score& score, const PartGroup& group);
ScorePtr remove_part(const Score& score, size_t part);

/// The score with its part at `index` replaced.
ScorePtr with_part(const Score& score, size_t index, PartPtr part);

}  // namespace fermata
