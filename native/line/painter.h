#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "line/ink.h"

namespace fermata {

/// What follows the name of a command: some words, and then code or text as it stands.
struct Takes {
  bool code = false;
  int words = 0;
};

/// Knows what the words of a typed text are. Names that are defined are told to it, and commands
/// that take more than words, such as "preview" or "notebook music".
class Painter {
 public:
  std::unordered_set<std::string> names;
  std::unordered_map<std::string, Takes> commands;

  /// The spans of what is typed, with the bracket at byte `cursor` and its partner lit. A name is
  /// called unknown only when the cursor has left it.
  Spans typed(std::string_view text, size_t cursor) const;
  /// The spans of code that is only shown.
  Spans shown(std::string_view text) const;

  /// Whether Enter ends `text`: a message and a question always, code when its brackets and strings
  /// are closed, a command unless it takes code, or a text begun with a quote, that goes on.
  bool is_complete(std::string_view text) const;
  /// Columns that a new line after `text` is indented by: two for every list still open.
  int indentation(std::string_view text) const;
};

}  // namespace fermata
