#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ir/measure.h"
#include "musicxml/divisions.h"
#include "musicxml/names.h"

namespace fermata {

enum class BeamMark : uint8_t { None, Begin, Continue, End, ForwardHook, BackwardHook };

/// One thing of a voice where it is written: an event, a note of a grace, or a sign. Tuplets are
/// opened up.
struct Entry {
  const Item* item = nullptr;
  int64_t onset = 0;   // ticks from the beginning of the measure
  int64_t ticks = 0;   // as long as it sounds
  Ratios ratios;       // of all tuplets around it
  int tuplet = -1;     // the innermost, index into FlatMeasure::tuplets
  int grace = -1;      // graces of one group have the same number
  bool slash = false;  // a grace with a slash
  Drawn value;
  bool leading = false;     // an attribute before the first event of its voice
  size_t event = 0;         // for notes and chords: as `Loose::event` counts
  uint32_t accidental = 0;  // index of the first of its accidentals in FlatMeasure::accidentals
  std::array<BeamMark, 8> beams{};

  bool is_note() const { return item->kind == Kind::Note || item->kind == Kind::Chord; }
  bool is_timed() const { return grace < 0 && takes_time(*item); }
  bool is_beamable() const { return is_note() && value.exists && value.log2 >= 3; }
};

/// A tuplet and the notes and rests it stands over.
struct TupletSpan {
  const TupletDetail* detail = nullptr;
  int outer = -1;
  int level = 1;
  size_t first = 0, last = 0;  // entries that begin and end it
  bool empty = true;           // nothing in it can carry the bracket
  Drawn unit;                  // the value it counts, when it is one
  int8_t split = -1;           // whether its beams follow the metre; -1: not yet decided
};

/// A measure ready to be written, with all its voices in one row.
struct FlatMeasure {
  struct Range {
    const Voice* voice;
    size_t begin, end;
    int64_t ticks;
  };
  std::vector<Entry> entries;
  std::vector<TupletSpan> tuplets;
  std::vector<Range> voices;
  std::vector<std::string_view> accidentals;  // empty: none is shown
  int64_t longest = 0;
  size_t events = 0;  // notes and chords laid out so far, through all measures
};

/// Lay `measure` out into `flat`, whose storage is used again.
void flatten(const Measure& measure, const Ticks& ticks, FlatMeasure& flat);

}  // namespace fermata
