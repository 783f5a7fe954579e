#include "line/screen.h"

#include <algorithm>

namespace fermata {

namespace {

constexpr std::string_view kHide = "\x1b[?25l", kShow = "\x1b[?25h";
constexpr std::string_view kClearRight = "\x1b[K", kClearBelow = "\x1b[J";

void move(std::string& out, int count, char direction) {
  if (count > 0) out.append("\x1b[").append(std::to_string(count)) += direction;
}

}  // namespace

// Beyond the rows that exist only a line feed makes a new one, by scrolling when it must.
void Screen::move_to(std::string& out, int row) {
  const int last = std::max(0, static_cast<int>(painted_.rows.size()) - 1);
  move(out, row_ - row, 'A');
  move(out, std::min(row, last) - row_, 'B');
  for (int below = std::max(row_, last); below < row; ++below) out += "\r\n";
  out += '\r';
  row_ = row;
}

std::string Screen::repaint(Picture next) {
  std::string out(kHide);
  const size_t before = painted_.rows.size();
  for (size_t i = 0; i < next.rows.size(); ++i) {
    const Picture::Row& row = next.rows[i];
    if (i < before && painted_.rows[i] == row) continue;
    move_to(out, static_cast<int>(i));
    // Erased first: behind a full row the cursor still stands on its last character.
    out.append(kClearRight).append(row.bytes);
    if (i >= painted_.rows.size()) painted_.rows.emplace_back();
  }
  if (before > next.rows.size()) {
    move_to(out, static_cast<int>(next.rows.size()));
    out += kClearBelow;
  }
  move_to(out, next.cursor_row);
  move(out, next.cursor_column, 'C');
  painted_ = std::move(next);
  return out.append(kShow);
}

std::string Screen::erase() {
  std::string out;
  move_to(out, 0);
  out += kClearBelow;
  forget();
  return out;
}

std::string Screen::leave() {
  std::string out;
  move_to(out, static_cast<int>(painted_.rows.size()));
  forget();
  return out;
}

std::string Screen::erase_wrapped(int columns) {
  int row = painted_.cursor_column / columns;
  for (int i = 0; i < row_ && i < static_cast<int>(painted_.rows.size()); ++i)
    row += std::max(1, (painted_.rows[static_cast<size_t>(i)].columns + columns - 1) / columns);
  row_ = row;
  return erase();
}

void Screen::forget() {
  painted_ = {};
  row_ = 0;
}

}  // namespace fermata
