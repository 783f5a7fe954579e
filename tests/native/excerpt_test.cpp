#include "ir/excerpt.h"

#include <catch2/catch.hpp>

#include "source_fixture.h"

namespace fermata {
namespace {

ScorePtr piece() {
  return read_score(R"((score :title "Piece" :composer "Me"
    (part :violin (measure (clef :alto) (key d :major) (time 3 4) (note d4 :h.))
      (measure (note e4 :h.)) (measure (time 2 4) (note f#4 :q :tie start) (note f#4 :q :tie stop))
      (measure (note g4 :q) (note a4 :q :tie start)) (measure (note a4 :h :tie stop)))
    (part :piano (measure (key d :major) (time 3 4) (voice 1 (note d5 :h.)) (staff 2 (note d3 :h.)))
      (measure (note e5 :h.)) (measure (time 2 4) (note f#5 :h)) (measure (note g5 :h))
      (measure (note a5 :h)))))");
}

std::string excerpt_source(const char* region) {
  return to_source(Value(excerpt(*piece(), parse_region(region))), 1000);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("an excerpt begins with what holds there") {
  const std::string text = excerpt_source("P1:m2-3");
  CAPTURE(text);
  CHECK(holds(text, "(clef :alto) (key d :major) (time 3 4) (note e4 :h.)"));
  CHECK(holds(text, "(time 2 4) (note f#4 :q"));
  CHECK(holds(text, "\"Piece\""));
  CHECK(!holds(text, "Piano"));
  CHECK(!holds(text, "g4"));
}

TEST_CASE("an excerpt says nothing twice") {
  const std::string text = excerpt_source("P1:m3");
  CAPTURE(text);
  CHECK(holds(text, "(time 2 4)"));
  CHECK(!holds(text, "(time 3 4)"));
  CHECK(holds(excerpt_source("P1:m1"), "(measure (clef :alto) (key d :major) (time 3 4)"));
}

TEST_CASE("measures of an excerpt keep their numbers") {
  const ScorePtr score = excerpt(*piece(), parse_region("m4"));
  REQUIRE(score->parts.size() == 2);
  CHECK(score->parts[0]->measures.number(0) == 4);
}

TEST_CASE("an excerpt reads back as it was") {
  for (const char* region : {"m1-2", "m2-4", "P2:m2-5", "m1-5"}) {
    const ScorePtr score = excerpt(*piece(), parse_region(region));
    CHECK(*read_score(to_source(Value(score), 80)) == *score);
  }
}

TEST_CASE("an excerpt that cuts a tie is refused") {
  CHECK_THROWS_AS(excerpt(*piece(), parse_region("P1:m5")), Error);
  CHECK_NOTHROW(excerpt(*piece(), parse_region("P1:m4-5")));
}

}  // namespace
}  // namespace fermata
