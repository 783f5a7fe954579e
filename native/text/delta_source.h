#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/delta.h"

namespace fermata {

/// One step of a delta as it is stored and shown: what was and what is, as source.
struct DeltaRow {
  std::string op;              // insert, replace, delete, attribute
  std::string part;            // id; empty: titles and groups
  std::optional<int> measure;  // printed number; none: the part itself
  size_t position = 0;         // index at which the step applies
  int voice = 0;               // the one voice that differs; 0: several, or more than voices
  std::optional<std::string> before, after;
};

/// The steps from one score to another, and back to a delta. Error of kind Value when rows are no
/// delta.
std::vector<DeltaRow> delta_rows(const Score& before, const Score& after);
Delta delta_from(const std::vector<DeltaRow>& rows);

}  // namespace fermata
