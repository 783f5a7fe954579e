#pragma once

#include <libguile.h>

#include <source_location>

#include "bind/convert.h"
#include "bind/primitive.h"

namespace fermata {

/// How music looks to Scheme. Pitches are interned, so eq? compares them; plain items are data
/// without a finalizer; what owns memory is counted while it lives.
void define_value_types();

/// The printer and the accessors as module (fermata native values).
void define_values_module();

/// The value a smob holds, or null when `object` is something else. Borrowed: alive as long as
/// `object`.
const Item* item_in(SCM object);
const MeasurePtr* measure_in(SCM object);
const PartPtr* part_in(SCM object);
const PartGroupPtr* group_in(SCM object);
const ScorePtr* score_in(SCM object);
const EndingSectionPtr* ending_in(SCM object);
bool is_pitch(SCM object);
Pitch pitch_in(SCM object);
bool is_duration(SCM object);
Rational duration_in(SCM object);
bool is_interval(SCM object);
Interval interval_in(SCM object);
/// Any of the above.
bool is_music(SCM object);

SCM make_duration(const Rational& length);
SCM make_handle(MeasurePtr value);
SCM make_handle(PartPtr value);
SCM make_handle(PartGroupPtr value);
SCM make_handle(ScorePtr value);
SCM make_handle(EndingSectionPtr value);

/// Values with a finalizer that are alive now.
long live_handles();

/// take<T>: an argument as C++, or a Scheme error naming what was expected.
template <class T>
T take(SCM object, int position,
       const std::source_location& where = std::source_location::current());

using Where = std::source_location;
template <>
Pitch take<Pitch>(SCM, int, const Where&);
template <>
const Item& take<const Item&>(SCM, int, const Where&);
template <>
const Measure& take<const Measure&>(SCM, int, const Where&);
template <>
const Part& take<const Part&>(SCM, int, const Where&);
template <>
const Score& take<const Score&>(SCM, int, const Where&);
template <>
Interval take<Interval>(SCM, int, const Where&);
template <>
int take<int>(SCM, int, const Where&);
template <>
long take<long>(SCM, int, const Where&);
/// A string or symbol, as a view into memory the collector keeps for this call.
template <>
std::string_view take<std::string_view>(SCM, int, const Where&);

}  // namespace fermata
