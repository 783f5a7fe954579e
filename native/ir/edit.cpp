#include "ir/edit.h"

#include <algorithm>

#include "base/error.h"
#include "ir/assemble.h"
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

ScorePtr spliced(const Score& score, size_t part, size_t index, size_t count,
                 const std::vector<MeasurePtr>& measures) {
  const Part& old = part_at(score, part);
  if (index > old.measures.size() || count > old.measures.size() - index)
    no_measures(index, count, old.measures.size());
  return with_part(score, part, with_measures(old, index, count, measures, Metre::AsStated));
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

/// The measure with `items` at `offset` of the voice, which must not reach beyond it already.
MeasurePtr with_items(const Measure& measure, const Cursor& cursor, const Rational& offset,
                      const std::vector<Item>& items) {
  auto result = std::make_shared<Measure>(measure);
  const Voice* old = find_voice(measure, cursor.staff, cursor.voice);
  Voice voice = old ? *old : Voice{cursor.voice, cursor.staff, {}};
  Rational end = length_of(voice.items);
  bool has_events =
      std::any_of(items.begin(), items.end(), [](const Item& item) { return takes_time(item); });
  bool whole_bar = std::any_of(voice.items.begin(), voice.items.end(), [](const Item& item) {
    return (item.flags & kWholeMeasure) && item.length.is_zero();
  });
  if (has_events && (end > offset || whole_bar))
    throw Error(ErrorKind::Music, "the voice already has music there",
                "move the cursor, or replace the measure");
  if (!has_events &&
      offset < end) {  // signs go before the event that begins there, or the next one
    Rational at;
    auto place = voice.items.begin();
    for (; place != voice.items.end() && at < offset; ++place) at += time_of(*place);
    voice.items.insert(place, items.begin(), items.end());
    return replace_voice(std::move(*result), std::move(voice));
  }
  if (end < offset) {
    Item gap;
    gap.kind = Kind::Skip;
    gap.length = offset - end;
    voice.items.push_back(gap);
  }
  for (const Item& item : items)
    for (Item& piece : split_to_values(item)) {
      piece.voice = 0;
      if (piece.staff == cursor.staff) piece.staff = 0;
      voice.items.push_back(std::move(piece));
    }
  return replace_voice(std::move(*result), std::move(voice));
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

}  // namespace

Edited append(const Score& score, const Cursor& cursor, const std::vector<Item>& items) {
  const Part& part = part_at(score, cursor.part);
  if (cursor.measure > part.measures.size()) no_measures(cursor.measure, 1, part.measures.size());
  for (const Item& item : items)
    if (item.kind == Kind::Voice || item.kind == Kind::Staff || item.kind == Kind::Backup)
      throw Error(ErrorKind::Music, "this has no meaning at the cursor",
                  "voices and staves belong in a measure");
  bool exists = cursor.measure < part.measures.size();
  const ContextPtr& context =
      exists ? part.measures[cursor.measure].after : part.measures.before(cursor.measure);
  Barring barring(full_length(*context), cursor.offset);
  std::vector<Item> all = with_marks_applied(items);
  for (const Item& item : all) barring.add(item);
  Rational offset = cursor.offset, end = barring.at();
  std::vector<std::vector<Item>> bars = barring.take();

  std::vector<MeasurePtr> changed;
  size_t index = cursor.measure, replaced = 0;
  for (std::vector<Item>& bar : bars) {
    MeasurePtr old;
    if (index < part.measures.size())
      old = part.measures[index].measure, ++replaced;
    else
      old = std::make_shared<Measure>();
    auto shell = std::make_shared<Measure>(*old);
    std::vector<Item> rest = take_barlines(*shell, bar);
    changed.push_back(rest.empty() ? MeasurePtr(shell) : with_items(*shell, cursor, offset, rest));
    offset = Rational(0);
    ++index;
  }
  Edited result{spliced(score, cursor.part, cursor.measure, replaced, changed), cursor};
  result.cursor.measure = index - 1;
  result.cursor.offset = end;
  const Slot& last = result.score->parts[cursor.part]->measures[index - 1];
  Rational full = full_length(*last.after);
  if (!full.is_zero() && end >= full) {
    result.cursor.measure = index;
    result.cursor.offset = Rational(0);
  }
  return result;
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

ScorePtr add_part(const Score& score, const PartPtr& part) {
  ScoreParts whole;
  whole.score = score;
  whole.score.parts.clear();
  whole.parts = score.parts;
  whole.parts.push_back(part);
  whole.groups = score.groups;
  return make_score(std::move(whole));
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
