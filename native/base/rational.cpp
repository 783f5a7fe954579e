#include "base/rational.h"

#include <limits>

#include "base/error.h"

namespace fermata {

namespace {

using Wide = __int128;

Wide wide_gcd(Wide a, Wide b) {
  while (b != 0) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

int64_t narrow(Wide value) {
  if (value > std::numeric_limits<int64_t>::max() || value < -std::numeric_limits<int64_t>::max())
    rational_overflow();
  return static_cast<int64_t>(value);
}

bool small(int64_t value) { return value >= -(1LL << 30) && value <= (1LL << 30); }

}  // namespace

void rational_overflow() {
  throw Error(ErrorKind::Overflow,
              "a fraction of time is too fine or too long for exact arithmetic",
              "numerator and denominator must stay below 2^63");
}

void rational_zero_division() { throw Error(ErrorKind::Value, "division by zero in a fraction"); }

Rational::Rational(int64_t num, int64_t den) {
  if (den == 0) rational_zero_division();
  if (small(num) && den > 0 && small(den)) {
    int64_t divisor = std::gcd(num, den);
    num_ = divisor > 1 ? num / divisor : num;
    den_ = divisor > 1 ? den / divisor : den;
    return;
  }
  Wide n = num, d = den;
  if (d < 0) n = -n, d = -d;
  Wide g = wide_gcd(n, d);
  if (g > 1) n /= g, d /= g;
  num_ = narrow(n);
  den_ = narrow(d);
}

namespace {

Rational reduced(Wide n, Wide d) {
  if (d < 0) n = -n, d = -d;
  Wide g = wide_gcd(n, d);
  if (g > 1) n /= g, d /= g;
  return Rational(narrow(n), narrow(d));
}

}  // namespace

Rational Rational::sum(const Rational& a, const Rational& b) {
  if (small(a.num_) && small(b.num_) && small(a.den_) && small(b.den_))
    return Rational(a.num_ * b.den_ + b.num_ * a.den_, a.den_ * b.den_);
  // Through the gcd of the denominators, so that no intermediate exceeds 128 bits.
  Wide g = std::gcd(a.den_, b.den_);
  return reduced(Wide(a.num_) * (b.den_ / g) + Wide(b.num_) * (a.den_ / g),
                 Wide(a.den_ / g) * b.den_);
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational negative;
  negative.num_ = narrow(-Wide(b.num_));
  negative.den_ = b.den_;
  return a + negative;
}

Rational operator*(const Rational& a, const Rational& b) {
  if (small(a.num_) && small(b.num_) && small(a.den_) && small(b.den_))
    return Rational(a.num_ * b.num_, a.den_ * b.den_);
  return reduced(Wide(a.num_) * b.num_, Wide(a.den_) * b.den_);
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.num_ == 0) rational_zero_division();
  return reduced(Wide(a.num_) * b.den_, Wide(a.den_) * b.num_);
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (a.den_ == b.den_) return a.num_ <=> b.num_;
  Wide left = Wide(a.num_) * b.den_, right = Wide(b.num_) * a.den_;
  if (left == right) return std::strong_ordering::equal;
  return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::string to_string(const Rational& value) {
  std::string text = std::to_string(value.num());
  if (!value.is_integer()) text += "/" + std::to_string(value.den());
  return text;
}

int64_t checked_lcm(int64_t a, int64_t b) {
  if (a == b) return a;
  return narrow(Wide(a / std::gcd(a, b)) * b);
}

}  // namespace fermata
