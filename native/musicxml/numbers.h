#pragma once

#include <algorithm>
#include <vector>

namespace fermata {

/// Numbers for things that overlap in the file. Two voices may each have their slur 1, but what
/// MusicXML calls number 1 can be open only once in a part.
class Numbers {
 public:
  struct Place {
    int staff, voice, number;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Open {
    Place place;
    int number;  // in the file
    int value;   // what the opener wants to know when it closes
  };

  /// The number asked for if it is free, else the lowest that is; 0 when all sixteen are in use.
  int open(const Place& place, int value = 0) {
    int number = place.number;
    if (number < 1 || number > 16 || is_used(number)) {
      number = 1;
      while (number <= 16 && is_used(number)) ++number;
      if (number > 16) return 0;
    }
    opens_.push_back({place, number, value});
    return number;
  }

  /// What was open at this place, with number 0 when nothing was.
  Open close(const Place& place) {
    auto found =
        std::find_if(opens_.begin(), opens_.end(), [&](const Open& o) { return o.place == place; });
    if (found == opens_.end()) return {place, 0, 0};
    Open result = *found;
    opens_.erase(found);
    return result;
  }

  const Open* find(const Place& place) const {
    auto found =
        std::find_if(opens_.begin(), opens_.end(), [&](const Open& o) { return o.place == place; });
    return found == opens_.end() ? nullptr : &*found;
  }
  const std::vector<Open>& all() const { return opens_; }
  bool empty() const { return opens_.empty(); }

 private:
  bool is_used(int number) const {
    return std::any_of(opens_.begin(), opens_.end(),
                       [&](const Open& o) { return o.number == number; });
  }
  std::vector<Open> opens_;
};

}  // namespace fermata
