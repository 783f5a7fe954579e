#pragma once

#include <libguile.h>

#include <string>
#include <vector>

#include "text/tokens.h"

namespace fermata {

/// A text with its tokens, as the reader's primitives share it.
struct Source {
  std::string text;
  std::string name;
  Syntax syntax;
  std::vector<uint32_t> lines;  // offset at which each line begins
  int first_line = 1;           // of the file or stream that `text` is a piece of
};

/// The list nesting and width that evaluation can take on its stack.
inline constexpr int kMaxDepth = 5000;
inline constexpr size_t kMaxWidth = 100000;

/// The datum that begins at token `index`, with places on its lists. Raises Scheme errors; throws
/// nothing.
SCM read_datum(const Source& source, SCM file_name, size_t index);

}  // namespace fermata
