#pragma once

#include <vector>

#include "ir/event.h"

namespace fermata {

/// The event cut into pieces of these lengths, tied together; marks of the beginning stay on the
/// first piece, those of the end (slur stop, fermata, breath) go to the last. Rests and skips are
/// cut without ties. A tuplet, which cannot be cut, is an error.
std::vector<Item> split_event(const Item& event, const std::vector<Rational>& lengths);

/// The event as one or more tied events whose lengths are note values.
std::vector<Item> split_to_values(const Item& event);

/// Put what a standalone mark such as (staccato) or (tie :start) says on `event`.
void apply_mark(Item& event, const Item& mark);

/// The items with every standalone mark applied to the event before it. Errors carry the index of
/// the mark.
std::vector<Item> with_marks_applied(const std::vector<Item>& items);

}  // namespace fermata
