#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/attributes.h"
#include "ir/event.h"

namespace fermata {

/// One voice of one measure on its home staff. Signs stand between the events where they are read;
/// a gap is a Skip. The sum of the lengths never exceeds the measure.
struct Voice {
  int number = 1;  // counted on its staff, from 1
  int staff = 1;
  std::vector<Item> items;
  friend bool operator==(const Voice&, const Voice&) = default;
};

/// A measure: its voices (ordered by staff, then number) and the lines around it. Never changed
/// once made.
struct Measure {
  int number = 0;       // printed number when given explicitly; 0: counted
  bool pickup = false;  // an upbeat: shorter than the time signature, not counted
  Bar left, right;
  std::vector<Voice> voices;
  friend bool operator==(const Measure&, const Measure&) = default;
};
using MeasurePtr = std::shared_ptr<const Measure>;

/// Sum of the times of the items.
Rational length_of(const std::vector<Item>& items);
/// The longest voice.
Rational length_of(const Measure& measure);
/// The time signature written in the measure, if any.
const Time* time_of(const Measure& measure);

/// What `(measure ...)` may contain besides its items.
struct MeasureParts {
  int number = 0;
  bool pickup = false;
  std::vector<Item> items;  // anything but nested measures, in written order
};
/// Sort items into voices: `:voice` and `:staff`, (voice n ...), (staff n ...), backup and forward,
/// marks that apply to the event before, barlines to the edges, lengths that are no single value
/// into ties. Errors carry the index of the item in `argument`.
MeasurePtr make_measure(MeasureParts parts);

/// Join what two barlines on the same side say; error when they contradict one another.
void merge_bar(Bar& side, const Bar& more);
/// The measure with a Barline item on its edge: on the left if it opens something, else on the
/// right.
MeasurePtr with_barline(const Measure& measure, const Item& barline);

}  // namespace fermata
