#include "base/rational.h"

#include <catch2/catch.hpp>
#include <limits>

#include "base/error.h"

using namespace fermata;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

template <class Function>
ErrorKind kind_of_failure(Function function) {
  try {
    function();
  } catch (const Error& error) {
    CHECK_FALSE(error.message.empty());
    return error.kind;
  }
  FAIL("nothing was thrown");
  return ErrorKind::Internal;
}

}  // namespace

TEST_CASE("a fraction is in lowest terms with a positive denominator", "[rational]") {
  CHECK(Rational(6, 8).num() == 3);
  CHECK(Rational(6, 8).den() == 4);
  CHECK(Rational(3, -4) == Rational(-3, 4));
  CHECK(Rational(-6, -8) == Rational(3, 4));
  CHECK(Rational(0, -7) == Rational(0));
  CHECK(Rational(0, -7).den() == 1);
  CHECK(Rational(1 << 20, 1 << 30) == Rational(1, 1 << 10));
  CHECK(Rational(kMax, kMax) == Rational(1));
  CHECK(Rational(kMin, kMin) == Rational(1));
  CHECK(Rational(kMin, 2) == Rational(kMin / 2));
}

TEST_CASE("arithmetic is exact", "[rational]") {
  CHECK(Rational(1, 4) + Rational(1, 8) == Rational(3, 8));
  CHECK(Rational(1, 4) - Rational(3, 8) == Rational(-1, 8));
  CHECK(Rational(2, 3) * Rational(3, 8) == Rational(1, 4));
  CHECK(Rational(1, 4) / Rational(2, 3) == Rational(3, 8));
  CHECK(Rational(1, 4) / Rational(-2, 3) == Rational(-3, 8));
  CHECK(-Rational(1, 4) == Rational(-1, 4));
  Rational sum;
  for (int i = 0; i < 7; ++i) sum += Rational(1, 7);
  CHECK(sum == Rational(1));
  sum -= Rational(1, 3);
  CHECK(sum == Rational(2, 3));
}

TEST_CASE("large terms are exact as long as the result fits", "[rational]") {
  Rational big(kMax, 3);
  CHECK(big * Rational(3, kMax) == Rational(1));
  CHECK(big / big == Rational(1));
  CHECK(big - big == Rational(0));
  CHECK(Rational(kMax - 1) + Rational(1) == Rational(kMax));
  CHECK(Rational(1, kMax) + Rational(1, kMax) == Rational(2, kMax));
  CHECK(Rational(1LL << 40, 3) + Rational(1, 3) == Rational((1LL << 40) + 1, 3));
}

TEST_CASE("what does not fit is an error, never a wrap", "[rational]") {
  CHECK(kind_of_failure([] { return Rational(kMax) + Rational(1); }) == ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(-kMax) - Rational(kMax); }) == ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(kMax) * Rational(2); }) == ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(1, kMax) * Rational(1, 2); }) == ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(1, kMax) + Rational(1, kMax - 1); }) ==
        ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(kMin, 1); }) == ErrorKind::Overflow);
  CHECK(kind_of_failure([] { return Rational(1, kMin); }) == ErrorKind::Overflow);
}

TEST_CASE("division by zero is an error", "[rational]") {
  CHECK(kind_of_failure([] { return Rational(1, 0); }) == ErrorKind::Value);
  CHECK(kind_of_failure([] { return Rational(1, 4) / Rational(0); }) == ErrorKind::Value);
}

TEST_CASE("order is that of the numbers", "[rational]") {
  CHECK(Rational(1, 3) < Rational(1, 2));
  CHECK(Rational(-1, 2) < Rational(-1, 3));
  CHECK(Rational(5, 8) > Rational(3, 8));
  CHECK(Rational(kMax, 2) > Rational(kMax - 1, 2));
  CHECK(Rational(1, kMax) < Rational(1, kMax - 1));
  CHECK((Rational(2, 4) <=> Rational(1, 2)) == std::strong_ordering::equal);
}

TEST_CASE("a fraction prints as Scheme writes it", "[rational]") {
  CHECK(to_string(Rational(3, 8)) == "3/8");
  CHECK(to_string(Rational(-3, 8)) == "-3/8");
  CHECK(to_string(Rational(8, 4)) == "2");
  CHECK(to_string(Rational()) == "0");
}

TEST_CASE("least common multiple", "[rational]") {
  CHECK(checked_lcm(4, 6) == 12);
  CHECK(checked_lcm(7, 7) == 7);
  CHECK(checked_lcm(1, 480) == 480);
  CHECK(kind_of_failure([] { return checked_lcm(kMax, kMax - 1); }) == ErrorKind::Overflow);
}
