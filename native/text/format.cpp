#include <algorithm>

#include "base/error.h"
#include "text/layout.h"
#include "text/tokens.h"

namespace fermata {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Turns tokens, comments included, into a layout. What it adds depends only on the tokens, on
/// which of them share a line and on empty lines, and the layout keeps all three: hence formatting
/// twice changes nothing.
class Formatter {
 public:
  explicit Formatter(const Syntax& syntax) : syntax_(syntax) {}

  void run(Layout& layout);

 private:
  void add(Layout& layout, const Token& token);
  void add_comment(Layout& layout, const Token& token);
  void gap_before(Layout& layout, const Token& token);
  std::string_view gap(const Token& token) const {
    return syntax_.text.substr(end_, token.offset - end_);
  }
  std::string with_prefix(const Token& token);

  const Syntax& syntax_;
  size_t end_ = 0;        // of the token before
  std::string prefix_;    // quotes that wait for their datum
  bool at_start_ = true;  // nothing before in this list: an empty line here is dropped
  bool after_prefix_ = false;
};

std::string_view without_trailing_space(std::string_view text) {
  size_t last = text.find_last_not_of(" \t\r\f\v");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

void Formatter::run(Layout& layout) {
  for (const Token& token : syntax_.tokens) {
    add(layout, token);
    end_ = token.offset + token.length;
  }
}

void Formatter::gap_before(Layout& layout, const Token& token) {
  std::string_view between = gap(token);
  bool blank = !at_start_ && !after_prefix_ && std::count(between.begin(), between.end(), '\n') > 1;
  if (blank) layout.blank_line();
  at_start_ = false;
}

std::string Formatter::with_prefix(const Token& token) {
  std::string_view text = syntax_.of(token);
  // `, @a` must not become `,@a`
  if (prefix_.ends_with(',') && text.starts_with('@')) prefix_ += ' ';
  std::string whole = prefix_ + std::string(text);
  prefix_.clear();
  after_prefix_ = false;
  return whole;
}

void Formatter::add_comment(Layout& layout, const Token& token) {
  gap_before(layout, token);
  if (!prefix_.empty()) {  // a comment between a quote and its datum
    layout.atom(prefix_);
    prefix_.clear();
  }
  std::string_view text = syntax_.of(token);
  bool header = text.starts_with("#!") && !text.ends_with("!#");
  bool trailing = end_ > 0 && gap(token).find('\n') == std::string_view::npos;
  if (text.starts_with(';') || header)
    layout.comment(without_trailing_space(text), trailing);
  else
    layout.block_comment(text);
}

void Formatter::add(Layout& layout, const Token& token) {
  switch (token.kind) {
    case TokenKind::Comment: add_comment(layout, token); return;
    case TokenKind::Prefix:
    case TokenKind::DatumComment:
      if (prefix_.empty()) gap_before(layout, token);
      prefix_ += syntax_.of(token);
      after_prefix_ = true;
      return;
    case TokenKind::Open:
      if (prefix_.empty()) gap_before(layout, token);
      layout.open(with_prefix(token));
      at_start_ = true;
      return;
    case TokenKind::Close:
      layout.close();
      at_start_ = false;
      return;
    default:
      if (prefix_.empty()) gap_before(layout, token);
      layout.atom(with_prefix(token));
  }
}

}  // namespace

std::string format_source(std::string_view text, int width) {
  Syntax syntax = tokenize(text, Trivia::Keep);
  if (syntax.status != ReadStatus::Complete) {
    Error error(ErrorKind::Read, syntax.message, syntax.hint);
    error.offset = syntax.offset;
    error.length = syntax.length;
    throw error;
  }
  Layout layout;
  Formatter(syntax).run(layout);
  std::string out = layout.render(width);
  // A block comment `#! ... !#` that came to stand first would be read as a script's first line.
  size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  bool was_first = !syntax.tokens.empty() && syntax.tokens.front().offset == start;
  if (out.starts_with("#!") && !was_first) out.insert(0, "\n");
  if (!out.empty()) out += '\n';
  return out;
}

}  // namespace fermata
