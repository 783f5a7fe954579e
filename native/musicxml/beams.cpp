#include "musicxml/beams.h"

#include <algorithm>
#include <numeric>

namespace fermata {

namespace {

/// A tick may be coarser than a metre's groups (6/8 in dotted quarters), so these are counted
/// finer.
constexpr int64_t kFine = 64;

enum BeamWord : uint8_t { kBegin = 1, kContinue, kEnd, kNone };

std::vector<int> groups_of(int count) {
  switch (count) {
    case 5: return {3, 2};
    case 7: return {2, 2, 3};
    case 8: return {3, 3, 2};
    default: break;
  }
  std::vector<int> groups(static_cast<size_t>(count / 2), 2);
  if (count % 2 != 0 && !groups.empty()) groups.back() = 3;
  if (groups.empty()) groups.push_back(count);
  return groups;
}

}  // namespace

std::vector<Rational> beam_groups(const Time& time) {
  std::vector<int> counts;
  int total = std::accumulate(time.beats.begin(), time.beats.end(), 0), unit = time.beat_type;
  if (unit < 8) {
    unit = unit == 4 ? 4 : 2;
    counts.assign(static_cast<size_t>(std::max(1, total * unit / time.beat_type)), 1);
  } else if (time.beats.size() > 1) {
    counts = time.beats;
  } else if (total % 3 == 0) {
    counts.assign(static_cast<size_t>(total / 3), 3);
  } else if (unit == 8) {
    counts = groups_of(total);
  } else {
    // Sixteenths and less: by the quarter, what remains at the end.
    int quarter = unit / 4;
    counts.assign(static_cast<size_t>(total / quarter), quarter);
    if (total % quarter != 0) counts.push_back(total % quarter);
  }
  std::vector<Rational> ends;
  int sum = 0;
  for (int count : counts) ends.emplace_back(sum += count, unit);
  return ends;
}

Beams::Beams(const Time* time, const Ticks& ticks)
    : beat_(ticks.divisions() * kFine), eighth_(ticks.divisions() * kFine / 2) {
  Time common;
  if (!time) time = &common;
  if (time->symbol == Time::Senza) return;
  joins_halves_ = time->beat_type == 4 && time->beats == std::vector<int>{4};
  for (const Rational& end : beam_groups(*time))
    ends_.push_back(static_cast<int64_t>(end.num()) * 4 * beat_ / end.den());
}

void Beams::draw(FlatMeasure& flat, int64_t offset) {
  flat_ = &flat;
  offset_ = offset;
  for (const auto& range : flat.voices) {
    draw_voice(range.begin, range.end);
    draw_graces(range.begin, range.end);
  }
}

void Beams::draw_voice(size_t begin, size_t end) {
  forced_until_ = 0;
  for (size_t i = begin; i < end; ++i) {
    const Entry& entry = flat_->entries[i];
    if (!entry.is_timed()) continue;
    if (entry.is_beamable())
      add(i, end);
    else if (i >= forced_until_)
      close();
  }
  close();
  flush();
}

void Beams::add(size_t index, size_t end) {
  const Entry& entry = flat_->entries[index];
  uint8_t word = entry.item->beam;
  if (index >= forced_until_) {
    int tuplet = group_tuplet(entry);
    int64_t window = window_of(entry);
    bool whole_tuplet = tuplet >= 0 && !is_split(flat_->tuplets[static_cast<size_t>(tuplet)]);
    bool same = tuplet == open_.tuplet && (whole_tuplet || window == open_.window);
    bool joins = word == kContinue || word == kEnd;
    if (word == kBegin || word == kNone || (!same && !joins)) close();
    if (word == kNone) return;
    if (open_.notes.empty()) open_.tuplet = tuplet, open_.window = window;
    if (word != 0) open_.forced = true;
    if (word == kBegin) forced_until_ = forced_end(index, end);
  }
  open_.notes.push_back(index);
  if (word == kEnd) close();
}

/// One past the note on which the user ends the beam begun at `begin`; 0 when they leave that to
/// us.
size_t Beams::forced_end(size_t begin, size_t end) const {
  for (size_t i = begin + 1; i < end; ++i) {
    const Entry& entry = flat_->entries[i];
    if (!entry.is_timed() || !entry.is_note()) continue;
    if (!entry.is_beamable() || entry.item->beam == kBegin || entry.item->beam == kNone) return 0;
    if (entry.item->beam == kEnd) return i + 1;
  }
  return 0;
}

int64_t Beams::window_of(const Entry& entry) const {
  int64_t place = (entry.onset + offset_) * kFine;
  auto found = std::upper_bound(ends_.begin(), ends_.end(), place);
  if (found != ends_.end()) return found - ends_.begin();
  return static_cast<int64_t>(ends_.size()) + place / beat_;
}

int Beams::group_tuplet(const Entry& entry) const {
  int tuplet = entry.tuplet;
  while (tuplet >= 0 && flat_->tuplets[static_cast<size_t>(tuplet)].outer >= 0)
    tuplet = flat_->tuplets[static_cast<size_t>(tuplet)].outer;
  return tuplet;
}

/// A tuplet longer than a group is beamed by the metre only when a note stands on every group
/// inside it.
bool Beams::is_split(TupletSpan& tuplet) const {
  if (tuplet.split < 0) tuplet.split = has_note_on_every_group(tuplet);
  return tuplet.split == 1;
}

bool Beams::has_note_on_every_group(const TupletSpan& tuplet) const {
  const Entry& first = flat_->entries[tuplet.first];
  const Entry& last = flat_->entries[tuplet.last];
  bool split = false;
  size_t at = tuplet.first;
  for (int64_t end : ends_) {
    if (end <= (first.onset + offset_) * kFine) continue;
    if (end >= (last.onset + last.ticks + offset_) * kFine) break;
    while (at < tuplet.last && (flat_->entries[at].onset + offset_) * kFine < end) ++at;
    if ((flat_->entries[at].onset + offset_) * kFine != end) return false;
    split = true;
  }
  return split;
}

/// Exactly two plain eighths, which fill a beat of 4/4.
bool Beams::is_full_beat(const Group& group) const {
  if (group.notes.size() != 2 || group.forced || group.tuplet >= 0) return false;
  return std::all_of(group.notes.begin(), group.notes.end(),
                     [&](size_t i) { return flat_->entries[i].ticks * kFine == eighth_; });
}

/// The open group ends. In 4/4 it may still be joined by the next, so it waits for that.
void Beams::close() {
  if (open_.notes.empty()) return;
  bool joins = joins_halves_ && open_.window % 2 == 1 && waiting_.window == open_.window - 1 &&
               is_full_beat(waiting_) && is_full_beat(open_);
  if (joins) {
    waiting_.notes.insert(waiting_.notes.end(), open_.notes.begin(), open_.notes.end());
  } else {
    flush();
    std::swap(waiting_, open_);
  }
  open_.notes.clear();
  open_.tuplet = -1;
  open_.window = -1;
  open_.forced = false;
}

void Beams::flush() {
  if (waiting_.notes.size() > 1) mark(waiting_.notes);
  waiting_.notes.clear();
  waiting_.window = -1;
}

void Beams::mark(const std::vector<size_t>& notes) {
  int levels = 0;
  for (size_t i : notes) levels = std::max(levels, flat_->entries[i].value.log2 - 2);
  for (int level = 1; level <= levels; ++level) mark_level(notes, level);
}

void Beams::mark_level(const std::vector<size_t>& notes, int level) {
  auto reaches = [&](size_t i) { return flat_->entries[notes[i]].value.log2 - 2 >= level; };
  auto place = [&](size_t i) -> BeamMark& {
    return flat_->entries[notes[i]].beams[static_cast<size_t>(level - 1)];
  };
  for (size_t begin = 0, end; begin < notes.size(); begin = end) {
    end = begin + 1;
    if (!reaches(begin)) continue;
    while (end < notes.size() && reaches(end)) ++end;
    if (end == begin + 1) {
      place(begin) = hook(notes, begin);
      continue;
    }
    for (size_t i = begin; i < end; ++i) place(i) = BeamMark::Continue;
    place(begin) = BeamMark::Begin;
    place(end - 1) = BeamMark::End;
  }
}

/// A lone short note leans on the neighbour with which it makes up the next larger value: forwards
/// when it begins such a pair, backwards when it ends one.
BeamMark Beams::hook(const std::vector<size_t>& notes, size_t at) const {
  if (at == 0) return BeamMark::ForwardHook;
  if (at + 1 == notes.size()) return BeamMark::BackwardHook;
  const Entry& note = flat_->entries[notes[at]];
  int64_t place = note.onset - flat_->entries[notes[0]].onset;
  return place % (2 * note.ticks) == 0 ? BeamMark::ForwardHook : BeamMark::BackwardHook;
}

void Beams::draw_graces(size_t begin, size_t end) {
  std::vector<size_t> run;
  int group = -1;
  auto finish = [&] {
    if (run.size() > 1) mark(run);
    run.clear();
  };
  for (size_t i = begin; i < end; ++i) {
    const Entry& entry = flat_->entries[i];
    if (entry.grace < 0) continue;
    if (entry.grace != group || !entry.is_beamable()) finish();
    group = entry.grace;
    if (entry.is_beamable()) run.push_back(i);
  }
  finish();
}

}  // namespace fermata
