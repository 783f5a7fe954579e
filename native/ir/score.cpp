#include "ir/score.h"

namespace fermata {

bool operator==(const Score& a, const Score& b) {
  if (a.title != b.title || a.subtitle != b.subtitle || a.composer != b.composer ||
      a.lyricist != b.lyricist || a.arranger != b.arranger || a.copyright != b.copyright ||
      a.groups != b.groups || a.parts.size() != b.parts.size())
    return false;
  for (size_t i = 0; i < a.parts.size(); ++i)
    if (a.parts[i] != b.parts[i] && !(*a.parts[i] == *b.parts[i])) return false;
  return true;
}

}  // namespace fermata
