#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ir/event.h"

namespace fermata {

/// Decides which accidentals are shown: what the key signature and the notes before in the same
/// measure, on the same line of the same staff, do not already say.
class Accidentals {
 public:
  explicit Accidentals(int staves);

  void set_key(int staff, int fifths);
  void set_silent(int staff, bool silent);  // percussion: pitches are only places
  void next_measure();

  /// The accidental to show before this note, or nothing. `given` is one the user asked for
  /// (MusicXML's name), `always` shows even one that is not needed.
  std::string_view visible(int staff, const Pitch& pitch, bool tied_over, std::string_view given,
                           bool always);

 private:
  static constexpr int kOctaves = 11;
  static constexpr int8_t kDoubtful =
      100;  // sounds on from the last measure by a tie, but was not written in this one

  struct Line {
    uint32_t measure = 0;
    int8_t alter = 0;
  };
  struct Staff {
    std::array<int8_t, 7> key{};
    bool silent = false;
    std::array<Line, 7 * kOctaves> lines{};
  };

  Staff& staff_of(int staff);

  std::vector<Staff> staves_;
  uint32_t measure_ = 1;
};

}  // namespace fermata
