#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "line/ink.h"

namespace fermata {

/// Something the completion offers: what would be inserted, and what it is in one line.
struct Candidate {
  std::string text, doc;
};

/// All that is to be seen while a text is edited.
struct Scene {
  std::string_view prompt;  // may hold escape sequences that it ends itself
  std::string_view text;
  Spans spans;
  size_t cursor = 0;            // byte of `text`
  std::string_view suggestion;  // shown after the text, not part of it
  const std::vector<Candidate>* list = nullptr;
  int columns = 80, rows = 24;
  int top = 0;         // first row that was shown last time
  bool whole = false;  // more than the screen holds: for the last time, when it may scroll away
  bool colour = true;
};

/// Rows for the screen, each complete in itself: it begins and ends without colour.
struct Picture {
  struct Row {
    std::string bytes;
    int columns = 0;
    friend bool operator==(const Row&, const Row&) = default;
  };
  std::vector<Row> rows;
  int cursor_row = 0, cursor_column = 0;
  int top = 0;  // of all rows, the first that is among `rows`
};

Picture lay_out(const Scene& scene);

/// `text` with its spans made visible, for printing.
std::string inked(std::string_view text, const Spans& spans, bool colour);

}  // namespace fermata
