#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

/// The candidate nearest to `wrong` by edit distance (transpositions count one), or empty when none
/// is near enough to be meant: at most a third of its length, and never more than three edits.
std::string nearest(std::string_view wrong, std::span<const std::string_view> candidates);

/// "did you mean PREFIXname ?", or empty.
std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> candidates,
                         std::string_view prefix = "");

}  // namespace fermata
