#include "ir/delta.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "ir/validate.h"

namespace fermata {

namespace {

ScorePtr titles_of(const Score& score) {
  auto titles = std::make_shared<Score>(score);
  titles->parts.clear();
  return titles;
}

PartPtr data_of(const Part& part) {
  auto data = std::make_shared<Part>(part);
  data->measures = Measures();
  data->loose_items.clear();
  return data;
}

Change measure_change(Change::Op op, const std::string& part, size_t position, MeasurePtr before,
                      MeasurePtr after) {
  Change change;
  change.op = op;
  change.part = part;
  change.position = position;
  change.measure_before = std::move(before);
  change.measure_after = std::move(after);
  return change;
}

/// How many measures at the end of both are the same, not counting the first `from`.
size_t common_tail(const Measures& a, const Measures& b, size_t from) {
  size_t limit = std::min(a.size(), b.size()) - from, count = 0;
  while (count < limit) {
    const MeasurePtr &x = a[a.size() - 1 - count].measure, &y = b[b.size() - 1 - count].measure;
    if (x != y && !(*x == *y)) break;
    ++count;
  }
  return count;
}

void diff_measures(const Part& before, const Part& after, Delta& delta) {
  const Measures &a = before.measures, &b = after.measures;
  if (a.size() == b.size()) {
    for (size_t i = Measures::first_difference(a, b); i < a.size();
         i = Measures::first_difference(a, b, i + 1))
      delta.push_back(measure_change(Change::Replace, after.id, i, a[i].measure, b[i].measure));
    return;
  }
  size_t head = Measures::first_difference(a, b), tail = common_tail(a, b, head);
  size_t old_count = a.size() - head - tail, new_count = b.size() - head - tail,
         both = std::min(old_count, new_count);
  for (size_t i = head; i < head + both; ++i) {
    const MeasurePtr &x = a[i].measure, &y = b[i].measure;
    if (x != y && !(*x == *y)) delta.push_back(measure_change(Change::Replace, after.id, i, x, y));
  }
  for (size_t i = head + both; i < head + old_count; ++i)
    delta.push_back(measure_change(Change::Delete, after.id, head + both, a[i].measure, nullptr));
  for (size_t i = head + both; i < head + new_count; ++i)
    delta.push_back(measure_change(Change::Insert, after.id, i, nullptr, b[i].measure));
}

Change part_change(Change::Op op, Change::What what, size_t position, PartPtr before,
                   PartPtr after) {
  Change change;
  change.op = op;
  change.what = what;
  change.part = (after ? after : before)->id;
  change.position = position;
  change.part_before = std::move(before);
  change.part_after = std::move(after);
  return change;
}

size_t index_of(const Score& score, const std::string& id) {
  for (size_t i = 0; i < score.parts.size(); ++i)
    if (score.parts[i]->id == id) return i;
  return score.parts.size();
}

std::vector<std::string> ids_of(const Score& score) {
  std::vector<std::string> ids;
  for (const PartPtr& part : score.parts) ids.push_back(part->id);
  return ids;
}

/// Parts that went and came; those that stay are compared when their order is the same, else all
/// are replaced.
void diff_parts(const Score& before, const Score& after, Delta& delta) {
  std::vector<std::string> kept;
  for (const std::string& id : ids_of(after))
    if (index_of(before, id) < before.parts.size()) kept.push_back(id);
  std::vector<std::string> kept_before;
  for (const std::string& id : ids_of(before))
    if (index_of(after, id) < after.parts.size()) kept_before.push_back(id);
  if (kept != kept_before) kept.clear();
  auto stays = [&](const std::string& id) {
    return std::find(kept.begin(), kept.end(), id) != kept.end();
  };
  for (size_t i = before.parts.size(); i-- > 0;)
    if (!stays(before.parts[i]->id))
      delta.push_back(part_change(Change::Delete, Change::Part, i, before.parts[i], nullptr));
  for (size_t i = 0; i < after.parts.size(); ++i)
    if (!stays(after.parts[i]->id))
      delta.push_back(part_change(Change::Insert, Change::Part, i, nullptr, after.parts[i]));
  for (const std::string& id : kept) {
    const PartPtr &a = before.parts[index_of(before, id)], &b = after.parts[index_of(after, id)];
    if (a == b) continue;
    PartPtr data_a = data_of(*a), data_b = data_of(*b);
    if (!(*data_a == *data_b))
      delta.push_back(part_change(Change::Attribute, Change::PartData, 0, data_a, data_b));
    diff_measures(*a, *b, delta);
  }
}

[[noreturn]] void does_not_fit() {
  throw Error(ErrorKind::Value, "the change was made for another state of the score");
}

bool same(const MeasurePtr& a, const MeasurePtr& b) { return a == b || (a && b && *a == *b); }
bool same(const PartPtr& a, const PartPtr& b) { return a == b || (a && b && *a == *b); }

/// A part on the way: its changes are collected and checked once, since steps in between need not
/// be valid.
struct Draft {
  PartPtr part;
  std::vector<MeasurePtr> measures;
  bool changed = false;
  bool reread =
      false;  // what the part says of itself has changed, so every measure is checked anew
};

class Applying {
 public:
  explicit Applying(const Score& score) : score_(std::make_shared<Score>(score)) {}

  void step(const Change& change) {
    if (change.what == Change::ScoreData) return titles(change);
    if (change.what == Change::Part) return part(change);
    Draft& draft = draft_of(change.part);
    if (change.what == Change::PartData) return data(draft, change);
    measure(draft, change);
  }

  ScorePtr finish() {
    for (auto& [id, draft] : drafts_) {
      if (!draft.changed) continue;
      Part copy = *draft.part;
      if (draft.reread) copy.measures = Measures();
      size_t head = 0, limit = std::min(copy.measures.size(), draft.measures.size());
      while (head < limit && copy.measures[head].measure == draft.measures[head]) ++head;
      size_t tail = 0;
      while (tail < limit - head && copy.measures[copy.measures.size() - 1 - tail].measure ==
                                        draft.measures[draft.measures.size() - 1 - tail])
        ++tail;
      std::vector<MeasurePtr> middle(draft.measures.begin() + static_cast<long>(head),
                                     draft.measures.end() - static_cast<long>(tail));
      score_->parts[index_of(*score_, id)] =
          with_measures(copy, head, copy.measures.size() - head - tail, middle, Metre::AsStated);
    }
    validate_part_list(*score_);
    return score_;
  }

 private:
  Draft& draft_of(const std::string& id) {
    auto found = drafts_.find(id);
    if (found != drafts_.end()) return found->second;
    size_t index = index_of(*score_, id);
    if (index == score_->parts.size()) does_not_fit();
    Draft draft;
    draft.part = score_->parts[index];
    draft.part->measures.each(
        [&](size_t, const Slot& slot) { draft.measures.push_back(slot.measure); });
    return drafts_.emplace(id, std::move(draft)).first->second;
  }

  void titles(const Change& change) {
    if (!(*titles_of(*score_) == *change.score_before)) does_not_fit();
    std::vector<PartPtr> parts = std::move(score_->parts);
    *score_ = *change.score_after;
    score_->parts = std::move(parts);
  }

  void part(const Change& change) {
    auto& parts = score_->parts;
    if (change.op == Change::Delete) {
      drafts_.erase(change.part);
      if (change.position >= parts.size() || !same(parts[change.position], change.part_before))
        does_not_fit();
      parts.erase(parts.begin() + static_cast<long>(change.position));
    } else {
      if (change.position > parts.size()) does_not_fit();
      parts.insert(parts.begin() + static_cast<long>(change.position), change.part_after);
    }
  }

  void data(Draft& draft, const Change& change) {
    if (!same(data_of(*draft.part), change.part_before)) does_not_fit();
    auto copy = std::make_shared<Part>(*change.part_after);
    copy->measures = draft.part->measures;
    draft.part = copy;
    draft.changed = draft.reread = true;
  }

  void measure(Draft& draft, const Change& change) {
    auto& measures = draft.measures;
    bool there = change.op != Change::Insert;
    if (change.position > measures.size() || (there && change.position == measures.size()))
      does_not_fit();
    auto place = measures.begin() + static_cast<long>(change.position);
    if (there && !same(*place, change.measure_before)) does_not_fit();
    if (change.op == Change::Insert)
      measures.insert(place, change.measure_after);
    else if (change.op == Change::Delete)
      measures.erase(place);
    else
      *place = change.measure_after;
    draft.changed = true;
  }

  std::shared_ptr<Score> score_;
  std::map<std::string, Draft> drafts_;
};

}  // namespace

Delta diff(const Score& before, const Score& after) {
  Delta delta;
  ScorePtr a = titles_of(before), b = titles_of(after);
  bool titles_differ = !(*a == *b);
  diff_parts(before, after, delta);
  if (titles_differ) {
    Change change;
    change.op = Change::Attribute;
    change.what = Change::ScoreData;
    change.score_before = a;
    change.score_after = b;
    delta.push_back(change);
  }
  return delta;
}

ScorePtr apply_delta(const Score& score, const Delta& delta) {
  Applying applying(score);
  for (const Change& change : delta) applying.step(change);
  return applying.finish();
}

Delta invert(const Delta& delta) {
  Delta result(delta.rbegin(), delta.rend());
  for (Change& change : result) {
    if (change.op == Change::Insert)
      change.op = Change::Delete;
    else if (change.op == Change::Delete)
      change.op = Change::Insert;
    std::swap(change.measure_before, change.measure_after);
    std::swap(change.part_before, change.part_after);
    std::swap(change.score_before, change.score_after);
  }
  return result;
}

}  // namespace fermata
