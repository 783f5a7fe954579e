#pragma once

#include <map>

#include "ir/part.h"

namespace fermata {

/// Time in a part's divisions: whole numbers, because the divisions were chosen so.
class Ticks {
 public:
  explicit Ticks(int64_t divisions) : divisions_(divisions) {}

  int64_t divisions() const { return divisions_; }
  /// Ticks of `length` sounding `normal` / `actual` times as long.
  int64_t of(const Rational& length, int64_t actual = 1, int64_t normal = 1) const;

 private:
  int64_t divisions_;
};

/// The ratio of the tuplets around an item, multiplied. Error of kind Overflow when they nest
/// beyond 32 bits.
struct Ratios {
  int64_t actual = 1, normal = 1;
  Ratios inside(int inner_actual, int inner_normal) const;
};

/// The fewest divisions of a quarter that give every duration of the part a whole number: notes and
/// rests in tuplets however nested, gaps, and the measures they must fill, among them those in
/// `free`.
int64_t divisions_of(const Part& part, const std::map<size_t, Rational>& free = {});

}  // namespace fermata
