#pragma once

#include <optional>
#include <string>

#include "ir/select.h"

namespace fermata {

/// A score to be read at a glance: measures side by side in columns, one line a voice, in systems
/// of about `width` columns. Over each part stand the measure numbers and what changes there.
///
///     P1 Piano        | 1 4/4 D major   | 2
///       v1            | d4:q e4:q f#4:h | g4:w~
///       v1 (staff 2)  | d3:w            | g2:w
///
/// `<c4 e4>:h` is a chord, `r:8` a rest, `R` a whole measure's; `~` ties, `(` and `)` slur, `-.` is
/// a mark, `3:2{...}` a tuplet, `g{...}` grace notes; `<` and `>` are hairpins, `!` ends one.
std::string score_grid(const Score& score, const std::optional<Region>& region, int width);

}  // namespace fermata
