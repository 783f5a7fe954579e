#include "ir/excerpt.h"

#include <algorithm>

#include "base/error.h"
#include "ir/assemble.h"

namespace fermata {

namespace {

/// Whether `voice` states a sign of this kind before its first event.
bool begins_with(const Voice& voice, Kind kind) {
  for (const Item& item : voice.items) {
    if (item.kind == kind) return true;
    if (item.kind < Kind::Direction) return false;
  }
  return false;
}

template <class T>
void add_sign(std::vector<Item>& signs, const Voice& voice, Kind kind,
              const std::shared_ptr<const T>& detail) {
  if (!detail || begins_with(voice, kind)) return;
  Item item;
  item.kind = kind;
  item.detail = detail;
  signs.push_back(item);
}

template <class T>
std::shared_ptr<const T> at_staff(const std::vector<std::shared_ptr<const T>>& signs, int staff) {
  const size_t index = static_cast<size_t>(staff - 1);
  return index < signs.size() ? signs[index] : nullptr;
}

/// The measure with what holds before it written out, in the first voice of each staff.
MeasurePtr opening(const Measure& measure, const Context& before, int number) {
  auto result = std::make_shared<Measure>(measure);
  if (!measure.pickup && number != 1) result->number = number;
  if (result->voices.empty()) result->voices.emplace_back();
  int staff = 0;
  for (Voice& voice : result->voices) {
    if (voice.staff == staff) continue;
    staff = voice.staff;
    std::vector<Item> signs;
    add_sign(signs, voice, Kind::Clef, at_staff(before.clefs, staff));
    add_sign(signs, voice, Kind::Key, at_staff(before.keys, staff));
    if (&voice == &result->voices.front()) add_sign(signs, voice, Kind::Time, before.time);
    voice.items.insert(voice.items.begin(), signs.begin(), signs.end());
  }
  return result;
}

PartPtr part_of(const Score& score, const Selection& selection) {
  Part part = *score.parts[selection.part];
  const Measures all = part.measures;
  std::vector<MeasurePtr> measures = selection.measures;
  measures.front() =
      opening(*measures.front(), *all.before(selection.first), all.number(selection.first));
  part.loose = false;
  part.loose_items.clear();
  part.measures = Measures();
  return make_part(std::move(part), std::move(measures));
}

}  // namespace

ScorePtr excerpt(const Score& score, const Region& region) {
  ScoreParts whole;
  whole.score = score;
  whole.score.parts.clear();
  whole.score.groups.clear();
  const std::vector<Selection> selections = select(score, region);
  for (const Selection& selection : selections)
    if (!selection.measures.empty()) whole.parts.push_back(part_of(score, selection));
  if (whole.parts.size() == score.parts.size()) whole.groups = score.groups;
  return make_score(std::move(whole));
}

}  // namespace fermata
