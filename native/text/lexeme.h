#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fermata {

/// The inside of single tokens: characters, escapes, numbers. The tokenizer decides where a token
/// ends.

/// Bytes of the UTF-8 character at the beginning of `text`; 0 if it is none (overlong, surrogate,
/// cut short).
size_t utf8_length(std::string_view text);
/// The character at the beginning of valid UTF-8.
char32_t utf8_decode(std::string_view text);
void utf8_append(std::string& out, char32_t character);

/// Whether Scheme reads `text` as a number: any radix, exactness, exponent, complex.
bool is_number(std::string_view text);

/// The character a `#\` token names, without the `#\`: `a` `space` `x41` `101`; nothing if it is
/// none.
std::optional<char32_t> named_character(std::string_view name);
/// "did you mean #\space ?", or empty.
std::string character_hint(std::string_view name);

/// What a backslash in a string begins.
struct Escape {
  enum Status : unsigned char { Good, Nothing, CutShort, Unknown, NoCharacter } status = Good;
  size_t length = 1;       // bytes after the backslash
  char32_t character = 0;  // Good only; Nothing: a line continued
};
/// `text` begins just after the backslash.
Escape read_escape(std::string_view text);
/// The same inside `#{ }#`, where `\x41;` is a character by number and any other stands for itself.
Escape read_symbol_escape(std::string_view text);

}  // namespace fermata
