#include "line/width.h"

#include <locale.h>
#include <wchar.h>

#include <algorithm>

#include "text/lexeme.h"

namespace fermata {

namespace {

// The C library knows the widths, but only in a locale of UTF-8, and the user's may be another.
int width_of(char32_t character) {
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (!utf8) return 1;
  const locale_t before = uselocale(utf8);
  const int width = wcwidth(static_cast<wchar_t>(character));
  uselocale(before);
  return width < 0 ? 1 : width;
}

bool begins_character(char byte) { return (byte & 0xC0) != 0x80; }

}  // namespace

Glyph glyph_at(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1, 1};
  const size_t bytes = utf8_length(text.substr(at));
  if (bytes == 0) return {0xFFFD, 1, 1};
  const char32_t character = utf8_decode(text.substr(at));
  return {character, bytes, width_of(character)};
}

size_t escape_length(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("\x1b[")) return 0;
  size_t end = at + 2;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
  return std::min(end + 1, text.size()) - at;
}

int columns_of(std::string_view text) {
  int columns = 0;
  for (size_t at = 0; at < text.size();) {
    if (const size_t escape = escape_length(text, at)) {
      at += escape;
      continue;
    }
    const Glyph glyph = glyph_at(text, at);
    columns += glyph.columns;
    at += glyph.bytes;
  }
  return columns;
}

size_t byte_offset(std::string_view text, size_t index) {
  size_t at = 0;
  while (at < text.size() && (index > 0 || !begins_character(text[at])))
    index -= begins_character(text[at++]) ? 1 : 0;
  return at;
}

size_t character_index(std::string_view text, size_t offset) {
  const auto end = text.begin() + static_cast<long>(std::min(offset, text.size()));
  return static_cast<size_t>(std::count_if(text.begin(), end, begins_character));
}

}  // namespace fermata
