#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "line/ink.h"

namespace fermata {

/// Knows what the words of a typed text are. Names that are defined are told to it.
class Painter {
 public:
  std::unordered_set<std::string> names;

  /// The spans of what is typed, with the bracket at byte `cursor` and its partner lit. A name is
  /// called unknown only when the cursor has left it.
  Spans typed(std::string_view text, size_t cursor) const;
  /// The spans of code that is only shown.
  Spans shown(std::string_view text) const;
};

/// Whether Enter ends `text`: a command, a message and a question always, code when its brackets
/// and strings are closed, and so the code that some commands take.
bool is_complete(std::string_view text);

/// Columns that a new line after `text` is indented by: two for every list still open.
int indentation(std::string_view text);

}  // namespace fermata
