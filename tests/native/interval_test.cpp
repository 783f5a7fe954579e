#include "ir/interval.h"

#include <catch2/catch.hpp>

#include "base/error.h"

using namespace fermata;

namespace {

Pitch p(std::string_view name) { return parse_pitch(name)->pitch; }
Interval i(std::string_view name) { return *parse_interval(name); }

}  // namespace

TEST_CASE("intervals are read by quality and number", "[interval]") {
  CHECK(i("P1") == Interval{0, 0});
  CHECK(i("m2") == Interval{1, 2});
  CHECK(i("M3") == Interval{2, 8});
  CHECK(i("A4") == Interval{3, 12});
  CHECK(i("d5") == Interval{4, 12});
  CHECK(i("P8") == Interval{7, 24});
  CHECK(i("M9") == Interval{8, 28});
  CHECK(i("-M3") == Interval{-2, -8});
  CHECK(i("+M3") == i("M3"));
  CHECK(i("AA4") == Interval{3, 14});
  for (const char* wrong : {"", "M", "3", "M5", "P3", "m4", "M0", "X3", "M3x", "--M3"})
    CHECK_FALSE(parse_interval(wrong));
}

TEST_CASE("intervals are printed as they are read", "[interval]") {
  for (const char* name : {"P1", "m2", "M2", "m3", "M3", "P4", "A4", "d5", "P5", "m6", "M6", "m7",
                           "M7", "P8", "M9", "-P5", "-m2", "dd5"})
    CHECK(to_string(i(name)) == name);
}

TEST_CASE("an interval leads from one pitch to the other and back", "[interval]") {
  CHECK(interval_between(p("c4"), p("e4")) == i("M3"));
  CHECK(interval_between(p("e4"), p("c4")) == i("-M3"));
  for (const char* from : {"c4", "f#3", "bb5", "ebb4", "g##2"})
    for (const char* to : {"c4", "f#3", "bb5", "ebb4", "g##2"})
      CHECK(transposed(p(from), interval_between(p(from), p(to))) == p(to));
}

TEST_CASE("transposition keeps the spelling that the interval asks for", "[interval]") {
  CHECK(to_string(transposed(p("c4"), i("A4"))) == "f#4");
  CHECK(to_string(transposed(p("c4"), i("d5"))) == "gb4");
  CHECK(to_string(transposed(p("b4"), i("m2"))) == "c5");
  CHECK(to_string(transposed_semitones(p("c4"), 1)) == "db4");
  CHECK(to_string(transposed_semitones(p("c4"), -12)) == "c3");
  CHECK(to_string(inverted(p("e4"), p("c4"))) == "ab3");
  CHECK_THROWS_AS(transposed(p("g9"), i("P8")), Error);
}
