#include "ir/edit.h"

#include <algorithm>

#include "base/error.h"
#include "ir/assemble.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/split.h"
#include "ir/validate.h"

namespace fermata {

ScorePtr with_part(const Score& score, size_t index, PartPtr part) {
  auto result = std::make_shared<Score>(score);
  result->parts[index] = std::move(part);
  share_metre(result->parts);
  return result;
}

namespace {

const Part& part_at(const Score& score, size_t index) {
  if (index >= score.parts.size())
    throw Error(ErrorKind::Value, "the score has no part number " + std::to_string(index + 1));
  return *score.parts[index];
}

[[noreturn]] void no_measures(size_t index, size_t count, size_t size) {
  throw Error(ErrorKind::Value,
              "there are no " + std::to_string(count) + " measures from the " +
                  std::to_string(index + 1) + ". on",
              "the part has " + std::to_string(size));
}

/// The error with its measure named as it is printed.
Error& in_printed_measure(Error& error, const Part& part) {
  if (error.measure < 0) return error;
  int number = part.measures.number(static_cast<size_t>(error.measure));
  error.message = "in " + part.id + " m" + std::to_string(number) + ": " + error.message;
  error.measure = -1;
  return error;
}

ScorePtr spliced(const Score& score, size_t part, size_t index, size_t count,
                 const std::vector<MeasurePtr>& measures) {
  const Part& old = part_at(score, part);
  if (index > old.measures.size() || count > old.measures.size() - index)
    no_measures(index, count, old.measures.size());
  try {
    return with_part(score, part, with_measures(old, index, count, measures, Metre::AsStated));
  } catch (Error& error) {
    throw in_printed_measure(error, old);
  }
}

const Voice* find_voice(const Measure& measure, int staff, int number) {
  for (const Voice& voice : measure.voices)
    if (voice.staff == staff && voice.number == number) return &voice;
  return nullptr;
}

/// The measure with this voice in place of the one with its number.
MeasurePtr replace_voice(Measure measure, Voice voice) {
  auto result = std::make_shared<Measure>(std::move(measure));
  std::erase_if(result->voices,
                [&](const Voice& v) { return v.staff == voice.staff && v.number == voice.number; });
  auto place = std::find_if(result->voices.begin(), result->voices.end(), [&](const Voice& v) {
    return std::pair(v.staff, v.number) > std::pair(voice.staff, voice.number);
  });
  result->voices.insert(place, std::move(voice));
  return result;
}

bool any_event(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(), is_event);
}

bool is_whole_bar(const Item& item) {
  return (item.flags & kWholeMeasure) && item.length.is_zero();
}

Voice voice_of(const Measure& measure, const Cursor& cursor) {
  const Voice* old = find_voice(measure, cursor.staff, cursor.voice);
  return old ? *old : Voice{cursor.voice, cursor.staff, {}};
}

Item gap_of(const Rational& length) {
  Item gap;
  gap.kind = Kind::Skip;
  gap.length = length;
  return gap;
}

/// Items as they stand in the cursor's voice, in note values.
void add_pieces(std::vector<Item>& row, const Cursor& cursor, const std::vector<Item>& items) {
  for (const Item& item : items)
    for (Item& piece : split_to_values(item)) {
      piece.voice = 0;
      if (piece.staff == cursor.staff) piece.staff = 0;
      row.push_back(std::move(piece));
    }
}

/// Signs go before the event that begins at `offset`, or before the next one.
void add_signs(std::vector<Item>& row, const Rational& offset, const std::vector<Item>& signs) {
  Rational at;
  auto place = row.begin();
  for (; place != row.end() && (at < offset || !is_event(*place)); ++place) at += time_of(*place);
  row.insert(place, signs.begin(), signs.end());
}

/// The measure with `items` at `offset` of the voice, which must not reach beyond it already.
MeasurePtr with_items(const Measure& measure, const Cursor& cursor, const Rational& offset,
                      const std::vector<Item>& items) {
  Voice voice = voice_of(measure, cursor);
  Rational end = length_of(voice.items);
  bool whole_bar = std::any_of(voice.items.begin(), voice.items.end(), is_whole_bar);
  if (any_event(items) && (end > offset || whole_bar))
    throw Error(ErrorKind::Music, "the voice already has music there",
                "move the cursor, or replace the measure");
  if (!any_event(items) && offset < end) {
    add_signs(voice.items, offset, items);
  } else {
    if (end < offset && !whole_bar) voice.items.push_back(gap_of(offset - end));
    add_pieces(voice.items, cursor, items);
  }
  return replace_voice(measure, std::move(voice));
}

/// Barlines go to the edges of the measure; everything else is given back.
std::vector<Item> take_barlines(Measure& measure, const std::vector<Item>& items) {
  std::vector<Item> rest;
  for (const Item& item : items) {
    if (item.kind != Kind::Barline) {
      rest.push_back(item);
      continue;
    }
    const auto& line = detail<Barline>(item);
    bool left = line.side == Barline::Left ||
                (line.side == Barline::ByPlace && length_of(measure).is_zero() && rest.empty());
    merge_bar(left ? measure.left : measure.right, line.bar);
  }
  return rest;
}

/// Marks at the beginning of `items` go to the event before the cursor; the rest is given back.
std::vector<Item> take_marks(Measure& measure, const Cursor& cursor, std::vector<Item> items) {
  auto first = std::find_if(items.begin(), items.end(),
                            [](const Item& item) { return item.kind != Kind::Mark; });
  if (first == items.begin()) return items;
  Voice voice = voice_of(measure, cursor);
  auto event = std::find_if(voice.items.rbegin(), voice.items.rend(), is_event);
  if (event == voice.items.rend() || length_of(voice.items) > cursor.offset) return items;
  for (auto mark = items.begin(); mark != first; ++mark) apply_mark(*event, *mark);
  measure = *replace_voice(measure, std::move(voice));
  return {first, items.end()};
}

/// How long the measures from the cursor on are, as far as the items may reach; the last holds on.
std::vector<Rational> rooms_for(const Part& part, const Cursor& cursor, Rational length) {
  std::vector<Rational> rooms;
  Rational sum = -cursor.offset;
  for (size_t i = cursor.measure; i < part.measures.size() && sum <= length; ++i) {
    rooms.push_back(room_of(part, i));
    sum += rooms.back();
  }
  if (sum <= length || rooms.empty()) {
    size_t count = part.measures.size();
    rooms.push_back(full_length(*part.measures.before(count)));
  }
  return rooms;
}

/// The items in bars, the first of which begins at the cursor.
Barring barred(const Part& part, const Cursor& cursor, const std::vector<Item>& items) {
  bool changes_time = std::any_of(items.begin(), items.end(),
                                  [](const Item& item) { return item.kind == Kind::Time; });
  Barring barring(room_of(part, cursor.measure), cursor.offset);
  if (!changes_time) barring.follow(rooms_for(part, cursor, length_of(items)));
  for (const Item& item : items) barring.add(item);
  return barring;
}

void check_place(const Score& score, const Cursor& cursor) {
  const Part& part = part_at(score, cursor.part);
  if (cursor.measure > part.measures.size()) no_measures(cursor.measure, 1, part.measures.size());
}

/// Items of one voice, at the cursor.
Edited append_row(const Score& score, const Cursor& cursor, std::vector<Item> items) {
  check_place(score, cursor);
  const Part& part = *score.parts[cursor.part];
  auto measure_at = [&](size_t index) {
    return index < part.measures.size() ? *part.measures[index].measure : Measure();
  };
  Measure first = measure_at(cursor.measure);
  items = with_marks_applied(take_marks(first, cursor, std::move(items)));
  Barring barring = barred(part, cursor, items);
  Rational end = barring.at(), offset = cursor.offset;
  std::vector<std::vector<Item>> bars = barring.take();

  std::vector<MeasurePtr> changed;
  for (const std::vector<Item>& bar : bars) {
    Measure shell = changed.empty() ? first : measure_at(cursor.measure + changed.size());
    std::vector<Item> rest = take_barlines(shell, bar);
    changed.push_back(rest.empty() ? std::make_shared<Measure>(std::move(shell))
                                   : with_items(shell, cursor, offset, rest));
    offset = Rational(0);
  }
  size_t replaced = std::min(changed.size(), part.measures.size() - cursor.measure);
  Edited result{spliced(score, cursor.part, cursor.measure, replaced, changed), cursor, cursor};
  if (bars[0].empty() && bars.size() > 1) ++result.from.measure, result.from.offset = Rational(0);
  result.cursor.measure = cursor.measure + bars.size() - 1;
  result.cursor.offset = end;
  return result;
}

}  // namespace

Rational room_of(const Part& part, size_t index) {
  if (index >= part.measures.size()) return full_length(*part.measures.before(index));
  const Slot& slot = part.measures[index];
  Rational length = slot.measure->pickup ? length_of(*slot.measure) : Rational(0);
  return length.is_zero() ? full_length(*slot.after) : length;
}

Cursor voice_end(const Score& score, size_t part, int staff, int voice) {
  const Part& music = part_at(score, part);
  Cursor cursor{part, staff, voice, 0, Rational(0)};
  for (size_t i = music.measures.size(); i-- > 0;) {
    const Voice* found = find_voice(*music.measures[i].measure, staff, voice);
    if (!found || !any_event(found->items)) continue;
    bool whole_bar = std::any_of(found->items.begin(), found->items.end(), is_whole_bar);
    cursor.measure = i;
    cursor.offset = whole_bar ? room_of(music, i) : length_of(found->items);
    break;
  }
  return cursor;
}

Edited append(const Score& score, const Cursor& cursor, const std::vector<Item>& items) {
  VoiceKey home{cursor.staff, cursor.voice};
  std::map<VoiceKey, std::vector<Item>> rows = rows_of(items, home);
  if (rows.size() == 1 && rows.begin()->first == home)
    return append_row(score, cursor, std::move(rows[home]));
  check_place(score, cursor);
  Edited result{std::make_shared<Score>(score), cursor, cursor};
  for (auto& [key, row] : rows) {
    Cursor place =
        key == home ? cursor : voice_end(*result.score, cursor.part, key.first, key.second);
    Edited edited = append_row(*result.score, place, std::move(row));
    result.score = edited.score;
    if (key == rows.begin()->first || key == home) result.from = edited.from;
    if (key == home) result.cursor = edited.cursor;
  }
  return result;
}

namespace {

[[noreturn]] void reaches_over(const Item& event) {
  throw Error(ErrorKind::Music,
              "an event of " + in_quarters(event.length) + " there reaches over the place",
              "replace the measure, or choose a beat at which an event begins");
}

/// What stands in the voice from `from` to `to` gives way to `items`; signs there stay, after them.
void overwrite(std::vector<Item>& row, const Cursor& cursor, const std::vector<Item>& items) {
  Rational from = cursor.offset, to = from + length_of(items), at;
  std::vector<Item> head, tail;
  for (Item& item : row) {
    Rational end = at + time_of(item);
    bool gone = is_whole_bar(item) || (is_event(item) && at >= from && at < to);
    if (takes_time(item) && ((at < from && end > from) || (at < to && end > to)))
      reaches_over(item);
    if (!gone) (at < from || (at == from && !is_event(item)) ? head : tail).push_back(item);
    at = end;
  }
  if (length_of(head) < from) head.push_back(gap_of(from - length_of(head)));
  add_pieces(head, cursor, items);
  head.insert(head.end(), tail.begin(), tail.end());
  row = std::move(head);
}

}  // namespace

ScorePtr put(const Score& score, const Cursor& cursor, const std::vector<Item>& items) {
  const Part& part = part_at(score, cursor.part);
  if (cursor.measure >= part.measures.size()) no_measures(cursor.measure, 1, part.measures.size());
  Measure measure = *part.measures[cursor.measure].measure;
  std::vector<Item> rest = take_barlines(measure, with_marks_applied(items));
  if (!rest.empty() && !any_event(rest)) {
    measure = *with_items(measure, cursor, cursor.offset, rest);
  } else if (!rest.empty()) {
    Voice voice = voice_of(measure, cursor);
    overwrite(voice.items, cursor, rest);
    measure = *replace_voice(std::move(measure), std::move(voice));
  }
  return spliced(score, cursor.part, cursor.measure, 1,
                 {std::make_shared<Measure>(std::move(measure))});
}

ScorePtr insert_measures(const Score& score, size_t part, size_t index,
                         const std::vector<MeasurePtr>& measures) {
  return spliced(score, part, index, 0, measures);
}

ScorePtr replace_measures(const Score& score, size_t part, size_t index, size_t count,
                          const std::vector<MeasurePtr>& measures) {
  return spliced(score, part, index, count, measures);
}

ScorePtr delete_measures(const Score& score, size_t part, size_t index, size_t count) {
  return spliced(score, part, index, count, {});
}

ScorePtr append_measure(const Score& score, size_t part, const MeasurePtr& measure) {
  const Part& music = part_at(score, part);
  size_t count = music.measures.size();
  MeasurePtr last = count ? music.measures[count - 1].measure : nullptr;
  auto has_events = [](const Voice& voice) { return any_event(voice.items); };
  if (!last || std::any_of(last->voices.begin(), last->voices.end(), has_events))
    return spliced(score, part, count, 0, {measure});
  std::vector<Item> signs;
  for (const Voice& voice : last->voices)
    signs.insert(signs.end(), voice.items.begin(), voice.items.end());
  Measure joined = signs.empty() ? *measure : *with_leading_items(*measure, signs);
  merge_bar(joined.left, last->left);
  return spliced(score, part, count - 1, 1, {std::make_shared<Measure>(std::move(joined))});
}

namespace {

bool is_tempo(const Item& sign) {
  return sign.kind == Kind::Direction && detail<Direction>(sign).kind == DirectionKind::Tempo;
}

/// Clef, key, time, tempo and then everything else, as they are written.
int rank(const Item& sign) {
  switch (sign.kind) {
    case Kind::Clef: return 0;
    case Kind::Key: return 1;
    case Kind::Time: return 2;
    default: return is_tempo(sign) ? 3 : 4;
  }
}

bool takes_place_of(const Item& sign, const Item& old, int old_staff) {
  if (sign.kind != old.kind) return false;
  if (sign.kind == Kind::Clef) return (sign.staff ? sign.staff : 1) == old_staff;
  return sign.kind != Kind::Direction ||
         detail<Direction>(sign).kind == detail<Direction>(old).kind;
}

void remove_sign(Voice& voice, const Item& sign) {
  auto end = std::find_if(voice.items.begin(), voice.items.end(), is_event);
  auto gone = std::remove_if(voice.items.begin(), end, [&](const Item& old) {
    return takes_place_of(sign, old, old.staff ? old.staff : voice.staff);
  });
  voice.items.erase(gone, end);
}

}  // namespace

ScorePtr with_sign(const Score& score, size_t part, size_t index, const Item& sign) {
  const Part& music = part_at(score, part);
  if (index >= music.measures.size()) no_measures(index, 1, music.measures.size());
  auto measure = std::make_shared<Measure>(*music.measures[index].measure);
  for (Voice& voice : measure->voices) remove_sign(voice, sign);
  if (measure->voices.empty()) measure->voices.push_back({1, 1, {}});
  std::vector<Item>& row = measure->voices[0].items;
  auto place = std::find_if(row.begin(), row.end(), [&](const Item& item) {
    return is_event(item) || rank(item) > rank(sign);
  });
  Item placed = sign;
  if (placed.staff == measure->voices[0].staff) placed.staff = 0;
  row.insert(place, placed);
  std::erase_if(measure->voices, [](const Voice& voice) { return voice.items.empty(); });
  return spliced(score, part, index, 1, {measure});
}

namespace {

ScorePtr with_parts_added(const Score& score, const std::vector<PartPtr>& parts,
                          const std::vector<Group>& groups) {
  ScoreParts whole;
  whole.score = score;
  whole.score.parts.clear();
  whole.parts = score.parts;
  whole.groups = score.groups;
  for (const PartPtr& part : parts) {
    auto is_its = [&](const PartPtr& other) { return other->id == part->id; };
    whole.parts.push_back(part);
    if (std::none_of(score.parts.begin(), score.parts.end(), is_its)) continue;
    auto renamed = std::make_shared<Part>(*part);
    renamed->id.clear();
    whole.parts.back() = renamed;
  }
  whole.groups.insert(whole.groups.end(), groups.begin(), groups.end());
  return make_score(std::move(whole));
}

}  // namespace

ScorePtr add_part(const Score& score, const PartPtr& part) {
  return with_parts_added(score, {part}, {});
}

ScorePtr add_group(const Score& score, const PartGroup& group) {
  size_t first = score.parts.size();
  std::vector<Group> groups{{group.symbol, group.name, first, first + group.parts.size() - 1}};
  for (Group inner : group.inner) {
    inner.first += first;
    inner.last += first;
    groups.push_back(inner);
  }
  return with_parts_added(score, group.parts, groups);
}

ScorePtr remove_part(const Score& score, size_t part) {
  part_at(score, part);
  auto result = std::make_shared<Score>(score);
  result->parts.erase(result->parts.begin() + static_cast<long>(part));
  share_metre(result->parts);
  std::vector<Group> groups;
  for (Group group : result->groups) {
    if (group.first == part && group.last == part) continue;
    if (group.first > part) --group.first;
    if (group.last >= part) --group.last;
    groups.push_back(group);
  }
  result->groups = std::move(groups);
  return result;
}

}  // namespace fermata
