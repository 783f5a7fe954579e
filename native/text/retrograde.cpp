// Music from its end to its beginning. A sign belongs to the event after it and stays with it; what
// spans several events begins where it ended.

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "ir/assemble.h"
#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/validate.h"
#include "text/transform.h"

namespace fermata {

namespace {

uint16_t swapped_slurs(uint16_t slurs) {
  return static_cast<uint16_t>(((slurs & 0x5555) << 1) | ((slurs & 0xAAAA) >> 1));
}

uint8_t swapped_ties(uint8_t tie) { return static_cast<uint8_t>((tie & 1) << 1 | (tie & 2) >> 1); }

std::vector<Item> reversed_items(const std::vector<Item>& items, int open = k8va);

Item reversed_event(const Item& item) {
  Item result = item;
  result.tie = swapped_ties(item.tie);
  result.slurs = swapped_slurs(item.slurs);
  if (item.kind == Kind::Tuplet) {
    auto tuplet = std::make_shared<TupletDetail>(detail<TupletDetail>(item));
    tuplet->items = reversed_items(tuplet->items);
    result.detail = tuplet;
  } else if (item.kind == Kind::Chord) {
    auto chord = std::make_shared<EventDetail>(detail<EventDetail>(item));
    for (Member& member : chord->members) member.tie = swapped_ties(member.tie);
    result.detail = chord;
  }
  return result;
}

/// Where a span began it now ends. An ottava's end does not say which it was, so `open` is what was
/// last begun.
Item reversed_sign(const Item& item, int& open) {
  if (item.kind != Kind::Direction) return item;
  auto direction = std::make_shared<Direction>(detail<Direction>(item));
  int value = direction->value;
  switch (direction->kind) {
    case DirectionKind::Hairpin: {
      static constexpr int turned[] = {0, kDiminuendoStop, kCrescendoStop, kDiminuendo, kCrescendo};
      direction->value = turned[value];
      break;
    }
    case DirectionKind::Pedal:
      direction->value = value == kPedalStart  ? kPedalStop
                         : value == kPedalStop ? kPedalStart
                                               : kPedalChange;
      break;
    case DirectionKind::Ottava:
      direction->value = value == kOttavaStop ? open : kOttavaStop;
      open = value == kOttavaStop ? 0 : value;
      break;
    default: return item;
  }
  Item result = item;
  result.detail = direction;
  return result;
}

bool is_attribute(const Item& item) {
  return item.kind == Kind::Key || item.kind == Kind::Time || item.kind == Kind::Clef ||
         item.kind == Kind::Transpose;
}

/// Attributes first, as they were; then each event with the signs before it, last to first.
std::vector<Item> reversed_items(const std::vector<Item>& items, int open) {
  std::vector<Item> attributes, unit;
  std::vector<std::vector<Item>> units;
  uint16_t from_grace =
      0;  // slurs that a grace note begins for the event after it; these stay as they are
  bool slides = false;  // the event before slid to this one
  for (const Item& item : items) {
    if (is_attribute(item))
      attributes.push_back(item);
    else if (!is_event(item))
      unit.push_back(reversed_sign(item, open));
    else {
      if (item.kind == Kind::Grace) {  // stays before the event it adorns
        unit.push_back(item);
        for (const Item& note : detail<GraceDetail>(item).items) from_grace |= note.slurs & 0x5555;
        continue;
      }
      auto kept = static_cast<uint16_t>(item.slurs & (from_grace << 1));
      Item turned = item;
      turned.slurs &= static_cast<uint16_t>(~kept);
      turned = reversed_event(turned);
      turned.slurs |= kept;
      turned.glissando = slides ? 1 : 0;
      slides = item.glissando & 1;
      from_grace = 0;
      unit.push_back(turned);
      units.push_back(std::move(unit));
      unit.clear();
    }
  }
  std::vector<Item> result = std::move(attributes);
  result.insert(result.end(), unit.begin(),
                unit.end());  // signs after the last event now come first
  for (auto reversed = units.rbegin(); reversed != units.rend(); ++reversed)
    result.insert(result.end(), reversed->begin(), reversed->end());
  return result;
}

/// The ottava that is open on a staff when a measure begins, or 8va.
int open_ottava(const Context& before, int staff) {
  for (const Context::OpenSpan& span : before.spans)
    if (span.kind == static_cast<uint8_t>(DirectionKind::Ottava) && span.staff == staff)
      return span.value;
  return k8va;
}

void refuse_inner_signatures(const Voice& voice) {
  bool timed = false;
  for (const Item& item : voice.items) {
    if (timed && is_attribute(item))
      throw Error(ErrorKind::Music,
                  "music whose key or clef changes inside a measure cannot be turned around",
                  "let it change at the barline");
    timed |= takes_time(item);
  }
}

MeasurePtr reversed_measure(const Measure& measure, const Context& before = *empty_context()) {
  if (!measure.left.ending.empty() || !measure.right.ending.empty())
    throw Error(ErrorKind::Music, "music with endings cannot be turned around",
                "write the endings out first");
  auto result = std::make_shared<Measure>(measure);
  for (Voice& voice : result->voices) {
    refuse_inner_signatures(voice);
    voice.items = reversed_items(voice.items, open_ottava(before, voice.staff));
  }
  std::swap(result->left, result->right);
  result->left.forward_after = false;
  return result;
}

/// How often a repeat is played stands where it ends, which is now elsewhere.
void move_times(std::vector<MeasurePtr>& measures) {
  int times = 0;
  for (MeasurePtr& measure : measures) {
    auto copy = std::make_shared<Measure>(*measure);
    if (copy->left.times) times = std::exchange(copy->left.times, 0);
    copy->right.times = copy->right.repeat ? std::exchange(times, 0) : 0;
    measure = copy;
  }
}

Item sign(Kind kind, DetailPtr detail, int staff) {
  Item item;
  item.kind = kind;
  item.detail = std::move(detail);
  item.staff = static_cast<uint8_t>(staff);
  return item;
}

/// The signs that make `state` out of `last`.
std::vector<Item> signs_between(const Context& last, const Context& state) {
  std::vector<Item> signs;
  for (size_t staff = 0; staff < state.clefs.size(); ++staff) {
    bool same = staff < last.clefs.size() && last.clefs[staff] && state.clefs[staff] &&
                last.clefs[staff]->equals(*state.clefs[staff]);
    if (!same && state.clefs[staff])
      signs.push_back(sign(Kind::Clef, state.clefs[staff], static_cast<int>(staff) + 1));
  }
  bool same_key = !last.keys.empty() && !state.keys.empty() && last.keys[0]->equals(*state.keys[0]);
  if (!state.keys.empty() && !same_key) signs.push_back(sign(Kind::Key, state.keys[0], 0));
  bool same_time = last.time && state.time && last.time->equals(*state.time);
  if (state.time && !same_time) signs.push_back(sign(Kind::Time, state.time, 0));
  return signs;
}

MeasurePtr with_signs(const Measure& measure, std::vector<Item> signs) {
  auto result = std::make_shared<Measure>(measure);
  for (Voice& voice : result->voices)
    std::erase_if(voice.items, [](const Item& item) {
      return is_attribute(item) && item.kind != Kind::Transpose;
    });
  if (signs.empty()) return result;
  if (result->voices.empty()) result->voices.push_back({1, 1, {}});
  Voice& first = result->voices[0];
  for (Item& item : signs)
    if (item.staff == first.staff) item.staff = 0;
  first.items.insert(first.items.begin(), signs.begin(), signs.end());
  return result;
}

/// Signatures that hold for a measure hold for it wherever it goes.
PartPtr reversed_part(const Part& part, Metre metre) {
  if (part.loose) {
    Part copy = part;
    copy.loose_items = reversed_items(part.loose_items);
    return make_part(copy, bar_items(copy.loose_items, nullptr));
  }
  std::vector<MeasurePtr> measures;
  Context last;
  for (size_t i = part.measures.size(); i-- > 0;) {
    const Slot& slot = part.measures[i];
    measures.push_back(with_signs(*reversed_measure(*slot.measure, *part.measures.before(i)),
                                  signs_between(last, *slot.after)));
    last = *slot.after;
  }
  move_times(measures);
  if (!measures.empty()) {  // a final barline stays final
    auto first = std::make_shared<Measure>(*measures.front());
    auto end = measures.size() == 1 ? first : std::make_shared<Measure>(*measures.back());
    std::swap(first->left.style, end->right.style);
    measures.front() = first;
    measures.back() = end;
  }
  Part copy = part;
  copy.measures = Measures();
  copy.loose = false;
  copy.loose_items.clear();
  return with_measures(copy, 0, 0, measures, metre);
}

bool all_items(const std::vector<Value>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const Value& value) { return value.as<Item>(); });
}

}  // namespace

Value retrograde(const Value& music) {
  if (const Item* item = music.as<Item>()) return reversed_event(*item);
  if (const MeasurePtr* measure = music.as<MeasurePtr>()) {
    std::vector<MeasurePtr> one{reversed_measure(**measure)};
    move_times(one);
    return one[0];
  }
  if (const PartPtr* part = music.as<PartPtr>())
    return reversed_part(**part, Metre::MayBeGivenLater);
  if (const ScorePtr* score = music.as<ScorePtr>()) {
    auto result = std::make_shared<Score>(**score);
    for (PartPtr& part : result->parts) part = reversed_part(*part, Metre::AsStated);
    return ScorePtr(result);
  }
  const List* list = music.as<List>();
  if (!list)
    throw Error(
        ErrorKind::Type,
        "retrograde takes an event, a list, a measure, a part or a score, not " + describe(music));
  auto result = std::make_shared<std::vector<Value>>();
  if (all_items(**list)) {
    std::vector<Item> items;
    for (const Value& value : **list) items.push_back(*value.as<Item>());
    for (Item& item : reversed_items(items)) result->push_back(std::move(item));
  } else {
    for (auto value = (*list)->rbegin(); value != (*list)->rend(); ++value)
      result->push_back(value->as<Pitch>() || value->as<List>() ? *value : retrograde(*value));
  }
  return List(result);
}

}  // namespace fermata
