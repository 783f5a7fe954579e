#pragma once

#include <algorithm>
#include <bit>
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

  friend Rational operator+(const Rational& a, const Rational& b) {
    // Nearly all lengths are halves of halves: they are added and reduced by shifting.
    if (((a.den_ & (a.den_ - 1)) | (b.den_ & (b.den_ - 1))) == 0 && is_small(a) && is_small(b))
      return dyadic_sum(a, b);
    return sum(a, b);
  }
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  Rational operator-() const { return Rational(0) - *this; }
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }

  friend constexpr bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

 private:
  static constexpr bool is_small(const Rational& r) {
    constexpr int64_t limit = int64_t{1} << 30;
    return r.num_ >= -limit && r.num_ <= limit && r.den_ <= limit;
  }
  static Rational dyadic_sum(const Rational& a, const Rational& b) {
    Rational result;
    result.num_ = a.den_ >= b.den_ ? a.num_ + b.num_ * (a.den_ / b.den_)
                                   : a.num_ * (b.den_ / a.den_) + b.num_;
    result.den_ = a.den_ >= b.den_ ? a.den_ : b.den_;
    if (result.num_ == 0) result.den_ = 1;
    int shift = std::min(std::countr_zero(static_cast<uint64_t>(result.num_)),
                         std::countr_zero(static_cast<uint64_t>(result.den_)));
    result.num_ >>= shift;
    result.den_ >>= shift;
    return result;
  }
  static Rational sum(const Rational& a, const Rational& b);

  int64_t num_ = 0;
  int64_t den_ = 1;
};

/// `3/8`, or `2` when it is whole.
std::string to_string(const Rational& value);

/// Least common multiple with the same overflow rule.
int64_t checked_lcm(int64_t a, int64_t b);

}  // namespace fermata
