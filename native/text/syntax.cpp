#include <algorithm>

#include "text/lexeme.h"
#include "text/tokens.h"

namespace fermata {

size_t after_datum(const Syntax& syntax, size_t index) {
  const std::vector<Token>& tokens = syntax.tokens;
  size_t start = index;
  auto skip_one = [&](size_t at) {
    return tokens[at].kind == TokenKind::Open
               ? std::min<size_t>(size_t{tokens[at].match} + 1, tokens.size())
               : at + 1;
  };
  size_t to_hide = 0;  // data that #; before them hide; a hidden datum does not end the search
  while (index < tokens.size()) {
    TokenKind kind = tokens[index].kind;
    if (kind == TokenKind::Close) return std::max(index, start + 1);
    if (kind == TokenKind::DatumComment) {
      ++to_hide;
      ++index;
    } else if (kind == TokenKind::Prefix || kind == TokenKind::Comment) {
      ++index;
    } else {
      index = skip_one(index);
      if (to_hide == 0) return index;
      --to_hide;
    }
  }
  return index;
}

namespace {

/// `text` with what follows each backslash read by `read`.
std::string resolved(std::string_view text, Escape (*read)(std::string_view)) {
  std::string value;
  value.reserve(text.size());
  size_t at = 0;
  while (at < text.size()) {
    size_t backslash = std::min(text.find('\\', at), text.size());
    value.append(text, at, backslash - at);
    if (backslash == text.size()) break;
    Escape escape = read(text.substr(backslash + 1));
    if (escape.status == Escape::Good) utf8_append(value, escape.character);
    at = backslash + 1 + escape.length;
  }
  return value;
}

}  // namespace

std::string string_value(std::string_view token) {
  if (token.size() < 2) return {};
  return resolved(token.substr(1, token.size() - 2), read_escape);
}

std::string symbol_name(std::string_view token) {
  if (token.size() < 4 || !token.starts_with("#{")) return std::string(token);
  return resolved(token.substr(2, token.size() - 4), read_symbol_escape);
}

Place place_of(std::string_view text, size_t offset) {
  Place place;
  offset = std::min(offset, text.size());
  std::string_view before = text.substr(0, offset);
  place.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  size_t newline = before.rfind('\n');
  size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  for (char c : before.substr(start))
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++place.column;
  size_t end = std::min(text.find('\n', offset), text.size());
  place.source_line = text.substr(start, end - start);
  if (place.source_line.ends_with('\r')) place.source_line.remove_suffix(1);
  return place;
}

}  // namespace fermata
