// Any bytes: the reader is total, places lie inside the text, formatting keeps the data and settles
// at once.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "text/layout.h"
#include "text/tokens.h"
#ifdef FUZZ_NOTATION
#include "text/notation.h"
#endif

using namespace fermata;

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "breach: %s\n", what);
  std::abort();
}

void check_tokens(const Syntax& syntax) {
  size_t end = 0, size = syntax.tokens.size();
  for (size_t i = 0; i < size; ++i) {
    const Token& token = syntax.tokens[i];
    require(token.offset >= end && token.length > 0, "tokens in order, none empty");
    end = size_t{token.offset} + token.length;
    require(end <= syntax.text.size(), "tokens inside the text");
    if (token.kind == TokenKind::Open) {
      require(token.match > i && token.match <= size, "a list ends after it begins");
      bool closed = token.match < size;
      require(closed || syntax.status != ReadStatus::Complete, "complete lists are closed");
      if (closed) require(syntax.tokens[token.match].match == i, "brackets agree");
    }
    if (token.kind == TokenKind::Close)
      require(token.match < i && syntax.tokens[token.match].match == i, "brackets agree");
    if (token.kind == TokenKind::String) string_value(syntax.of(token));
    if (token.kind == TokenKind::Symbol) symbol_name(syntax.of(token));
  }
}

void check(const Syntax& syntax) {
  check_tokens(syntax);
  bool complete = syntax.status == ReadStatus::Complete;
  require(complete == syntax.message.empty(), "a message if and only if something is wrong");
  require(complete == syntax.hint.empty(), "a hint if and only if something is wrong");
  require(size_t{syntax.offset} + syntax.length <= syntax.text.size(),
          "the place lies inside the text");
  Place place = place_of(syntax.text, syntax.offset);
  require(place.line >= 1 && place.column >= 1, "lines and columns count from 1");
  for (size_t at = 0; at < syntax.tokens.size();) {
    size_t next = after_datum(syntax, at);
    require(next > at && next <= syntax.tokens.size(), "after_datum moves on");
    at = next;
  }
}

bool same_data(const Syntax& a, const Syntax& b) {
  if (a.tokens.size() != b.tokens.size()) return false;
  for (size_t i = 0; i < a.tokens.size(); ++i)
    if (a.tokens[i].kind != b.tokens[i].kind || a.of(a.tokens[i]) != b.of(b.tokens[i]))
      return false;
  return true;
}

size_t comments_of(const Syntax& syntax) {
  size_t count = 0;
  for (const Token& token : syntax.tokens)
    count += token.kind == TokenKind::Comment || token.kind == TokenKind::DatumComment;
  return count;
}

void check_format(const Syntax& plain, const Syntax& kept, int width) {
  std::string once = format_source(plain.text, width);
  Syntax again = tokenize(once);
  require(again.status == ReadStatus::Complete, "formatted text is readable");
  require(same_data(plain, again), "formatting keeps the data");
  require(comments_of(kept) == comments_of(tokenize(once, Trivia::Keep)),
          "formatting keeps the comments");
  require(format_source(once, width) == once, "formatting twice is formatting once");
}

#ifdef FUZZ_NOTATION
void check_notation(const Syntax& syntax) {
  for (size_t at = 0; at < syntax.tokens.size(); at = after_datum(syntax, at)) {
    try {
      notation_value(syntax, at);
    } catch (const Error& error) {
      require(!error.message.empty(), "errors have a message");
    }
  }
}
#endif

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Syntax plain = tokenize(text), kept = tokenize(text, Trivia::Keep);
  check(plain);
  check(kept);
  require(plain.status == kept.status && plain.offset == kept.offset,
          "comments do not change the answer");
  if (plain.status != ReadStatus::Complete) return 0;
  check_format(plain, kept, 80);
  check_format(plain, kept, 12);  // nearly everything breaks
#ifdef FUZZ_NOTATION
  check_notation(plain);
#endif
  return 0;
}
