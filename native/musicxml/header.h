#pragma once

#include <string>
#include <vector>

#include "ir/score.h"
#include "musicxml/out.h"

namespace fermata {

/// The ids the parts have in the file: their own where XML allows it and no other part has it.
std::vector<std::string> part_ids(const Score& score);

/// Everything before the first <part>.
void write_header(Out& out, const Score& score, const std::vector<std::string>& ids,
                  const std::string& date);

}  // namespace fermata
