#pragma once

#include "ir/score.h"
#include "ir/select.h"

namespace fermata {

/// What `region` covers, as a score of its own: it begins with the clefs, keys and time that hold
/// there, and measures keep their printed numbers. Error where the region cuts through a tie, slur
/// or span that ends inside it.
ScorePtr excerpt(const Score& score, const Region& region);

}  // namespace fermata
