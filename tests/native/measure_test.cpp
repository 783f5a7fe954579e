#include "ir/measure.h"

#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

TEST_CASE("voices are sorted by staff and number", "[measure]") {
  MeasurePtr made = measure("(staff 2 (voice 2 (note c3 :w)) (voice 1 (note e3 :w))) (note c5 :w)");
  REQUIRE(made->voices.size() == 3);
  CHECK(made->voices[0].staff == 1);
  CHECK((made->voices[1].staff == 2 && made->voices[1].number == 1));
  CHECK((made->voices[2].staff == 2 && made->voices[2].number == 2));
}

TEST_CASE("three ways to write a second voice are the same", "[measure]") {
  MeasurePtr by_form = measure("(voice 1 (note c5 :w)) (voice 2 (note c4 :w))");
  CHECK(*by_form == *measure("(note c5 :w) (note c4 :w :voice 2)"));
  CHECK(*by_form == *measure("(note c5 :w) (backup 4) (note c4 :w :voice 2)"));
  CHECK(*by_form == *measure("(note c5 :w) (backup :w) (note c4 :w :voice 2)"));
}

TEST_CASE("a gap is kept, and its length counts", "[measure]") {
  MeasurePtr made = measure("(note c5 :w) (backup :h) (note c4 :h :voice 2)");
  REQUIRE(made->voices.size() == 2);
  CHECK(made->voices[1].items[0].kind == Kind::Skip);
  CHECK(length_of(*made) == Rational(1));
}

TEST_CASE("marks that stand alone belong to the event before", "[measure]") {
  CHECK(*measure("(note c4 :q) (staccato) (accent)") == *measure("(note c4 :q :staccato :accent)"));
  CHECK(*measure("(note c4 :q) (tie :start)") == *measure("(note c4 :q :tie start)"));
  CHECK(*measure("(note c4 :q) (lyric \"hel\" :begin)") ==
        *measure("(note c4 :q :lyric \"hel-\")"));
  CHECK(*measure("(note c4 :q) (fermata :square)") == *measure("(note c4 :q :fermata :square)"));
  CHECK(complaint("(measure (staccato))") == "this mark has no event before it [(staccato)]");
}

TEST_CASE("barlines go to the edges", "[measure]") {
  MeasurePtr made = measure("(repeat :forward) (note c4 :w) (barline :final)");
  CHECK(made->left.repeat);
  CHECK(made->right.style > 0);
  CHECK(made->voices.at(0).items.size() == 1);
  CHECK(measure("(note c4 :h) (barline :dashed) (note c4 :h)")->voices.at(0).items.size() == 3);
}

TEST_CASE("lengths that no one note has are tied", "[measure]") {
  CHECK(*measure("(note c4 5/8)") == *measure("(note c4 :h :tie start) (note c4 :8 :tie stop)"));
  CHECK(*measure("(rest 5/8)") == *measure("(rest :h) (rest :8)"));
}

TEST_CASE("the printed measure is the measure", "[measure]") {
  for (const char* items :
       {"(note c4 :q)", "(staff 2 (note c3 :w))", "(voice 3 (note c4 :h))", "(rest :measure)",
        "(time 3 4) (key d :major)", "(note c5 :w) (backup :q) (note c4 :q :voice 2)",
        "(barline :double)", "(ending 1 :start) (note c4 :w) (ending 1 :stop)"}) {
    MeasurePtr made = measure(items);
    std::string printed = to_source(Value(made));
    INFO(printed);
    CHECK(*value(printed).as<MeasurePtr>()->get() == *made);
  }
}
