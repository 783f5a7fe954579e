#include "ir/duration.h"

#include <catch2/catch.hpp>

#include "base/error.h"

using namespace fermata;

TEST_CASE("all names of a duration say the same", "[duration]") {
  for (const DurationRow& row : duration_table()) {
    Rational length = length_of(NoteValue{row.log2, 0});
    CHECK(parse_duration(row.name) == length);
    for (size_t at = 0; at < row.words.size();) {
      size_t end = std::min(row.words.find(' ', at), row.words.size());
      INFO(row.words.substr(at, end - at));
      CHECK(parse_duration(row.words.substr(at, end - at)) == length);
      at = end + 1;
    }
  }
  CHECK(parse_duration("Q") == Rational(1, 4));
  CHECK(parse_duration("Crotchet.") == Rational(3, 8));
}

TEST_CASE("dots add half each", "[duration]") {
  CHECK(parse_duration("q.") == Rational(3, 8));
  CHECK(parse_duration("q..") == Rational(7, 16));
  CHECK(parse_duration("q...") == Rational(15, 32));
  CHECK_FALSE(parse_duration("q...."));
  CHECK(parse_duration("maxima...") == Rational(15));
  CHECK(parse_duration("1024...") == Rational(15, 8192));
}

TEST_CASE("what is no duration is none", "[duration]") {
  for (const char* name : {"", ".", "qq", "3", "5", "q.q", "quarters", "2048", "x", "-q", "q "})
    CHECK_FALSE(parse_duration(name));
}

TEST_CASE("every note value is found again by its length", "[duration]") {
  for (int log2 = kMinLog2; log2 <= kMaxLog2; ++log2)
    for (int dots = 0; dots <= kMaxDots; ++dots) {
      NoteValue value{log2, dots};
      CHECK(note_value(length_of(value)) == value);
      CHECK(parse_duration(duration_name(length_of(value))) == length_of(value));
    }
  CHECK_FALSE(note_value(Rational(1, 3)));
  CHECK_FALSE(note_value(Rational(5, 8)));
  CHECK_FALSE(note_value(Rational(0)));
  CHECK_FALSE(note_value(Rational(-1, 4)));
  CHECK(to_source(Rational(3, 8)) == ":q.");
  CHECK(to_source(Rational(5, 8)) == "5/8");
}

TEST_CASE("lengths are cut into few values", "[duration]") {
  CHECK(split_into_values(Rational(5, 8)) == std::vector{Rational(1, 2), Rational(1, 8)});
  CHECK(split_into_values(Rational(9, 8)) == std::vector{Rational(1), Rational(1, 8)});
  for (int n = 1; n < 200; ++n) {
    Rational sum(0);
    for (const Rational& value : split_into_values(Rational(n, 64))) {
      CHECK(note_value(value));
      sum += value;
    }
    CHECK(sum == Rational(n, 64));
  }
  CHECK_THROWS_AS(split_into_values(Rational(1, 3)), Error);
  CHECK_THROWS_AS(split_into_values(Rational(0)), Error);
  CHECK_THROWS_AS(split_into_values(Rational(1000000)), Error);
}

TEST_CASE("lengths are told in quarters", "[duration]") {
  CHECK(in_quarters(Rational(1, 4)) == "1 quarter");
  CHECK(in_quarters(Rational(3, 8)) == "3/2 quarters");
}
