#include "line/buffer.h"

#include <algorithm>
#include <cstdio>

#include <readline/readline.h>

#include "line/width.h"

namespace fermata::buffer {

std::string_view text() { return {rl_line_buffer, static_cast<size_t>(rl_end)}; }
size_t point() { return static_cast<size_t>(rl_point); }
bool at_end() { return rl_point == rl_end; }
void move_to(size_t offset) { rl_point = static_cast<int>(std::min(offset, text().size())); }

void insert(std::string_view text) { rl_insert_text(std::string(text).c_str()); }

void replace(size_t from, size_t to, std::string_view text) {
  rl_begin_undo_group();
  rl_delete_text(static_cast<int>(from), static_cast<int>(to));
  move_to(from);
  insert(text);
  rl_end_undo_group();
}

void replace_all(std::string_view with) { replace(0, text().size(), with); }

size_t line_start(size_t offset) {
  if (offset == 0) return 0;
  const size_t newline = text().rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

size_t line_end(size_t offset) { return std::min(text().find('\n', offset), text().size()); }

namespace {

void move_into_line(size_t start, size_t column) {
  const std::string_view line = text().substr(start, line_end(start) - start);
  move_to(start + byte_offset(line, column));
}

size_t column_in_line() {
  const size_t start = line_start(point());
  return character_index(text().substr(start), point() - start);
}

}  // namespace

bool line_up() {
  const size_t start = line_start(point());
  if (start == 0) return false;
  move_into_line(line_start(start - 1), column_in_line());
  return true;
}

bool line_down() {
  const size_t end = line_end(point());
  if (end == text().size()) return false;
  move_into_line(end + 1, column_in_line());
  return true;
}

}  // namespace fermata::buffer
