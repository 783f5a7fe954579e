#pragma once

#include <random>
#include <string>

namespace fermata {

/// Makes the source of a random valid score: several parts, voices, staves, tuplets, graces, marks,
/// ties, slurs, hairpins, repeats. The same seed gives the same score.
class RandomScore {
 public:
  explicit RandomScore(uint32_t seed) : random_(seed) {}
  std::string source();
  /// Events and signs for one measure of `eighths` eighth notes, without ties or slurs over its
  /// edges.
  std::string measure_items(int eighths);
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }

 private:
  bool chance(int percent) { return below(100) < percent; }
  std::string pitch();
  std::string marks();
  std::string event(int eighths);
  std::string voice(int eighths, int hairpin_number = 1);
  std::string staff(int eighths);
  std::string part(int measures, int eighths, const std::string& time);

  std::mt19937 random_;
  bool pickup_ = false;  // the score begins with an upbeat
  int change_ = -1;      // measure in which the metre becomes 2/4
  bool slur_ = false;
  std::string number_;  // of the open slur
};

}  // namespace fermata
