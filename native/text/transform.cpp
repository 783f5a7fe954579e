#include "text/transform.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "ir/assemble.h"
#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/split.h"
#include "ir/validate.h"

namespace fermata {

namespace {

std::vector<Item> map_item(const Item& item, const ItemMap& change);

std::vector<Item> map_all(const std::vector<Item>& items, const ItemMap& change) {
  std::vector<Item> result;
  result.reserve(items.size());
  for (const Item& item : items)
    for (Item& changed : map_item(item, change)) result.push_back(std::move(changed));
  return result;
}

Item tuplet_of(const Item& item, const ItemMap& change) {
  auto tuplet = std::make_shared<TupletDetail>(detail<TupletDetail>(item));
  std::vector<Item> items;
  for (const Item& inner : map_all(tuplet->items, change))
    for (Item& piece : split_to_values(inner)) items.push_back(std::move(piece));
  tuplet->items = std::move(items);
  Item result = item;
  result.length = length_of(tuplet->items) * Rational(tuplet->normal, tuplet->actual);
  result.detail = tuplet;
  return result;
}

std::vector<Item> map_item(const Item& item, const ItemMap& change) {
  if (item.kind == Kind::Tuplet) {
    Item tuplet = tuplet_of(item, change);
    return tuplet.length.is_zero() ? std::vector<Item>{} : std::vector<Item>{tuplet};
  }
  Item result = item;
  if (item.kind == Kind::Grace) {
    auto grace = std::make_shared<GraceDetail>();
    grace->items = map_all(detail<GraceDetail>(item).items, change);
    if (grace->items.empty()) return {};
    for (const Item& inner : grace->items)
      if (inner.kind > Kind::Chord || inner.kind == Kind::Rest || !note_value(inner.length))
        throw Error(ErrorKind::Music,
                    "a grace group holds notes and chords of one note value each");
    result.detail = grace;
    return {result};
  }
  if (item.kind == Kind::Voice || item.kind == Kind::Staff) {
    auto group = std::make_shared<GroupDetail>(detail<GroupDetail>(item));
    group->items = map_all(group->items, change);
    result.detail = group;
    return {result};
  }
  return change(item);
}

std::vector<Item> map_voice(const std::vector<Item>& voice, const ItemMap& change) {
  std::vector<Item> items;
  for (const Item& item : map_all(voice, change))
    for (Item& piece : split_to_values(item)) items.push_back(std::move(piece));
  return items;
}

MeasurePtr map_measure(const Measure& measure, const ItemMap& change) {
  auto result = std::make_shared<Measure>(measure);
  for (Voice& voice : result->voices) voice.items = map_voice(voice.items, change);
  return result;
}

using MeasureMap = std::function<MeasurePtr(const Measure&)>;

PartPtr with_all_measures(const Part& part, const std::vector<MeasurePtr>& measures, Metre metre) {
  Part copy = part;
  copy.measures = Measures();
  copy.loose = false;
  copy.loose_items.clear();
  return with_measures(copy, 0, 0, measures, metre);
}

PartPtr map_part(const Part& part, const MeasureMap& change, Metre metre) {
  std::vector<MeasurePtr> measures;
  part.measures.each([&](size_t, const Slot& slot) {
    poll_interrupt();
    measures.push_back(change(*slot.measure));
  });
  return with_all_measures(part, measures, metre);
}

/// A part of loose events whose score may still give it a time signature stays one.
PartPtr barred_anew(const Part& part, std::vector<Item> items) {
  Part copy = part;
  std::vector<MeasurePtr> measures = bar_items(items, nullptr);
  copy.loose_items = std::move(items);
  return make_part(std::move(copy), std::move(measures));
}

using PartMap = std::function<PartPtr(const Part&, Metre)>;

ScorePtr map_score(const Score& score, const PartMap& change) {
  auto result = std::make_shared<Score>(score);
  for (PartPtr& part : result->parts) part = change(*part, Metre::AsStated);
  return result;
}

PartGroupPtr map_group(const PartGroup& group, const PartMap& change) {
  auto result = std::make_shared<PartGroup>(group);
  for (PartPtr& part : result->parts) part = change(*part, Metre::MayBeGivenLater);
  return result;
}

[[noreturn]] void not_music(const Value& value) {
  throw Error(ErrorKind::Type,
              "this takes an event, a list of events, a measure, a part or a score, not " +
                  describe(value));
}

/// Replace the pitches of an event by `change`.
Item with_changed_pitches(const Item& item, const std::function<Pitch(const Pitch&)>& change) {
  Item result = item;
  if (item.kind == Kind::Note) result.pitch = change(item.pitch);
  if (item.kind == Kind::Chord) {
    auto copy = std::make_shared<EventDetail>(detail<EventDetail>(item));
    for (Member& member : copy->members) member.pitch = change(member.pitch);
    result.detail = copy;
  }
  return result;
}

Value map_pitches(const Value& music, const std::function<Pitch(const Pitch&)>& change) {
  if (const Pitch* pitch = music.as<Pitch>()) return change(*pitch);
  if (const List* list = music.as<List>()) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& value : **list) result->push_back(map_pitches(value, change));
    return List(result);
  }
  return map_items(music, [&](const Item& item) {
    return std::vector<Item>{with_changed_pitches(item, change)};
  });
}

}  // namespace

Value map_items(const Value& music, const ItemMap& change) {
  if (const Item* item = music.as<Item>()) {
    std::vector<Item> items = map_item(*item, change);
    if (items.size() == 1) return items[0];
    return List(std::make_shared<std::vector<Value>>(items.begin(), items.end()));
  }
  if (const List* list = music.as<List>()) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& value : **list) {
      Value mapped = map_items(value, change);
      const List* several = value.as<Item>() ? mapped.as<List>() : nullptr;
      if (several)
        result->insert(result->end(), (*several)->begin(), (*several)->end());
      else
        result->push_back(std::move(mapped));
    }
    return List(result);
  }
  MeasureMap on_measure = [&](const Measure& measure) { return map_measure(measure, change); };
  PartMap on_part = [&](const Part& part, Metre metre) {
    return part.loose ? barred_anew(part, map_all(part.loose_items, change))
                      : map_part(part, on_measure, metre);
  };
  if (const MeasurePtr* measure = music.as<MeasurePtr>()) return on_measure(**measure);
  if (const PartPtr* part = music.as<PartPtr>()) return on_part(**part, Metre::MayBeGivenLater);
  if (const PartGroupPtr* group = music.as<PartGroupPtr>()) return map_group(**group, on_part);
  if (const ScorePtr* score = music.as<ScorePtr>()) return map_score(**score, on_part);
  not_music(music);
}

namespace {

/// Fifths by which a key moves when it is transposed by `interval`.
int fifths_moved(const Interval& interval) {
  Pitch moved = transposed(
      {0, 0, 4}, Interval{interval.steps % 7, interval.quarter_tones - 24 * (interval.steps / 7)});
  return fifths_of(moved, 0);
}

Pitch root_moved(Pitch root, const Interval& interval) {
  root.octave = 4;
  Pitch moved = transposed(
      root, Interval{interval.steps % 7, interval.quarter_tones - 24 * (interval.steps / 7)});
  moved.octave = 4;
  return moved;
}

std::string root_name(const Pitch& root) {
  std::string name(1, step_letter(root.step));
  return name +
         std::string(static_cast<size_t>(std::abs(root.alter) / 2), root.alter > 0 ? '#' : 'b');
}

Item harmony_moved(const Item& item, const Interval& interval) {
  auto direction = std::make_shared<Direction>(detail<Direction>(item));
  ChordSymbol& symbol = direction->harmony;
  // The kind stays as the user wrote it: min7 or m7.
  std::string kind(chord_suffix(direction->text));
  symbol.root = root_moved(symbol.root, interval);
  if (symbol.bass) symbol.bass = root_moved(*symbol.bass, interval);
  direction->text =
      root_name(symbol.root) + kind + (symbol.bass ? "/" + root_name(*symbol.bass) : "");
  Item result = item;
  result.detail = direction;
  return result;
}

Item key_moved(const Item& item, int fifths) {
  auto key = std::make_shared<Key>(detail<Key>(item));
  key->fifths += fifths;
  // A signature of more than seven signs is written as its enharmonic twin.
  if (key->fifths > 7) key->fifths -= 12;
  if (key->fifths < -7) key->fifths += 12;
  Item result = item;
  result.detail = key;
  return result;
}

Value transpose_by(const Value& music, const Interval& interval,
                   const std::function<Pitch(const Pitch&)>& move) {
  if (music.as<Pitch>()) return map_pitches(music, move);
  if (const List* list = music.as<List>()) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& value : **list) result->push_back(transpose_by(value, interval, move));
    return List(result);
  }
  int fifths = interval.quarter_tones % 2 == 0 ? fifths_moved(interval) : 0;
  return map_items(music, [&](const Item& item) -> std::vector<Item> {
    if (item.kind == Kind::Key) return {key_moved(item, fifths)};
    if (item.kind == Kind::Direction && detail<Direction>(item).kind == DirectionKind::Harmony)
      return {harmony_moved(item, interval)};
    return {with_changed_pitches(item, move)};
  });
}

}  // namespace

Value transpose(const Value& music, const Interval& interval) {
  return transpose_by(music, interval,
                      [&](const Pitch& pitch) { return transposed(pitch, interval); });
}

Value transpose(const Value& music, int semitones) {
  Interval interval = interval_between({0, 0, 4}, transposed_semitones({0, 0, 4}, semitones % 12));
  interval.steps += 7 * (semitones / 12);
  interval.quarter_tones += 24 * (semitones / 12);
  return transpose_by(music, interval,
                      [&](const Pitch& pitch) { return transposed_semitones(pitch, semitones); });
}

namespace {

Pitch moved_in_key(const Pitch& pitch, int steps, int fifths) {
  int letter = diatonic(pitch) + steps;
  int octave = letter >= 0 ? letter / 7 : -((6 - letter) / 7), step = letter - 7 * octave;
  int alter = key_alter(fifths, step) + pitch.alter - key_alter(fifths, pitch.step);
  return pitch_from(letter, step_quarter_tones(step) + alter + 24 * (octave + 1));
}

}  // namespace

namespace {

/// Moves along the letters of the key that holds: in a voice from where it stands, in the measure's
/// other voices from the beginning if it stands there, else from the next measure on.
class DiatonicMotion {
 public:
  DiatonicMotion(int steps, int fifths) : steps_(steps), fifths_(fifths) {}

  std::vector<Item> item(const Item& item) {
    if (item.kind == Kind::Key) fifths_ = detail<Key>(item).fifths;
    return {with_changed_pitches(
        item, [&](const Pitch& pitch) { return moved_in_key(pitch, steps_, fifths_); })};
  }

  MeasurePtr measure(const Measure& measure) {
    for (const Voice& voice : measure.voices)
      for (size_t i = 0; i < voice.items.size() && !takes_time(voice.items[i]); ++i)
        if (voice.items[i].kind == Kind::Key) fifths_ = detail<Key>(voice.items[i]).fifths;
    int at_start = fifths_, at_end = fifths_;
    auto result = std::make_shared<Measure>(measure);
    for (Voice& voice : result->voices) {
      fifths_ = at_start;
      voice.items = map_voice(voice.items, [&](const Item& inner) { return item(inner); });
      if (fifths_ != at_start) at_end = fifths_;
    }
    fifths_ = at_end;
    return result;
  }

 private:
  int steps_, fifths_;
};

}  // namespace

Value transpose_diatonic(const Value& music, int steps, int fifths) {
  if (music.as<Pitch>())
    return map_pitches(music,
                       [&](const Pitch& pitch) { return moved_in_key(pitch, steps, fifths); });
  if (const List* list = music.as<List>()) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& value : **list) {
      const Item* item = value.as<Item>();
      if (item && item->kind == Kind::Key) fifths = detail<Key>(*item).fifths;
      result->push_back(transpose_diatonic(value, steps, fifths));
    }
    return List(result);
  }
  DiatonicMotion motion(steps, fifths);
  PartMap on_part = [&](const Part& part, Metre metre) {
    DiatonicMotion own(steps, fifths);
    return map_part(
        part, [&](const Measure& measure) { return own.measure(measure); }, metre);
  };
  if (const MeasurePtr* measure = music.as<MeasurePtr>()) return motion.measure(**measure);
  const PartPtr* part = music.as<PartPtr>();
  if (part && !(*part)->loose) return on_part(**part, Metre::MayBeGivenLater);
  if (const PartGroupPtr* group = music.as<PartGroupPtr>()) return map_group(**group, on_part);
  if (const ScorePtr* score = music.as<ScorePtr>()) return map_score(**score, on_part);
  return map_items(music, [&](const Item& item) { return motion.item(item); });
}

Value invert(const Value& music, const Pitch& axis) {
  return map_pitches(music, [&](const Pitch& pitch) { return inverted(pitch, axis); });
}

namespace {

std::shared_ptr<const Time> time_scaled(const Time& time, const Rational& factor) {
  if (time.symbol == Time::Senza) return std::make_shared<Time>(time);
  auto result = std::make_shared<Time>();
  int64_t up = factor.num(), type = time.beat_type * factor.den();
  while (up % 2 == 0 && type > 1) up /= 2, type /= 2;
  if ((type & (type - 1)) != 0 || type > 1024 || up > 1000)
    throw Error(ErrorKind::Value, "no time signature is " + to_string(factor) + " times as long",
                "scale the events alone, and choose the time signature");
  result->beats.clear();
  for (int beat : time.beats) result->beats.push_back(static_cast<int>(beat * up));
  result->beat_type = static_cast<int>(type);
  return result;
}

std::vector<Item> item_scaled(const Item& item, const Rational& factor) {
  Item result = item;
  if (item.kind == Kind::Time)
    result.detail = time_scaled(detail<Time>(item), factor);
  else if (is_event(item) || item.kind == Kind::Backup)
    result.length = item.length * factor;
  return {result};
}

/// A part that states no time is in 4/4, which has to be said once it is something else.
PartPtr part_scaled(const Part& part, const Rational& factor, Metre metre) {
  if (part.loose)
    return barred_anew(part, map_all(part.loose_items,
                                     [&](const Item& item) { return item_scaled(item, factor); }));
  bool first = true;
  return map_part(
      part,
      [&](const Measure& measure) {
        MeasurePtr scaled =
            map_measure(measure, [&](const Item& item) { return item_scaled(item, factor); });
        if (first && !time_of(measure)) {
          auto copy = std::make_shared<Measure>(*scaled);
          if (copy->voices.empty()) copy->voices.push_back({1, 1, {}});
          Item sign;
          sign.kind = Kind::Time;
          sign.detail = time_scaled(Time{}, factor);
          copy->voices[0].items.insert(copy->voices[0].items.begin(), sign);
          scaled = copy;
        }
        first = false;
        return scaled;
      },
      metre);
}

}  // namespace

Value scale_time(const Value& music, const Rational& factor) {
  if (factor <= Rational(0))
    throw Error(ErrorKind::Value, "lengths are multiplied by a number above zero");
  PartMap on_part = [&](const Part& part, Metre metre) { return part_scaled(part, factor, metre); };
  if (const Duration* duration = music.as<Duration>()) return Duration{duration->length * factor};
  if (const PartPtr* part = music.as<PartPtr>()) return on_part(**part, Metre::MayBeGivenLater);
  if (const PartGroupPtr* group = music.as<PartGroupPtr>()) return map_group(**group, on_part);
  if (const ScorePtr* score = music.as<ScorePtr>()) return map_score(**score, on_part);
  if (const List* list = music.as<List>()) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& value : **list) result->push_back(scale_time(value, factor));
    return List(result);
  }
  return map_items(music, [&](const Item& item) { return item_scaled(item, factor); });
}

std::vector<Item> events_of(const Value& music) {
  std::vector<Item> events;
  map_items(music, [&](const Item& item) -> std::vector<Item> {
    if (is_event(item) && item.kind != Kind::Skip) events.push_back(item);
    return {item};
  });
  return events;
}

Value with_events(const Value& music, const std::vector<std::vector<Item>>& events) {
  size_t next = 0;
  Value result = map_items(music, [&](const Item& item) -> std::vector<Item> {
    if (!is_event(item) || item.kind == Kind::Skip) return {item};
    if (next >= events.size())
      throw Error(ErrorKind::Value, "there are more events than replacements");
    return events[next++];
  });
  if (next != events.size())
    throw Error(ErrorKind::Value, "there are more replacements than events");
  return result;
}

std::vector<Pitch> pitches_in(const Value& music) {
  std::vector<Pitch> pitches;
  map_pitches(music, [&](const Pitch& pitch) {
    pitches.push_back(pitch);
    return pitch;
  });
  return pitches;
}

Value with_pitches(const Value& music, const std::vector<Pitch>& pitches) {
  size_t next = 0;
  Value result = map_pitches(music, [&](const Pitch&) {
    if (next >= pitches.size())
      throw Error(ErrorKind::Value, "there are more pitches than replacements");
    return pitches[next++];
  });
  if (next != pitches.size())
    throw Error(ErrorKind::Value, "there are more replacements than pitches");
  return result;
}

}  // namespace fermata
