#include "base/error.h"

#include <array>

namespace fermata {

std::string_view name_of(ErrorKind kind) {
  constexpr std::array<std::string_view, 12> names{"read",  "syntax",    "unbound", "type",
                                                   "arity", "value",     "music",   "overflow",
                                                   "limit", "interrupt", "file",    "internal"};
  return names[static_cast<size_t>(kind)];
}

}  // namespace fermata
