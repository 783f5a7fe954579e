#include "ir/delta.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.h"
#include "ir/validate.h"

namespace fermata {

namespace {

/// Of the parts only their ids are left, which say what the groups hold.
ScorePtr titles_of(const Score& score) {
  auto titles = std::make_shared<Score>(score);
  for (PartPtr& part : titles->parts) {
    auto name = std::make_shared<Part>();
    name->id = part->id;
    part = name;
  }
  return titles;
}

bool same_titles(const Score& a, const Score& b) {
  return std::tie(a.title, a.subtitle, a.composer, a.lyricist, a.arranger, a.copyright, a.groups) ==
         std::tie(b.title, b.subtitle, b.composer, b.lyricist, b.arranger, b.copyright, b.groups);
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

void diff_measures(const Part& before, const Part& after, Delta& delta) {
  const Measures &a = before.measures, &b = after.measures;
  if (a.size() == b.size()) {
    for (size_t i = Measures::first_difference(a, b); i < a.size();
         i = Measures::first_difference(a, b, i + 1))
      delta.push_back(measure_change(Change::Replace, after.id, i, a[i].measure, b[i].measure));
    return;
  }
  size_t head = Measures::first_difference(a, b),
         tail = Measures::common_tail(a, b, std::min(a.size(), b.size()) - head);
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
/// be valid. What lies before and behind all of them is never looked at.
struct Draft {
  explicit Draft(PartPtr old)
      : part(std::move(old)), measures(part->measures), head(measures.size()), tail(head) {}

  void splice(size_t index, size_t count, std::vector<Slot> slots) {
    head = std::min(head, index);
    tail = std::min(tail, measures.size() - index - count);
    measures = measures.spliced(index, count, std::move(slots));
  }

  PartPtr finished() const {
    size_t old_size = part->measures.size(), first = std::min(head, old_size - tail);
    std::vector<MeasurePtr> middle;
    for (size_t i = first; i + tail < measures.size(); ++i) middle.push_back(measures[i].measure);
    return with_measures(*part, first, old_size - first - tail, middle, Metre::AsStated);
  }

  PartPtr part;
  Measures measures;  // as they will be, in no state yet
  size_t head, tail;  // how many at the beginning and at the end are untouched
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
    for (auto& [id, draft] : drafts_) score_->parts[index_of(*score_, id)] = draft.finished();
    validate_part_list(*score_);
    return score_;
  }

 private:
  Draft& draft_of(const std::string& id) {
    auto found = drafts_.find(id);
    if (found != drafts_.end()) return found->second;
    size_t index = index_of(*score_, id);
    if (index == score_->parts.size()) does_not_fit();
    return drafts_.emplace(id, Draft(score_->parts[index])).first->second;
  }

  void titles(const Change& change) {
    if (!same_titles(*score_, *change.score_before)) does_not_fit();
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

  /// What the part says of itself has changed, so every measure is checked anew.
  void data(Draft& draft, const Change& change) {
    if (!same(data_of(*draft.part), change.part_before)) does_not_fit();
    auto copy = std::make_shared<Part>(*change.part_after);
    copy->measures = Measures();
    draft.part = copy;
    draft.head = draft.tail = 0;
  }

  void measure(Draft& draft, const Change& change) {
    bool there = change.op != Change::Insert;
    size_t size = draft.measures.size();
    if (change.position > size || (there && change.position == size)) does_not_fit();
    if (there && !same(draft.measures[change.position].measure, change.measure_before))
      does_not_fit();
    std::vector<Slot> slots;
    if (change.op != Change::Delete) slots.push_back({change.measure_after, nullptr});
    draft.splice(change.position, there ? 1 : 0, std::move(slots));
  }

  std::shared_ptr<Score> score_;
  std::map<std::string, Draft> drafts_;
};

}  // namespace

Delta diff(const Score& before, const Score& after) {
  Delta delta;
  diff_parts(before, after, delta);
  if (!same_titles(before, after)) {
    Change change;
    change.op = Change::Attribute;
    change.what = Change::ScoreData;
    change.score_before = titles_of(before);
    change.score_after = titles_of(after);
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
