#pragma once

#include <string>
#include <vector>

#include "ir/part.h"

namespace fermata {

/// Something that joins two notes or frames a passage and has only one end.
struct Loose {
  enum What : uint8_t { TieStart, TieStop, SlurStart, SlurStop, GlissandoStart, Span, LowOctave };
  size_t event = 0;  // notes and chords of the part that are written before
  What what = TieStart;
  int index = 0;  // member of the chord, number of the slur, DirectionKind of the span
  size_t measure = 0;
  friend auto operator<=>(const Loose&, const Loose&) = default;
};

/// What must be known of a whole part before its first measure can be written.
struct Survey {
  size_t bytes = 0;  // about as many as the part takes in the file
  int voices_per_staff =
      0;  // 0: voice numbers are unique as they are; else those set aside for a staff
  std::vector<int> home_voices;  // by staff - 1, the lowest number seen there; 0: none
  std::vector<Loose> loose;      // sorted
  bool is_loose(size_t event, Loose::What what, int index) const;
};

Survey survey_of(const Part& part);

/// One sentence for every loose end, as the user should read it.
std::vector<std::string> loose_warnings(const Part& part, const Survey& survey);

}  // namespace fermata
