#pragma once

#include <string>

#include "ir/event.h"

namespace fermata {

/// An item in a word or two, as the grid shows it: `c4:q`, `mf`, `D major`.
std::string grid_word(const Item& item);

/// Whether the item changes how the measure is read, so that it stands over it.
bool is_attribute(const Item& item);

}  // namespace fermata
