#include "musicxml/accidentals.h"

#include <algorithm>

#include "ir/attributes.h"
#include "musicxml/names.h"

namespace fermata {

Accidentals::Accidentals(int staves) : staves_(static_cast<size_t>(std::max(1, staves))) {}

Accidentals::Staff& Accidentals::staff_of(int staff) {
  size_t last = staves_.size() - 1;
  return staves_[std::min(static_cast<size_t>(std::max(staff, 1) - 1), last)];
}

void Accidentals::set_key(int staff, int fifths) {
  for (int step = 0; step < 7; ++step)
    staff_of(staff).key[static_cast<size_t>(step)] = static_cast<int8_t>(key_alter(fifths, step));
}

void Accidentals::set_silent(int staff, bool silent) { staff_of(staff).silent = silent; }

void Accidentals::next_measure() { ++measure_; }

std::string_view Accidentals::visible(int staff, const Pitch& pitch, bool tied_over,
                                      std::string_view given, bool always) {
  Staff& state = staff_of(staff);
  if (state.silent) return given;
  Line& line =
      state.lines[static_cast<size_t>(pitch.octave + 1) * 7 + static_cast<size_t>(pitch.step)];
  int8_t key = state.key[static_cast<size_t>(pitch.step)];
  bool fresh = line.measure != measure_;
  int8_t valid = fresh ? key : line.alter;
  bool needed = valid != pitch.alter;
  if (tied_over && given.empty() && !always) {
    // The tie carries the alteration, and only it: the next note on this line must say what it is.
    if (fresh && needed) line = {measure_, kDoubtful};
    return {};
  }
  if (!needed && given.empty() && !always) return {};
  line = {measure_, pitch.alter};
  return given.empty() ? accidental_name(pitch.alter) : given;
}

}  // namespace fermata
