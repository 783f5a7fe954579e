#pragma once

#include <string>
#include <string_view>

namespace fermata {

/// The text that is being edited, which is GNU readline's line buffer. Changes can be undone there.
namespace buffer {

std::string_view text();
size_t point();
bool at_end();
void move_to(size_t offset);

void insert(std::string_view text);
void replace(size_t from, size_t to, std::string_view text);
void replace_all(std::string_view text);

/// Where the line that holds `offset` begins, and where its newline is (or the text's end).
size_t line_start(size_t offset);
size_t line_end(size_t offset);

/// To the line above or below, as near as can be to the same column; false when there is none.
bool line_up();
bool line_down();

}  // namespace buffer

}  // namespace fermata
