#include "text/lexeme.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/suggest.h"

namespace fermata {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

bool is_scalar(uint64_t code) { return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF); }

struct CharacterName {
  std::string_view name;
  char32_t character;
};

constexpr CharacterName kCharacterNames[] = {
    {"space", 0x20},  {"newline", 0x0A},   {"tab", 0x09},      {"nul", 0x00},    {"null", 0x00},
    {"alarm", 0x07},  {"backspace", 0x08}, {"linefeed", 0x0A}, {"vtab", 0x0B},   {"page", 0x0C},
    {"return", 0x0D}, {"escape", 0x1B},    {"esc", 0x1B},      {"delete", 0x7F}, {"altmode", 0x1B},
    {"rubout", 0x7F}, {"soh", 0x01},       {"stx", 0x02},      {"etx", 0x03},    {"eot", 0x04},
    {"enq", 0x05},    {"ack", 0x06},       {"bel", 0x07},      {"bs", 0x08},     {"ht", 0x09},
    {"lf", 0x0A},     {"nl", 0x0A},        {"vt", 0x0B},       {"ff", 0x0C},     {"np", 0x0C},
    {"cr", 0x0D},     {"so", 0x0E},        {"si", 0x0F},       {"dle", 0x10},    {"dc1", 0x11},
    {"dc2", 0x12},    {"dc3", 0x13},       {"dc4", 0x14},      {"nak", 0x15},    {"syn", 0x16},
    {"etb", 0x17},    {"can", 0x18},       {"em", 0x19},       {"sub", 0x1A},    {"fs", 0x1C},
    {"gs", 0x1D},     {"rs", 0x1E},        {"us", 0x1F},       {"sp", 0x20},     {"del", 0x7F},
};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// All of `text` as digits of `radix` that name a character.
std::optional<char32_t> character_by_number(std::string_view text, int radix) {
  uint64_t code = 0;
  if (text.empty()) return {};
  for (char c : text) {
    int value = digit_value(c);
    if (value >= radix) return {};
    code = code * static_cast<uint64_t>(radix) + static_cast<uint64_t>(value);
    if (code > 0x10FFFF) return {};
  }
  if (!is_scalar(code)) return {};
  return static_cast<char32_t>(code);
}

/// A cursor over one would-be number; each member consumes what it recognises.
struct NumberCursor {
  std::string_view text;
  int radix = 10;
  size_t at = 0;

  bool done() const { return at == text.size(); }
  char peek() const { return done() ? '\0' : text[at]; }
  bool take(std::string_view word) {
    if (!equal_ignoring_case(text.substr(at, word.size()), word)) return false;
    at += word.size();
    return true;
  }
  size_t digits() {
    size_t from = at;
    while (!done() && digit_value(text[at]) < radix) ++at;
    return at - from;
  }
  /// Digits that Scheme allows to be unknown: `12##`.
  size_t hashes() {
    size_t from = at;
    while (peek() == '#') ++at;
    return at - from;
  }

  bool prefixes();
  bool exponent();
  bool unsigned_real();
  bool real();
  bool number();
};

bool NumberCursor::prefixes() {
  bool radix_given = false, exactness_given = false;
  while (peek() == '#') {
    if (at + 1 >= text.size()) return false;
    char c = lower(text[at + 1]);
    bool& given = c == 'e' || c == 'i' ? exactness_given : radix_given;
    if (given) return false;
    given = true;
    if (c == 'x')
      radix = 16;
    else if (c == 'o')
      radix = 8;
    else if (c == 'b')
      radix = 2;
    else if (c != 'd' && c != 'e' && c != 'i')
      return false;
    at += 2;
  }
  return true;
}

bool NumberCursor::exponent() {
  if (radix != 10 || std::string_view("esfdl").find(lower(peek())) == std::string_view::npos ||
      done())
    return true;
  size_t before = at++;
  if (peek() == '+' || peek() == '-') ++at;
  if (digits() > 0) return true;
  at = before;  // `1e` is a symbol: the caller finds something left over
  return true;
}

bool NumberCursor::unsigned_real() {
  size_t whole = digits();
  size_t unknown = whole > 0 ? hashes() : 0;
  if (whole > 0 && peek() == '/') {
    ++at;
    size_t from = at;
    if (digits() == 0) return false;
    std::string_view below = text.substr(from, at - from);
    hashes();
    return below.find_first_not_of('0') != std::string_view::npos;
  }
  if (radix == 10 && peek() == '.') {
    ++at;
    size_t fraction = unknown > 0 ? 0 : digits();
    if (whole + fraction == 0) return false;
    hashes();
    return exponent();
  }
  return whole > 0 && exponent();
}

bool NumberCursor::real() {
  bool has_sign = peek() == '+' || peek() == '-';
  if (has_sign) ++at;
  if (has_sign && (take("inf.0") || take("nan.0"))) return true;
  return unsigned_real();
}

bool NumberCursor::number() {
  if (!prefixes()) return false;
  size_t from = at;
  bool has_sign = peek() == '+' || peek() == '-';
  if (has_sign && at + 2 == text.size() && lower(text[at + 1]) == 'i') return true;
  if (!real()) return false;
  if (done()) return true;
  if (peek() == '@') {
    ++at;
    return real() && done();
  }
  if (has_sign && at > from && at + 1 == text.size() && lower(peek()) == 'i') return true;
  if (peek() != '+' && peek() != '-') return false;
  if (at + 2 == text.size() && lower(text[at + 1]) == 'i') return true;
  return real() && at + 1 == text.size() && lower(peek()) == 'i';
}

Escape hex_escape(std::string_view text, size_t count) {
  Escape escape;
  uint64_t code = 0;
  for (size_t i = 1; i <= count; ++i) {
    if (i >= text.size()) return {Escape::CutShort, text.size(), 0};
    int value = digit_value(text[i]);
    if (value >= 16) return {Escape::Unknown, i + 1, 0};
    code = code * 16 + static_cast<uint64_t>(value);
  }
  escape.length = count + 1;
  escape.character = static_cast<char32_t>(code);
  if (!is_scalar(code)) escape.status = Escape::NoCharacter;
  return escape;
}

/// `\x41;` as R6RS writes it, else exactly two digits as Guile prints them.
Escape x_escape(std::string_view text) {
  size_t end = 1;
  while (end < text.size() && end <= 6 && digit_value(text[end]) < 16) ++end;
  if (end > 1 && end < text.size() && text[end] == ';') {
    Escape escape = hex_escape(text, end - 1);
    escape.length = end + 1;
    return escape;
  }
  return hex_escape(text, 2);
}

}  // namespace

size_t utf8_length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  if (text.empty()) return 0;
  unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    unsigned low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    unsigned low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

char32_t utf8_decode(std::string_view text) {
  size_t length = utf8_length(text);
  auto first = static_cast<unsigned char>(text.empty() ? '\0' : text[0]);
  if (length <= 1) return first;
  char32_t code = first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  return code;
}

void utf8_append(std::string& out, char32_t c) {
  auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)),
        put(0x80 | (c & 0x3F));
  }
}

bool is_number(std::string_view text) {
  NumberCursor cursor{text};
  return cursor.number();
}

std::optional<char32_t> named_character(std::string_view name) {
  size_t first = utf8_length(name);
  if (first == 0) return {};
  if (first == name.size()) return utf8_decode(name);
  constexpr char32_t kDottedCircle =
      0x25CC;  // carries a combining character so that it can be seen
  if (utf8_decode(name) == kDottedCircle && utf8_length(name.substr(first)) == name.size() - first)
    return utf8_decode(name.substr(first));
  for (const CharacterName& row : kCharacterNames)
    if (equal_ignoring_case(row.name, name)) return row.character;
  if (name[0] == 'x') return character_by_number(name.substr(1), 16);
  return character_by_number(name, 8);
}

std::string character_hint(std::string_view name) {
  std::vector<std::string_view> names;
  for (const CharacterName& row : kCharacterNames) names.push_back(row.name);
  constexpr size_t kLongestName = 40;  // longer ones are no slip of the fingers
  std::string hint = name.size() < kLongestName ? did_you_mean(name, names, "#\\") : std::string();
  return hint.empty() ? "a character is written #\\a, #\\space or #\\x41" : hint;
}

Escape read_escape(std::string_view text) {
  if (text.empty()) return {Escape::CutShort, 0, 0};
  switch (text[0]) {
    case 'n': return {Escape::Good, 1, '\n'};
    case 't': return {Escape::Good, 1, '\t'};
    case 'r': return {Escape::Good, 1, '\r'};
    case 'a': return {Escape::Good, 1, '\a'};
    case 'f': return {Escape::Good, 1, '\f'};
    case 'v': return {Escape::Good, 1, '\v'};
    case 'b': return {Escape::Good, 1, '\b'};
    case '0': return {Escape::Good, 1, U'\0'};
    case '\\':
    case '"':
    case '|':
    case '(': return {Escape::Good, 1, static_cast<unsigned char>(text[0])};
    case '\n': return {Escape::Nothing, 1, 0};
    case '\r':
      if (text.size() == 1) return {Escape::CutShort, 1, 0};
      if (text[1] == '\n') return {Escape::Nothing, 2, 0};
      return {Escape::Unknown, 1, 0};
    case 'x': return x_escape(text);
    case 'u': return hex_escape(text, 4);
    case 'U': return hex_escape(text, 6);
    default: return {Escape::Unknown, std::max<size_t>(utf8_length(text), 1), 0};
  }
}

Escape read_symbol_escape(std::string_view text) {
  if (text.empty()) return {Escape::CutShort, 0, 0};
  if (text[0] != 'x') {
    size_t length = utf8_length(text);
    if (length == 0) return {Escape::Unknown, 1, 0};
    return {Escape::Good, length, utf8_decode(text)};
  }
  size_t end = 1;
  while (end < text.size() && end <= 6 && digit_value(text[end]) < 16) ++end;
  if (end == text.size()) return {Escape::CutShort, end, 0};
  if (end == 1 || text[end] != ';') return {Escape::Unknown, end, 0};
  Escape escape = hex_escape(text, end - 1);
  escape.length = end + 1;
  return escape;
}

}  // namespace fermata
