#pragma once

#include <compare>
#include <cstdint>
#include <numeric>
#include <string>

namespace fermata {

[[noreturn]] void rational_overflow();
[[noreturn]] void rational_zero_division();

/// An exact fraction in lowest terms with a positive denominator. All time is counted in these, in
/// whole notes. What does not fit 64 bits is an error of kind Overflow, never a wrap.
class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(int64_t whole) : num_(whole) {}  // NOLINT: 3 is a rational
  Rational(int64_t num, int64_t den);

  constexpr int64_t num() const { return num_; }
  constexpr int64_t den() const { return den_; }
  constexpr bool is_zero() const { return num_ == 0; }
  constexpr bool is_integer() const { return den_ == 1; }
  double to_double() const { return static_cast<double>(num_) / static_cast<double>(den_); }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  Rational operator-() const { return Rational(0) - *this; }
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }

  friend constexpr bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  int64_t num_ = 0;
  int64_t den_ = 1;
};

/// `3/8`, or `2` when it is whole.
std::string to_string(const Rational& value);

/// Least common multiple with the same overflow rule.
int64_t checked_lcm(int64_t a, int64_t b);

}  // namespace fermata
