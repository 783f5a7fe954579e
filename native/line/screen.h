#pragma once

#include <string>
#include <string_view>

#include "line/layout.h"

namespace fermata {

/// The rows of the terminal from the prompt on, as they were painted last. Every change gives the
/// bytes that make it, to be sent by one write: the cursor is hidden meanwhile, nothing flickers.
class Screen {
 public:
  /// Only the rows that differ are painted.
  std::string repaint(Picture next);
  /// Clear all rows; the cursor is where the first began.
  std::string erase();
  /// The cursor goes below the last row, which is left as it is; nothing is painted from there on.
  std::string leave();
  /// The same after the window has become `columns` wide, and the terminal has wrapped what was
  /// wider, as nearly all do.
  std::string erase_wrapped(int columns);
  /// The cursor is at the beginning of an empty row, and nothing is painted.
  void forget();

 private:
  void move_to(std::string& out, int row);

  Picture painted_;
  int row_ = 0;  // of the cursor, from the first painted row
};

}  // namespace fermata
