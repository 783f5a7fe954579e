#pragma once

#include <vector>

#include "ir/attributes.h"
#include "musicxml/flat.h"

namespace fermata {

/// Where beams break in a metre: the ends of its groups from the barline on, in whole notes.
std::vector<Rational> beam_groups(const Time& time);

/// Draws the beams of one metre.
class Beams {
 public:
  /// `time` may be null: 4/4.
  Beams(const Time* time, const Ticks& ticks);

  /// Fill in `Entry::beams` of every voice. `offset` is where in a full measure the first tick
  /// lies: an upbeat is beamed as the end of the bar it stands for.
  void draw(FlatMeasure& flat, int64_t offset);

 private:
  struct Group {
    std::vector<size_t> notes;
    int tuplet = -1;
    int64_t window = -1;
    bool forced = false;
  };

  void draw_voice(size_t begin, size_t end);
  void draw_graces(size_t begin, size_t end);
  void add(size_t index, size_t end);
  int64_t window_of(const Entry& entry) const;
  int group_tuplet(const Entry& entry) const;
  bool is_split(TupletSpan& tuplet) const;
  bool has_note_on_every_group(const TupletSpan& tuplet) const;
  size_t forced_end(size_t begin, size_t end) const;
  void close();
  void flush();
  bool is_full_beat(const Group& group) const;
  void mark(const std::vector<size_t>& notes);
  void mark_level(const std::vector<size_t>& notes, int level);
  BeamMark hook(const std::vector<size_t>& notes, size_t at) const;

  std::vector<int64_t> ends_;  // of the groups, in 1/kFine of a tick
  int64_t beat_;               // a quarter, likewise: groups where the metre gives none
  int64_t eighth_;
  bool joins_halves_ = false;  // 4/4: two beats of eighths share a beam
  FlatMeasure* flat_ = nullptr;
  int64_t offset_ = 0;
  Group open_, waiting_;
  size_t forced_until_ = 0;  // entries before this belong to a beam the user has drawn
};

}  // namespace fermata
