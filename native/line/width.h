#pragma once

#include <cstddef>
#include <string_view>

namespace fermata {

/// One character of a text as the screen takes it.
struct Glyph {
  char32_t character = 0;
  size_t bytes = 1;
  int columns = 1;  // 2 for wide characters, 0 for combining ones
};

/// The character at byte `at`. A byte that is no UTF-8 counts as one column, so nothing stops.
Glyph glyph_at(std::string_view text, size_t at);

/// Bytes of the escape sequence (colour and the like) that begins at byte `at`; 0 if none does.
size_t escape_length(std::string_view text, size_t at);

/// Columns of a text of one line; escape sequences take none.
int columns_of(std::string_view text);

/// Byte offset of the character number `index`, and back.
size_t byte_offset(std::string_view text, size_t index);
size_t character_index(std::string_view text, size_t offset);

}  // namespace fermata
