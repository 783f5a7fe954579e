#include "text/delta_source.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "ir/validate.h"
#include "text/notation.h"
#include "text/printer.h"

namespace fermata {

namespace {

constexpr std::array<std::string_view, 4> kOps{"insert", "replace", "delete", "attribute"};
constexpr int kOneLine = 1 << 30;

/// The voice in which the measures differ, if nothing else does.
int changed_voice(const Measure& before, const Measure& after) {
  Measure a = before, b = after;
  a.voices.clear();
  b.voices.clear();
  if (!(a == b)) return 0;
  std::vector<const Voice*> different;
  auto collect = [&](const Measure& one, const Measure& other) {
    for (const Voice& voice : one.voices)
      if (std::find(other.voices.begin(), other.voices.end(), voice) == other.voices.end())
        different.push_back(&voice);
  };
  collect(before, after);
  collect(after, before);
  if (different.empty()) return 0;
  auto is_first = [&](const Voice* voice) {
    return voice->number == different[0]->number && voice->staff == different[0]->staff;
  };
  return std::all_of(different.begin(), different.end(), is_first) ? different[0]->number : 0;
}

/// Titles, and the parts' ids as far as groups are about them.
std::string titles_source(const Score& score) {
  Score titles = score;
  if (titles.groups.empty()) titles.parts.clear();
  return to_source(titles, kOneLine);
}

template <class T>
std::optional<std::string> source_of(const std::shared_ptr<const T>& music) {
  if (!music) return {};
  return to_source(Value(music), kOneLine);
}

/// Tells measures by the numbers they have in the score in which they are.
struct Telling {
  const Score &before, &after;
  std::string part;
  size_t deleted = 0;  // of that part; the positions of what follows have moved by so many

  int number(const Change& change) {
    if (change.part != part) part = change.part, deleted = 0;
    bool gone = change.op == Change::Delete;
    const Score& score = gone ? before : after;
    auto found = std::find_if(score.parts.begin(), score.parts.end(),
                              [&](const PartPtr& p) { return p->id == change.part; });
    return (*found)->measures.number(change.position + (gone ? deleted++ : 0));
  }
};

DeltaRow row_of(const Change& change, Telling& telling) {
  DeltaRow row;
  row.op = kOps[change.op];
  row.part = change.part;
  row.position = change.position;
  switch (change.what) {
    case Change::Measure:
      row.measure = telling.number(change);
      row.before = source_of(change.measure_before);
      row.after = source_of(change.measure_after);
      if (change.op == Change::Replace)
        row.voice = changed_voice(*change.measure_before, *change.measure_after);
      break;
    case Change::Part:
    case Change::PartData:
      row.before = source_of(change.part_before);
      row.after = source_of(change.part_after);
      break;
    case Change::ScoreData:
      row.before = titles_source(*change.score_before);
      row.after = titles_source(*change.score_after);
  }
  return row;
}

[[noreturn]] void no_delta(const std::string& why) {
  throw Error(ErrorKind::Value, "this is no change of a score: " + why);
}

template <class T>
std::shared_ptr<const T> read(const std::optional<std::string>& source) {
  if (!source) return nullptr;
  Syntax syntax = tokenize(*source);
  if (syntax.status != ReadStatus::Complete || syntax.tokens.empty()) no_delta("unreadable source");
  std::optional<Value> value = notation_value(syntax, 0);
  const auto* music = value ? value->as<std::shared_ptr<const T>>() : nullptr;
  if (!music) no_delta("its source is not the music it speaks of");
  return *music;
}

/// A part by itself may leave its metre open; in a score it is what it states.
PartPtr in_metre(const PartPtr& part) {
  if (!part) return nullptr;
  std::vector<MeasurePtr> measures;
  part->measures.each([&](size_t, const Slot& slot) { measures.push_back(slot.measure); });
  Part empty = *part;
  empty.measures = Measures();
  return with_measures(empty, 0, 0, std::move(measures), Metre::AsStated);
}

Change::Op op_named(const std::string& name) {
  auto found = std::find(kOps.begin(), kOps.end(), name);
  if (found == kOps.end()) no_delta("unknown step " + name);
  return static_cast<Change::Op>(found - kOps.begin());
}

Change change_of(const DeltaRow& row) {
  Change change;
  change.op = op_named(row.op);
  change.part = row.part;
  change.position = row.position;
  bool had = change.op != Change::Insert, has = change.op != Change::Delete;
  if (had != row.before.has_value() || has != row.after.has_value())
    no_delta("before and after do not fit " + row.op);
  if (row.measure) {
    change.measure_before = read<Measure>(row.before);
    change.measure_after = read<Measure>(row.after);
  } else if (!row.part.empty()) {
    change.what = change.op == Change::Attribute ? Change::PartData : Change::Part;
    change.part_before = in_metre(read<Part>(row.before));
    change.part_after = in_metre(read<Part>(row.after));
  } else {
    change.what = Change::ScoreData;
    change.score_before = read<Score>(row.before);
    change.score_after = read<Score>(row.after);
  }
  return change;
}

}  // namespace

std::vector<DeltaRow> delta_rows(const Score& before, const Score& after) {
  std::vector<DeltaRow> rows;
  Telling telling{before, after, {}};
  for (const Change& change : diff(before, after)) rows.push_back(row_of(change, telling));
  return rows;
}

Delta delta_from(const std::vector<DeltaRow>& rows) {
  Delta delta;
  for (const DeltaRow& row : rows) delta.push_back(change_of(row));
  return delta;
}

}  // namespace fermata
