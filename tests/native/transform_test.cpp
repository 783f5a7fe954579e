#include "text/transform.h"

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
