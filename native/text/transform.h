#pragma once

#include <functional>
#include <vector>

#include "text/value.h"

namespace fermata {

/// One item of the music, to be replaced by these. Tuplets and grace groups are entered first, so
/// only their contents and plain items are seen.
using ItemMap = std::function<std::vector<Item>(const Item&)>;

/// The same music with every item replaced, for an event, a list, a measure, a part, a group or a
/// score. Results that break a rule are refused; what is not music is an error of kind Type.
Value map_items(const Value& music, const ItemMap& change);

/// Pitches moved by an interval; key signatures and chord symbols move along.
Value transpose(const Value& music, const Interval& interval);
/// The same by semitones, each size as its plainest interval: 1 is m2, 4 is M3.
Value transpose(const Value& music, int semitones);
/// Along the letters of a key with this many fifths, until a key in the music says otherwise; what
/// was altered against the key stays so.
Value transpose_diatonic(const Value& music, int steps, int fifths);
/// Mirrored about a pitch.
Value invert(const Value& music, const Pitch& axis);
/// Lengths multiplied; time signatures follow, so that full bars stay full.
Value scale_time(const Value& music, const Rational& factor);
/// From the end to the beginning; ties, slurs, hairpins and repeats turn around with the notes.
Value retrograde(const Value& music);

/// Notes, rests and chords in order, those of tuplets and grace groups included.
std::vector<Item> events_of(const Value& music);
/// The music with its n-th event replaced by `events[n]`.
Value with_events(const Value& music, const std::vector<std::vector<Item>>& events);
/// Pitches in order, chord members included, and the music with its n-th pitch replaced.
std::vector<Pitch> pitches_in(const Value& music);
Value with_pitches(const Value& music, const std::vector<Pitch>& pitches);

}  // namespace fermata
