#include "text/transform.h"

#include "ir/assemble.h"
#include "source_fixture.h"

using namespace fermata;
using namespace fermata::from_source;

namespace {

std::string text(const Value& value) { return to_source(value, 10000); }
Interval interval(const char* name) { return *parse_interval(name); }

}  // namespace

TEST_CASE("transposition moves pitches, keys and chord symbols", "[transform]") {
  CHECK(text(transpose(value("(note c4 :q :staccato)"), interval("M3"))) ==
        "(note e4 :q :staccato)");
  CHECK(text(transpose(value("(chord (c4 e4 g4) :h)"), interval("P5"))) == "(chord (g4 b4 d5) :h)");
  CHECK(text(transpose(value("(measure (key c :major) (harmony \"C7\") (note c4 :w))"),
                       interval("M2"))) ==
        "(measure (key d :major) (harmony \"D7\") (note d4 :w))");
  CHECK(text(transpose(value("(note c4 :q)"), 1)) == "(note db4 :q)");
  CHECK(text(transpose(value("(tuplet 3:2 (line :8 c4 d4 e4))"), -12)) ==
        text(value("(tuplet 3:2 (line :8 c3 d3 e3))")));
  CHECK_THROWS_AS(transpose(value("(note c9 :q)"), interval("P8")), Error);
}

TEST_CASE("transposition along a key stays in it", "[transform]") {
  CHECK(text(transpose_diatonic(value("(line :q c4 d4 e4)"), 2, 0)) ==
        text(value("(line :q e4 f4 g4)")));
  CHECK(text(transpose_diatonic(value("(line :q d4 e4 f#4)"), 2, 2)) ==
        text(value("(line :q f#4 g4 a4)")));
}

TEST_CASE("inversion is its own inverse", "[transform]") {
  Value line = value("(line :q c4 e4 g4 bb4)");
  Pitch axis = parse_pitch("d4")->pitch;
  CHECK(text(invert(invert(line, axis), axis)) == text(line));
  CHECK(text(invert(value("(note e4 :q)"), parse_pitch("c4")->pitch)) == "(note ab3 :q)");
}

TEST_CASE("time is scaled exactly, and the metre with it", "[transform]") {
  CHECK(text(scale_time(value("(line :q c4 d4)"), Rational(2))) == text(value("(line :h c4 d4)")));
  CHECK(text(scale_time(value("(measure (time 3 4) (note c4 :h.))"), Rational(1, 2))) ==
        "(measure (time 3 8) (note c4 :q.))");
  Value line = value("(line :8 c4 d4 e4)");
  CHECK(text(scale_time(scale_time(line, Rational(4)), Rational(1, 4))) == text(line));
}

TEST_CASE("backwards twice is forwards", "[transform]") {
  for (const char* source :
       {"(line :q c4 d4 :h e4)", "(measure (note c4 :h :tie start) (note c4 :h :tie stop))",
        "(measure (note c4 :h :slur start) (note d4 :h :slur stop))",
        "(tuplet 3:2 (line :8 c4 d4 e4))"}) {
    INFO(source);
    CHECK(text(retrograde(retrograde(value(source)))) == text(value(source)));
  }
  CHECK(text(retrograde(value("(line :q c4 d4 :h e4)"))) == text(value("(line :h e4 :q d4 c4)")));
}

TEST_CASE("what is no music is refused", "[transform]") {
  CHECK_THROWS_AS(transpose(Value(Rational(5)), interval("M3")), Error);
  CHECK_THROWS_AS(retrograde(Value(true)), Error);
}

TEST_CASE("what spans events turns around with them", "[transform]") {
  auto turned = [](const std::string& source) {
    return to_source(retrograde(value(source)), 1000);
  };
  CHECK(turned("(measure (grace (note d5 :8 :slur start)) (note c5 :q :slur stop) (note e5 :q))") ==
        "(measure (note e5 :q) (grace (note d5 :8 :slur start)) (note c5 :q :slur stop))");
  CHECK(turned("(measure (note c4 :h :glissando) (note d4 :h))") ==
        "(measure (note d4 :h :glissando) (note c4 :h))");
  CHECK(turned("(part (measure (barline :repeat-forward) (note c4 :w)) (measure (note d4 :w) "
               "(barline :repeat-backward :times 3)))") ==
        "(part (measure (barline :repeat-forward) (note d4 :w)) (measure (note c4 :w) (barline "
        ":repeat-backward :times 3)))");
  CHECK(turned(
            "(part (measure (ottava :15ma) (note c4 :w)) (measure (ottava :stop) (note d4 :w)))") ==
        "(part (measure (ottava :15ma) (note d4 :w)) (measure (ottava :stop) (note c4 :w)))");
  CHECK_THROWS_AS(retrograde(value("(measure (note c4 :h) (clef :bass) (note d4 :h))")), Error);
}

TEST_CASE("a transformed part of loose events is still barred by its score", "[transform]") {
  Value part = value("(part :violin (line :q c4 d4 e4 f4 g4 a4))");
  auto three_four = std::make_shared<Time>();
  three_four->beats = {3};
  for (const Value& changed :
       {transpose(part, 2), retrograde(part), invert(part, Pitch{0, 0, 4})}) {
    ScoreParts whole;
    whole.parts = {*changed.as<PartPtr>()};
    whole.time = three_four;
    CHECK(make_score(whole)->parts[0]->measures.size() == 2);
  }
}

TEST_CASE("replacements are as many as what they replace", "[transform]") {
  Value line = value("(line :q c4 d4)");
  CHECK_THROWS_AS(with_pitches(line, {Pitch{0, 0, 4}}), Error);
  CHECK_THROWS_AS(with_pitches(line, std::vector<Pitch>(3)), Error);
  CHECK_THROWS_AS(with_events(line, std::vector<std::vector<Item>>(3)), Error);
}

TEST_CASE("a chord symbol keeps the suffix it was written with", "[transform]") {
  CHECK(to_source(transpose(value("(harmony \"Bbmin7/F\")"), *parse_interval("m3"))) ==
        "(harmony \"Dbmin7/Ab\")");
  CHECK(to_source(transpose(value("(harmony \"A♭maj7\")"), *parse_interval("M2"))) ==
        "(harmony \"Bbmaj7\")");
}

TEST_CASE("a key that changes in one voice does not reach back in another", "[transform]") {
  Value part = value(
      "(part :piano :staves 2 (measure (staff 1 (note d4 :q) (note e4 :q) (key d :major) (note e4 "
      ":h)) "
      "(staff 2 (note c3 :w))) (measure (staff 1 (note e4 :w)) (staff 2 (note e3 :w))))");
  CHECK(to_source(transpose_diatonic(part, 1, 0), 1000) ==
        "(part :piano :staves 2 (measure (staff 1 (note e4 :q) (note f4 :q) (key d :major) (note "
        "f#4 :h)) "
        "(staff 2 (note d3 :w))) (measure (staff 1 (note f#4 :w)) (staff 2 (note f#3 :w))))");
}
