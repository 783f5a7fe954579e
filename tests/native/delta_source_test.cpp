#include "text/delta_source.h"

#include "random_score.h"
#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

/// As stored rows are taken back: the last first, before and after exchanged.
std::vector<DeltaRow> inverted(std::vector<DeltaRow> rows) {
  std::reverse(rows.begin(), rows.end());
  for (DeltaRow& row : rows) {
    std::swap(row.before, row.after);
    if (row.op == "insert")
      row.op = "delete";
    else if (row.op == "delete")
      row.op = "insert";
  }
  return rows;
}

/// One line a step: op part measure position voice.
std::string steps(const Score& before, const Score& after) {
  std::string text;
  for (const DeltaRow& row : delta_rows(before, after)) {
    text += row.op + " " + (row.part.empty() ? "-" : row.part) + " " +
            (row.measure ? std::to_string(*row.measure) : "-") + " " +
            std::to_string(row.position) + " " + std::to_string(row.voice) + "\n";
  }
  return text;
}

void check_both_ways(const Score& before, const Score& after) {
  std::vector<DeltaRow> rows = delta_rows(before, after);
  CHECK(*apply_delta(before, delta_from(rows)) == after);
  CHECK(*apply_delta(after, delta_from(inverted(rows))) == before);
}

/// The score with some measures of one part exchanged for those of another score where they fit.
ScorePtr mixed(RandomScore& random, const ScorePtr& score, const ScorePtr& other) {
  auto result = std::make_shared<Score>(*score);
  if (random.below(3) == 0) result->title = "Title " + std::to_string(random.below(100));
  if (random.below(4) == 0 && result->parts.size() > 1 && result->groups.empty())
    result->groups.push_back({Group::Bracket, "All", 0, result->parts.size() - 1});
  if (random.below(4) == 0 && result->groups.empty()) result->parts.pop_back();
  if (random.below(4) == 0 && !other->parts.empty() && result->groups.empty()) {
    auto added = std::make_shared<Part>(*other->parts[0]);
    added->id = "X1";
    result->parts.push_back(added);
  }
  return result;
}

}  // namespace

TEST_CASE("a delta in words names the measure, its place and the one voice", "[delta]") {
  ScorePtr before = score(
      "(measure (voice 1 (note c4 :w)) (voice 2 (note c3 :w))) (measure (note d4 :w)) (measure "
      "(note e4 :w)) (measure (note f4 :w))");
  auto to = [&](const std::string& measures) { return steps(*before, *score(measures)); };
  std::string first = "(measure (voice 1 (note c4 :w)) (voice 2 (note c3 :w)))",
              rest = "(measure (note d4 :w)) (measure (note e4 :w)) (measure (note f4 :w))";
  CHECK(to(first + rest).empty());
  CHECK(to("(measure (voice 1 (note c4 :w)) (voice 2 (note d3 :w)))" + rest) ==
        "replace P1 1 0 2\n");
  CHECK(to("(measure (voice 1 (note g4 :w)) (voice 2 (note d3 :w)))" + rest) ==
        "replace P1 1 0 0\n");
  CHECK(to(first + rest + "(measure (note g4 :w))") == "insert P1 5 4 0\n");
  CHECK(to(first + "(measure (note f4 :w))") == "delete P1 2 1 0\ndelete P1 3 1 0\n");
}

TEST_CASE("parts and titles are steps of their own", "[delta]") {
  ScorePtr one = read_score("(score (part :flute (measure (note c5 :w))))");
  ScorePtr two = read_score(
      "(score :title \"Duo\" (group :brace (part :flute (measure (note c5 :w))) (part :oboe "
      "(measure (note c4 :w)))))");
  CHECK(steps(*one, *two) == "insert P2 - 1 0\nattribute - - 0 0\n");
  CHECK(steps(*two, *one) == "delete P2 - 1 0\nattribute - - 0 0\n");
  check_both_ways(*one, *two);
  ScorePtr renamed = read_score("(score (part :flute :name \"Fl. 1\" (measure (note c5 :w))))");
  CHECK(steps(*one, *renamed) == "attribute P1 - 0 0\n");
  check_both_ways(*one, *renamed);
  check_both_ways(Score(), *two);
}

TEST_CASE("rows that are no delta are refused", "[delta]") {
  ScorePtr one = score("(measure (note c4 :w))");
  DeltaRow row{"replace", "P1", 1, 0, 0, "(measure (note c4 :w))", "(measure (note d4 :w))"};
  CHECK_NOTHROW(apply_delta(*one, delta_from({row})));
  auto refused = [&](auto change) {
    DeltaRow wrong = row;
    change(wrong);
    CHECK_THROWS_AS(apply_delta(*one, delta_from({wrong})), Error);
  };
  refused([](DeltaRow& r) { r.op = "swap"; });
  refused([](DeltaRow& r) { r.after.reset(); });
  refused([](DeltaRow& r) { r.after = "(measure (note"; });
  refused([](DeltaRow& r) { r.after = "(note c4 :q)"; });
  refused([](DeltaRow& r) { r.after = "(system \"ls\")"; });
  refused([](DeltaRow& r) { r.after = "(measure (note c4 :w) (note c4 :w))"; });
  refused([](DeltaRow& r) { r.before = "(measure (note e4 :w))"; });
  refused([](DeltaRow& r) { r.position = 7; });
  refused([](DeltaRow& r) { r.part = "P2"; });
}

TEST_CASE("random deltas lead there and back through their text", "[delta][random]") {
  for (uint32_t seed = 1; seed <= 2000; ++seed) {
    INFO(seed);
    RandomScore random(seed), more(seed + 100000);
    ScorePtr a = read_score(random.source()), b = read_score(more.source());
    check_both_ways(*a, *b);
    check_both_ways(*a, *mixed(random, a, b));
  }
}

TEST_CASE("measures are found by their number without counting all of them", "[part]") {
  std::string source;
  for (int i = 0; i < 300; ++i)
    source += i == 0     ? "(measure :pickup (note c4 :q))"
              : i == 200 ? "(measure :number 500 (note c4 :w))"
                         : "(measure (note c4 :w))";
  PartPtr part = score(source)->parts[0];
  const Measures& measures = part->measures;
  std::vector<int> numbers = measure_numbers(*part);
  for (size_t i = 0; i < numbers.size(); ++i) {
    CHECK(measures.number(i) == numbers[i]);
    CHECK(measures.find(numbers[i]) == i);
  }
  CHECK(measures.number(300) == 600);
  CHECK(!measures.find(200));
  CHECK(!measures.find(600));
  CHECK(Measures().number(0) == 1);
}
