#include "musicxml/out.h"

namespace fermata {

namespace {

bool is_plain(unsigned char c) {
  return c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' && c != '"';
}

/// Bytes of the well-formed, permitted character at `at`; 0 when it must be dropped.
size_t legal_length(std::string_view raw, size_t at) {
  auto byte = [&](size_t i) { return i < raw.size() ? static_cast<unsigned char>(raw[i]) : 0u; };
  auto follows = [&](size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  unsigned first = byte(at);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  if (first >= 0xc2 && first <= 0xdf) return follows(at + 1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!follows(at + 1) || !follows(at + 2)) return 0;
    unsigned code = (first & 0xfu) << 12 | (byte(at + 1) & 0x3fu) << 6 | (byte(at + 2) & 0x3fu);
    return code < 0x800 || (code >= 0xd800 && code < 0xe000) || code >= 0xfffe ? 0 : 3;
  }
  if (first < 0xf0 || first > 0xf4 || !follows(at + 1) || !follows(at + 2) || !follows(at + 3))
    return 0;
  unsigned code = (first & 7u) << 18 | (byte(at + 1) & 0x3fu) << 12;
  return code >= 0x10000 && code < 0x110000 ? 4 : 0;
}

}  // namespace

std::string xml_escaped(std::string_view raw) {
  std::string result;
  result.reserve(raw.size() + 8);
  for (size_t at = 0; at < raw.size();) {
    auto c = static_cast<unsigned char>(raw[at]);
    size_t length = is_plain(c) ? 1 : legal_length(raw, at);
    if (length == 0) {
      ++at;
      continue;
    }
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;  // an attribute would turn it into a space
      case '\r': result += "&#13;"; break;
      case '\t': result += "&#9;"; break;
      default: result.append(raw.substr(at, length));
    }
    at += length;
  }
  return result;
}

Out& Out::text(std::string_view raw) {
  for (char c : raw)
    if (!is_plain(static_cast<unsigned char>(c))) return *this << xml_escaped(raw);
  return *this << raw;
}

std::string decimal(double value) {
  char digits[400];
  char* end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
  return {digits, end};
}

}  // namespace fermata
