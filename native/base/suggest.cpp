#include "base/suggest.h"

#include <algorithm>

namespace fermata {

namespace {

/// Optimal string alignment distance, given up once it must exceed `limit`.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
  if ((a.size() > b.size() ? a.size() - b.size() : b.size() - a.size()) > limit) return limit + 1;
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    size_t best = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest(std::string_view wrong, std::span<const std::string_view> candidates) {
  // One letter is one edit away from every other letter.
  if (wrong.size() < 2 || wrong.size() > 60) return {};
  // The beginning of a word stands for it: :maj for :major.
  if (wrong.size() >= 3)
    for (std::string_view candidate : candidates)
      if (candidate.size() > wrong.size() && candidate.starts_with(wrong))
        return std::string(candidate);
  size_t limit = std::min<size_t>(3, std::max<size_t>(1, wrong.size() / 3));
  std::string_view found;
  for (std::string_view candidate : candidates) {
    if (candidate == wrong) continue;
    size_t d = distance(wrong, candidate, limit);
    if (d > limit) continue;
    // Among equals the one that begins alike is meant more often.
    if (d == limit && !found.empty() && (found[0] == wrong[0] || candidate[0] != wrong[0]))
      continue;
    found = candidate;
    if (d == 0) break;
    if (d < limit) limit = d;
  }
  return std::string(found);
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> candidates,
                         std::string_view prefix) {
  std::string found = nearest(wrong, candidates);
  if (found.empty()) return {};
  return "did you mean " + std::string(prefix) + found + " ?";
}

}  // namespace fermata
