#include "ir/validate.h"

#include <set>

#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

std::string in_part(const std::string& measures) {
  return "(score (part :piano :staves 2 " + measures + "))";
}

struct Broken {
  const char* rule;
  const char* measures;
};
const Broken kBroken[] = {
    {"bar-overfull", "(measure (time 3 4) (note c4 :w))"},
    {"bar-overfull", "(measure (time 3 4)) (measure (note c4 :w))"},
    {"bar-overfull",
     "(measure (note c4 :w)) (measure (tuplet 3:2 (line :h c4 d4 e4)) (note c4 :8))"},
    {"bar-overfull",
     "(measure (note c4 :w)) (measure (staff 2 (voice 2 (note c4 :w) (note c4 :1024))))"},
    {"tie-pitch", "(measure (note c4 :h :tie start) (note d4 :h))"},
    {"tie-pitch", "(measure (note c4 :h :tie start) (rest :h))"},
    {"tie-pitch", "(measure (note c4 :h :tie start) (note c#4 :h :tie stop))"},
    {"tie-pitch", "(measure (note c4 :w :tie start)) (measure (note d4 :w))"},
    {"tie-stop", "(measure (note c4 :h) (note c4 :h :tie stop))"},
    {"slur-start", "(measure (note c4 :h :slur start) (note d4 :h :slur start))"},
    {"slur-stop", "(measure (note c4 :w :slur stop))"},
    {"slur-stop", "(measure (note c4 :h :slur start) (note d4 :h :slur stop :slur-number 2))"},
    {"span-start", "(measure (cresc) (note c4 :h) (dim) (note c4 :h))"},
    {"span-start", "(measure (ottava :8va) (note c4 :h) (ottava :8vb) (note c4 :h))"},
    {"span-stop", "(measure (note c4 :w) (cresc-stop))"},
    {"span-stop", "(measure (cresc) (note c4 :w) (dim-stop))"},
    {"span-stop", "(measure (note c4 :w) (pedal :change))"},
    {"ending", "(measure (note c4 :w) (ending 1 :stop))"},
    {"ending", "(measure (ending 1 :start) (note c4 :w)) (measure (note c4 :w) (ending 2 :stop))"},
    {"staff-number", "(measure (staff 3 (note c4 :w)))"},
    {"time-at-barline", "(measure (note c4 :q) (time 2 4))"},
};

}  // namespace

TEST_CASE("every broken rule is found and named", "[validate]") {
  std::set<std::string> seen;
  for (const Broken& broken : kBroken) {
    INFO(broken.measures);
    CHECK(broken_rule(in_part(broken.measures)) == broken.rule);
    seen.insert(broken.rule);
  }
  CHECK(broken_rule("(score (part :violin :id A (measure)) (part :viola :id A (measure)))") ==
        "part-id");
  seen.insert("part-id");
  for (const RuleRow& row : rule_table()) {
    INFO(row.name);
    // No source makes groups that overlap; the rule guards scores that were put together otherwise.
    CHECK((seen.contains(std::string(row.name)) || row.name == "group-nesting"));
    CHECK_FALSE(row.doc.empty());
  }
}

TEST_CASE("groups that overlap are refused", "[validate]") {
  Score score = *read_score(
      "(score (part :violin (measure)) (part :viola (measure)) (part :cello (measure)))");
  score.groups = {{Group::Symbol{}, "A", 0, 1}, {Group::Symbol{}, "B", 1, 2}};
  CHECK_THROWS_AS(validate(score), Error);
  score.groups = {{Group::Symbol{}, "A", 0, 2}, {Group::Symbol{}, "B", 1, 2}};
  CHECK_NOTHROW(validate(score));
}

TEST_CASE("what is right is accepted", "[validate]") {
  for (const char* measures :
       {"(measure (note c4 :w :tie start)) (measure (note c4 :w :tie stop))",
        "(measure (note c4 :w :slur start)) (measure (note d4 :w))",  // still open: told on export
        "(measure (cresc) (note c4 :w)) (measure (note c4 :w) (cresc-stop))",
        "(measure (time :senza) (note c4 :w) (note c4 :w))",
        "(measure :pickup (note c4 :q)) (measure (note c4 :w))",
        "(measure (time 3 4) (tuplet 3:2 (line :q c4 d4 e4)) (note c4 :q))"}) {
    INFO(measures);
    CHECK(broken_rule(in_part(measures)).empty());
  }
}

TEST_CASE("the error knows part and measure", "[validate]") {
  try {
    read_score(
        "(score (part :violin (measure (note c5 :w))) (part :viola (measure (note c4 :w)) (measure "
        "(note c4 :w :tie stop))))");
    FAIL("was accepted");
  } catch (const Error& error) {
    CHECK(error.measure == 1);
    CHECK(error.kind == ErrorKind::Music);
  }
}
