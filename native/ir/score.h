#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/part.h"

namespace fermata {

/// A bracket, brace or line around neighbouring parts; groups nest or stand apart.
struct Group {
  enum Symbol : uint8_t { Bracket, Brace, Line };
  Symbol symbol = Bracket;
  std::string name;
  size_t first = 0, last = 0;  // indices into Score::parts, both included
  friend bool operator==(const Group&, const Group&) = default;
};

/// A whole piece. An immutable value: an edit makes another that shares what did not change.
struct Score {
  std::string title, subtitle, composer, lyricist, arranger, copyright;
  std::vector<PartPtr> parts;
  std::vector<Group> groups;  // outer before inner
};
using ScorePtr = std::shared_ptr<const Score>;
bool operator==(const Score& a, const Score& b);

/// (group :bracket "Strings" part ...) before a score has taken it in: parts, or further groups.
struct PartGroup {
  Group::Symbol symbol = Group::Bracket;
  std::string name;
  std::vector<PartPtr> parts;
  std::vector<Group> inner;  // relative to `parts`
};
using PartGroupPtr = std::shared_ptr<const PartGroup>;

}  // namespace fermata
