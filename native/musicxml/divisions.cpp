#include "musicxml/divisions.h"

#include <limits>
#include <numeric>

#include "base/error.h"

namespace fermata {

namespace {

constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

[[noreturn]] void too_fine() {
  throw Error(ErrorKind::Overflow,
              "the rhythms of this part have no common division that MusicXML readers can hold",
              "use tuplets whose ratios share factors, or put the voices into different parts");
}

class Finder {
 public:
  void add(const Rational& length, const Ratios& ratios) {
    // Runs of equal values are the rule, and then there is nothing to find.
    if (length.den() == last_ && ratios.actual == 1) return;
    if (ratios.actual == 1) last_ = length.den();
    __int128 den = static_cast<__int128>(length.den()) * ratios.actual;
    __int128 num = static_cast<__int128>(length.num()) * 4 * ratios.normal;
    if (num * divisions_ % den == 0) return;
    if (den > std::numeric_limits<int64_t>::max()) too_fine();
    auto whole = static_cast<int64_t>(den);
    auto needed = whole / std::gcd(whole, static_cast<int64_t>(num % den));
    divisions_ = checked_lcm(divisions_, needed);
    if (divisions_ > kMost) too_fine();
  }

  void add(const std::vector<Item>& items, const Ratios& ratios) {
    for (const Item& item : items) {
      if (item.kind == Kind::Tuplet) {
        const auto& tuplet = detail<TupletDetail>(item);
        add(tuplet.items, ratios.inside(tuplet.actual, tuplet.normal));
      } else if (takes_time(item)) {
        add(item.length, ratios);
      } else if (item.kind == Kind::Time) {
        add(detail<Time>(item).measure_length(), {});
      }
    }
  }

  int64_t divisions() const { return divisions_; }

 private:
  int64_t divisions_ = 1;
  int64_t last_ = 0;
};

}  // namespace

Ratios Ratios::inside(int inner_actual, int inner_normal) const {
  Ratios result{actual * inner_actual, normal * inner_normal};
  if (result.actual > kMost || result.normal > kMost) too_fine();
  return result;
}

int64_t Ticks::of(const Rational& length, int64_t actual, int64_t normal) const {
  int64_t whole = 4 * divisions_;
  if (actual == 1 && normal == 1 && whole % length.den() == 0) {
    int64_t ticks;
    if (__builtin_mul_overflow(length.num(), whole / length.den(), &ticks)) too_fine();
    return ticks;
  }
  __int128 num = static_cast<__int128>(length.num()) * whole * normal;
  __int128 den = static_cast<__int128>(length.den()) * actual;
  if (num / den > std::numeric_limits<int64_t>::max()) too_fine();
  return static_cast<int64_t>(num / den);
}

int64_t divisions_of(const Part& part, const std::map<size_t, Rational>& free) {
  Finder finder;
  for (const auto& [index, length] : free) finder.add(length, {});
  part.measures.each([&](size_t, const Slot& slot) {
    for (const Voice& voice : slot.measure->voices) finder.add(voice.items, {});
  });
  return finder.divisions();
}

}  // namespace fermata
