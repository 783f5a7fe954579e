#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

enum class TokenKind : uint8_t {
  Open,  // ( or [ or #( or #vu8( : `match` is the index of its Close
  Close,
  Prefix,        // ' ` , ,@ #' #` #, #,@ : belongs to the datum after it
  DatumComment,  // #; : hides the datum after it
  Comment,       // ; to the end of the line, #| |#, a #! line at the very beginning
  Symbol,
  Keyword,  // :q or #:q
  String,
  Number,     // anything Scheme reads as a number
  Ratio,      // 3:2
  History,    // $Out[47] $In[-1] $Out
  Character,  // #\a
  Constant,   // #t #f #true #false #nil
};

/// One token. Tokens in order are the syntax tree in prefix order: `match` closes each list, so a
/// walker skips a whole list in one step and nothing recurses.
struct Token {
  uint32_t offset = 0;
  uint32_t length = 0;
  uint32_t match =
      0;  // Open: index of its Close (or of the end, if unfinished); Close: of its Open
  TokenKind kind = TokenKind::Symbol;
};

enum class ReadStatus : uint8_t { Complete, Incomplete, Error };

/// A text cut into tokens. Total: every input gives one, in time and memory linear in its size.
struct Syntax {
  std::string_view text;      // borrowed
  std::vector<Token> tokens;  // up to the error, if there is one
  ReadStatus status = ReadStatus::Complete;
  std::string message;  // Error and Incomplete: what is wrong, one lower-case sentence
  std::string hint;
  uint32_t offset = 0;  // where: of the error, or of what is still open
  uint32_t length = 0;

  std::string_view of(const Token& token) const { return text.substr(token.offset, token.length); }
};

/// Comments are kept as tokens only when asked for (formatting, colouring).
enum class Trivia : uint8_t { Drop, Keep };
Syntax tokenize(std::string_view text, Trivia trivia = Trivia::Drop);

/// Index just past the datum that begins at `index` (prefixes and hidden data included).
size_t after_datum(const Syntax& syntax, size_t index);

/// The characters of a string token, escapes resolved. The tokenizer has checked the escapes.
std::string string_value(std::string_view token);

/// The name of a symbol token: the token itself, or what `#{odd name}#` encloses, escapes resolved.
std::string symbol_name(std::string_view token);

/// Line and column from 1, counted in characters, and the line's own text.
struct Place {
  int line = 1, column = 1;
  std::string_view source_line;
};
Place place_of(std::string_view text, size_t offset);

}  // namespace fermata
