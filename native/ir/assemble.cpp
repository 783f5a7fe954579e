#include "ir/assemble.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/split.h"
#include "ir/validate.h"

namespace fermata {

namespace {

/// Signs that belong to the bar just filled rather than to the next one.
bool closes_bar(const Item& item) {
  if (item.kind == Kind::Mark) return true;
  if (item.kind == Kind::Barline) return detail<Barline>(item).side != Barline::Left;
  if (item.kind != Kind::Direction) return false;
  const auto& direction = detail<Direction>(item);
  switch (direction.kind) {
    case DirectionKind::Hairpin: return direction.value >= kCrescendoStop;
    case DirectionKind::Pedal: return direction.value == kPedalStop;
    case DirectionKind::Ottava: return direction.value == kOttavaStop;
    case DirectionKind::Fine:
    case DirectionKind::DaCapo:
    case DirectionKind::DalSegno:
    case DirectionKind::ToCoda: return true;
    default: return false;
  }
}

}  // namespace

constexpr size_t kMaxPieces = 1000;  // measures that one event may fill

void Barring::open_next() {
  if (!plan_.empty()) full_ = plan_[std::min(bars_.size(), plan_.size() - 1)];
  bars_.emplace_back();
  lengths_.push_back(full_);
  at_ = Rational(0);
}

void Barring::follow(std::vector<Rational> lengths) {
  plan_ = std::move(lengths);
  full_ = lengths_[0] = plan_[0];
}

void Barring::add(const Item& item) {
  bool full = !full_.is_zero() && at_ >= full_;
  if (full && !closes_bar(item)) open_next();
  if (item.kind == Kind::Time) {
    if (!at_.is_zero())
      throw Error(ErrorKind::Music, "a time signature stands in the middle of a measure",
                  "the measure before it lacks " + in_quarters(full_ - at_));
    full_ = lengths_.back() = detail<Time>(item).measure_length();
  }
  if (takes_time(item))
    place(item);
  else
    bars_.back().push_back(item);
}

void Barring::place(const Item& event) {
  if ((event.flags & kWholeMeasure) && event.length.is_zero()) {
    if (!at_.is_zero()) open_next();
    bars_.back().push_back(event);
    at_ = full_;
    return;
  }
  std::vector<Rational> lengths;
  Rational left = event.length, room = full_.is_zero() ? left : full_ - at_;
  for (size_t next = bars_.size(); left > room; ++next) {
    if (lengths.size() == kMaxPieces)
      throw Error(ErrorKind::Limit, "an event is longer than a thousand measures");
    lengths.push_back(room);
    left -= room;
    room = plan_.empty() ? full_ : plan_[std::min(next, plan_.size() - 1)];
    if (room.is_zero()) room = left;  // without metre there is no end to the measure
  }
  lengths.push_back(left);
  for (const Item& piece : split_event(event, lengths)) {
    if (!full_.is_zero() && at_ >= full_) open_next();
    bars_.back().push_back(piece);
    at_ += piece.length;
  }
}

std::vector<std::vector<Item>> Barring::take() { return std::move(bars_); }

namespace {

void sort_loose(const std::vector<Item>& items, VoiceKey home, bool grouped, VoiceKey& current,
                std::map<VoiceKey, std::vector<Item>>& rows) {
  for (const Item& item : items) {
    if (item.kind == Kind::Backup)
      throw Error(ErrorKind::Music, "backup has no meaning outside a measure", "use (voice 2 ...)");
    if (item.kind == Kind::Staff || item.kind == Kind::Voice) {
      const auto& group = detail<GroupDetail>(item);
      VoiceKey inner =
          item.kind == Kind::Staff ? VoiceKey{group.number, 1} : VoiceKey{home.first, group.number};
      VoiceKey place = inner;
      sort_loose(group.items, inner, true, place, rows);
      continue;
    }
    if (is_event(item) && !grouped)
      current = {item.staff ? item.staff : home.first, item.voice ? item.voice : home.second};
    rows[grouped ? home : current].push_back(item);
  }
}

}  // namespace

std::map<VoiceKey, std::vector<Item>> rows_of(const std::vector<Item>& items, VoiceKey home) {
  std::map<VoiceKey, std::vector<Item>> rows;
  VoiceKey current = home;
  sort_loose(items, home, false, current, rows);
  return rows;
}

std::vector<MeasurePtr> bar_items(const std::vector<Item>& items, const Time* time) {
  VoiceKey first{1, 1};
  std::map<VoiceKey, std::vector<Item>> rows = rows_of(items, first);
  std::vector<MeasureParts> measures;
  std::vector<Rational> lengths;  // of the first row, whose time signatures hold for all
  for (auto& [key, row] : rows) {
    Barring barring(time ? time->measure_length() : Rational(1));
    if (!lengths.empty()) barring.follow(lengths);
    for (const Item& item : row) barring.add(item);
    if (lengths.empty()) lengths = barring.lengths();
    std::vector<std::vector<Item>> bars = barring.take();
    if (measures.size() < bars.size()) measures.resize(bars.size());
    for (size_t i = 0; i < bars.size(); ++i) {
      if (key == first) {
        measures[i].items.insert(measures[i].items.end(), bars[i].begin(), bars[i].end());
        continue;
      }
      auto voice = std::make_shared<GroupDetail>();
      voice->number = key.second;
      voice->items = std::move(bars[i]);
      Item group;
      group.kind = Kind::Voice;
      group.detail = voice;
      auto staff = std::make_shared<GroupDetail>();
      staff->number = key.first;
      staff->items.push_back(group);
      group.kind = Kind::Staff;
      group.detail = staff;
      measures[i].items.push_back(group);
    }
  }
  std::vector<MeasurePtr> result;
  for (MeasureParts& parts : measures) {
    try {
      result.push_back(make_measure(std::move(parts)));
    } catch (Error& error) {
      error.argument = -1;
      throw;
    }
  }
  return result;
}

MeasurePtr with_leading_items(const Measure& measure, const std::vector<Item>& items) {
  auto copy = std::make_shared<Measure>(measure);
  if (copy->voices.empty()) copy->voices.push_back({1, 1, {}});
  std::vector<Item>& first = copy->voices[0].items;
  first.insert(first.begin(), items.begin(), items.end());
  return copy;
}

namespace {

int highest_staff(const std::vector<MeasurePtr>& measures) {
  int staves = 1;
  for (const MeasurePtr& measure : measures)
    for (const Voice& voice : measure->voices) {
      staves = std::max(staves, voice.staff);
      for (const Item& item : voice.items) staves = std::max<int>(staves, item.staff);
    }
  return staves;
}

}  // namespace

PartPtr make_part(Part part, std::vector<MeasurePtr> measures) {
  if (part.staves == 0) part.staves = highest_staff(measures);
  part.measures = Measures();
  return with_measures(part, 0, 0, std::move(measures), Metre::MayBeGivenLater);
}

namespace {

template <class T>
Item sign(Kind kind, const std::shared_ptr<const T>& detail) {
  Item item;
  item.kind = kind;
  item.detail = detail;
  return item;
}

bool has_kind(const Measure& measure, Kind kind) {
  for (const Voice& voice : measure.voices)
    for (const Item& item : voice.items)
      if (item.kind == kind) return true;
  return false;
}

std::vector<MeasurePtr> measures_of(const Part& part) {
  std::vector<MeasurePtr> measures;
  part.measures.each([&](size_t, const Slot& slot) { measures.push_back(slot.measure); });
  return measures;
}

/// A lone measure that states no time and is longer than 4/4 is taken as a fragment, in the time
/// that fits it.
std::shared_ptr<const Time> fragment_time(const std::vector<PartPtr>& parts) {
  Rational longest(1);
  for (const PartPtr& part : parts) {
    if (part->measures.size() > 1 || part->loose) return nullptr;
    if (part->measures.size() == 0) continue;
    const Measure& measure = *part->measures[0].measure;
    if (time_of(measure)) return nullptr;
    longest = std::max(longest, length_of(measure));
  }
  if (longest <= Rational(1)) return nullptr;
  auto time = std::make_shared<Time>();
  int64_t scale = std::max<int64_t>(1, 4 / longest.den());
  int64_t beats = longest.num() * scale, type = longest.den() * scale;
  if ((type & (type - 1)) != 0 || type > 1024 || beats > 1000) return nullptr;
  time->beats = {static_cast<int>(beats)};
  time->beat_type = static_cast<int>(type);
  return time;
}

/// The time signatures of a part, by the index of their measure.
std::vector<std::pair<size_t, DetailPtr>> times_in(const Part& part) {
  std::vector<std::pair<size_t, DetailPtr>> times;
  part.measures.each([&](size_t index, const Slot& slot) {
    for (const Voice& voice : slot.measure->voices)
      for (const Item& item : voice.items)
        if (item.kind == Kind::Time) times.emplace_back(index, item.detail);
  });
  return times;
}

PartPtr with_times(const Part& part, const std::vector<std::pair<size_t, DetailPtr>>& times) {
  auto first = std::static_pointer_cast<const Time>(times[0].second);
  std::vector<MeasurePtr> measures =
      part.loose ? bar_items(part.loose_items, first.get()) : measures_of(part);
  for (const auto& [index, time] : times)
    if (index < measures.size()) {
      Item item;
      item.kind = Kind::Time;
      item.detail = time;
      measures[index] = with_leading_items(*measures[index], {item});
    }
  Part copy = part;
  copy.loose = false;
  copy.loose_items.clear();
  copy.measures = Measures();
  return with_measures(copy, 0, 0, measures, Metre::AsStated);
}

/// The time holds on to the end, so the last measure tells whether there ever was one.
bool states_no_time(const Part& part) {
  size_t count = part.measures.size();
  return count > 0 && !part.measures[count - 1].after->time;
}

bool begins_with_time(const Part& part) {
  return part.measures.size() > 0 && part.measures[0].after->time;
}

PartPtr in_score(const PartPtr& part, const ScoreParts& whole, size_t position,
                 const std::string& id) {
  Part copy = *part;
  copy.id = id;
  if (copy.name.empty()) copy.name = "Part " + std::to_string(position + 1);
  std::vector<Item> leading;
  const Measure* first = part->measures.size() > 0 ? part->measures[0].measure.get() : nullptr;
  bool states_time = first && time_of(*first);
  if (whole.key && first && !has_kind(*first, Kind::Key))
    leading.push_back(sign(Kind::Key, whole.key));
  if (whole.time && first && !states_time) leading.push_back(sign(Kind::Time, whole.time));
  if (whole.tempo && position == 0 && first) leading.push_back(*whole.tempo);
  if (leading.empty() && states_time) return std::make_shared<Part>(std::move(copy));

  bool again = part->loose && whole.time && !states_time;
  std::vector<MeasurePtr> measures =
      again ? bar_items(part->loose_items, whole.time.get()) : measures_of(*part);
  if (!measures.empty() && !leading.empty())
    measures[0] = with_leading_items(*measures[0], leading);
  copy.loose = false;
  copy.loose_items.clear();
  copy.measures = Measures();
  return with_measures(copy, 0, 0, measures, Metre::AsStated);
}

}  // namespace

void share_metre(std::vector<PartPtr>& parts) {
  auto silent = [](const PartPtr& part) { return states_no_time(*part); };
  if (std::none_of(parts.begin(), parts.end(), silent)) return;
  auto model = std::find_if(parts.begin(), parts.end(),
                            [](const PartPtr& part) { return begins_with_time(*part); });
  if (model == parts.end()) return;
  std::vector<std::pair<size_t, DetailPtr>> times = times_in(**model);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!silent(parts[i])) continue;
    try {
      parts[i] = with_times(*parts[i], times);
    } catch (Error& error) {
      error.part = static_cast<int>(i);
      throw;
    }
  }
}

ScorePtr make_score(ScoreParts whole) {
  if (!whole.time) whole.time = fragment_time(whole.parts);
  if (!whole.time) share_metre(whole.parts);
  auto score = std::make_shared<Score>(std::move(whole.score));
  std::set<std::string> taken;
  for (const PartPtr& part : whole.parts) taken.insert(part->id);
  int next = 1;
  for (size_t i = 0; i < whole.parts.size(); ++i) {
    std::string id = whole.parts[i]->id;
    if (id.empty()) {
      next = std::max(next, static_cast<int>(i) + 1);
      while (taken.contains("P" + std::to_string(next))) ++next;
      id = "P" + std::to_string(next);
      taken.insert(id);
    }
    try {
      score->parts.push_back(in_score(whole.parts[i], whole, i, id));
    } catch (Error& error) {
      error.part = static_cast<int>(i);
      throw;
    }
  }
  score->groups = std::move(whole.groups);
  validate_part_list(*score);
  return score;
}

}  // namespace fermata
