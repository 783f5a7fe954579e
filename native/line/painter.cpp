#include "line/painter.h"

#include <algorithm>
#include <array>

#include "ir/duration.h"
#include "ir/pitch.h"
#include "text/tokens.h"
#include "text/value.h"

namespace fermata {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

enum class Sort : uint8_t { Code, Command, Chat, Question };

/// What a typed text is, and where the code or the plain text in it begins.
struct Typed {
  Sort sort = Sort::Code;
  size_t word_end = 0;  // Command: after its first word
  size_t code = std::string_view::npos;
  size_t text = std::string_view::npos;
};

/// Where the first word of `text` after `at` begins and ends.
std::pair<size_t, size_t> word_after(std::string_view text, size_t at) {
  const size_t start = std::min(text.find_first_not_of(kBlanks, at), text.size());
  return {start, std::min(text.find_first_of(kBlanks, start), text.size())};
}

/// The command whose colon is at `start`; its name has one word or two.
Typed command_of(const Painter& painter, std::string_view text, size_t start) {
  const size_t end = word_after(text, start).second;
  const auto [second, second_end] = word_after(text, end);
  const std::string name(text.substr(start + 1, end - start - 1));
  auto found =
      painter.commands.find(name + " " + std::string(text.substr(second, second_end - second)));
  const bool has_two_words = found != painter.commands.end();
  if (!has_two_words) found = painter.commands.find(name);
  size_t at = has_two_words ? second_end : end;
  Typed typed{Sort::Command, end};
  if (found == painter.commands.end()) return typed;
  for (int word = 0; word < found->second.words; ++word) at = word_after(text, at).second;
  (found->second.code ? typed.code : typed.text) = at;
  return typed;
}

Typed sort_of(const Painter& painter, std::string_view text) {
  const size_t start = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::string_view rest = text.substr(start);
  if (rest.starts_with("//")) return {Sort::Chat};
  if (rest.starts_with('?')) return {Sort::Question};
  if (!rest.starts_with(':')) return {Sort::Code, 0, start};
  return command_of(painter, text, start);
}

/// Whether `text` begins with a quote that does not end.
bool has_open_quote(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!text.starts_with('"')) return false;
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '"') return false;
    if (text[at] == '\\') ++at;
  }
  return true;
}

/// Heads after which names are made, not used; the patterns of the others are no code at all.
constexpr std::array<std::string_view, 13> kBinders{
    "lambda",  "lambda*",    "let",         "let*",     "letrec", "letrec*",    "do",
    "receive", "let-values", "let*-values", "and-let*", "λ",      "case-lambda"};
constexpr std::array<std::string_view, 8> kPatterns{"quote",        "match",        "match-lambda",
                                                    "syntax-rules", "syntax-case",  "case",
                                                    "quasiquote",   "define-module"};

template <size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// One stretch of code that the tokenizer got through, to be coloured.
class Stretch {
 public:
  Stretch(const Painter& painter, const Syntax& syntax, size_t base, size_t cursor, bool judge)
      : painter_(painter), syntax_(syntax), base_(base), cursor_(cursor), judge_(judge) {
    lit_ = bracket_at_cursor();
    if (judge_) find_local_names();
  }

  void add_to(Spans& spans) const {
    size_t quoted_until = 0;
    for (size_t i = 0; i < tokens().size(); ++i) {
      if (begins_data(i)) quoted_until = std::max(quoted_until, after_datum(syntax_, i));
      const Ink ink = ink_of(i, i < quoted_until);
      if (ink != Ink::Plain) spans.push_back({base_ + tokens()[i].offset, tokens()[i].length, ink});
    }
  }

 private:
  const std::vector<Token>& tokens() const { return syntax_.tokens; }
  std::string_view word(size_t index) const { return syntax_.of(tokens()[index]); }
  bool is_head(size_t index) const {
    return index > 0 && tokens()[index - 1].kind == TokenKind::Open;
  }

  bool begins_data(size_t index) const {
    const Token& token = tokens()[index];
    if (token.kind == TokenKind::Prefix) return word(index) == "'" || word(index) == "`";
    return token.kind == TokenKind::Open && index + 1 < tokens().size() &&
           tokens()[index + 1].kind == TokenKind::Symbol && is_among(kPatterns, word(index + 1));
  }

  void find_local_names() {
    for (size_t i = 1; i < tokens().size(); ++i) {
      if (tokens()[i].kind != TokenKind::Symbol || !is_head(i)) continue;
      const std::string_view head = word(i);
      if (!head.starts_with("define") && !is_among(kBinders, head)) continue;
      size_t at = i + 1;
      const bool is_named = at < tokens().size() && tokens()[at].kind == TokenKind::Symbol;
      at = add_locals(at);
      if (is_named && head == "let") add_locals(at);
    }
  }

  // Everything in the datum, also what only gives a value there: better a name too many than one
  // called unknown.
  size_t add_locals(size_t at) {
    if (at >= tokens().size()) return at;
    const size_t end = after_datum(syntax_, at);
    for (; at < end && at < tokens().size(); ++at)
      if (tokens()[at].kind == TokenKind::Symbol) locals_.insert(word(at));
    return end;
  }

  bool touches_cursor(const Token& token) const {
    const size_t start = base_ + token.offset;
    return cursor_ >= start && cursor_ <= start + token.length;
  }

  Ink ink_of(size_t index, bool quoted) const {
    const Token& token = tokens()[index];
    switch (token.kind) {
      case TokenKind::Comment:
      case TokenKind::DatumComment: return Ink::Comment;
      case TokenKind::String:
      case TokenKind::Character: return Ink::String;
      case TokenKind::Number:
      case TokenKind::Ratio:
      case TokenKind::Constant: return Ink::Number;
      case TokenKind::History: return Ink::History;
      case TokenKind::Keyword: return keyword_ink(word(index));
      case TokenKind::Symbol: return symbol_ink(index, quoted);
      case TokenKind::Open:
      case TokenKind::Close: return is_lit(index) ? Ink::Match : Ink::Plain;
      case TokenKind::Prefix: return Ink::Plain;
    }
    return Ink::Plain;
  }

  static Ink keyword_ink(std::string_view keyword) {
    keyword.remove_prefix(keyword.find(':') + 1);
    return parse_duration(keyword) ? Ink::Duration : Ink::Keyword;
  }

  Ink symbol_ink(size_t index, bool quoted) const {
    const std::string_view name = word(index);
    if (parse_pitch(name)) return Ink::Pitch;
    const std::string key(name);
    const bool is_known = find_form(name) || painter_.names.contains(key);
    if (is_known && !quoted) return is_head(index) ? Ink::Form : Ink::Plain;
    if (is_known || quoted || !judge_ || painter_.names.empty()) return Ink::Plain;
    if (locals_.contains(name) || touches_cursor(tokens()[index])) return Ink::Plain;
    return name == "." || name == "..." || name == "_" || name == "else" || name == "=>"
               ? Ink::Plain
               : Ink::Unknown;
  }

  // The bracket under the cursor, or else the one just before it.
  bool is_lit(size_t index) const {
    const size_t other = tokens()[index].match;
    return other < tokens().size() && (lit_ == index || lit_ == other);
  }

  size_t bracket_at_cursor() const {
    if (cursor_ < base_) return tokens().size();
    const size_t here = cursor_ - base_;
    const auto after =
        std::upper_bound(tokens().begin(), tokens().end(), here,
                         [](size_t offset, const Token& token) { return offset < token.offset; });
    if (after == tokens().begin()) return tokens().size();
    const size_t index = static_cast<size_t>(after - tokens().begin()) - 1;
    if (is_bracket(index) && here < tokens()[index].offset + tokens()[index].length) return index;
    const size_t before = tokens()[index].offset == here && index > 0 ? index - 1 : index;
    const bool ends_here = tokens()[before].offset + tokens()[before].length == here;
    return is_bracket(before) && ends_here ? before : tokens().size();
  }

  bool is_bracket(size_t index) const {
    return tokens()[index].kind == TokenKind::Open || tokens()[index].kind == TokenKind::Close;
  }

  const Painter& painter_;
  const Syntax& syntax_;
  size_t base_, cursor_, lit_ = 0;
  bool judge_;
  std::unordered_set<std::string_view> locals_;
};

/// What is still open at the end: the colour it will have when it is closed.
void add_unfinished(Spans& spans, const Syntax& syntax, size_t base) {
  const std::string_view rest = syntax.text.substr(syntax.offset);
  const Ink ink = rest.starts_with('"')    ? Ink::String
                  : rest.starts_with("#|") ? Ink::Comment
                                           : Ink::Plain;
  if (ink != Ink::Plain) spans.push_back({base + syntax.offset, rest.size(), ink});
}

/// The tokenizer stops at an error; colouring goes on behind it.
void add_code(Spans& spans, const Painter& painter, std::string_view text, size_t base,
              size_t cursor, bool judge) {
  while (!text.empty()) {
    const Syntax syntax = tokenize(text, Trivia::Keep);
    Stretch(painter, syntax, base, cursor, judge).add_to(spans);
    if (syntax.status == ReadStatus::Incomplete) add_unfinished(spans, syntax, base);
    if (syntax.status != ReadStatus::Error) return;
    const size_t last = spans.empty() ? base : spans.back().offset + spans.back().length;
    const size_t wrong = std::max(base + syntax.offset, last);
    const size_t end = std::max(base + syntax.offset + std::max(syntax.length, 1U), last);
    if (end > wrong) spans.push_back({wrong, end - wrong, Ink::Wrong});
    text.remove_prefix(std::min(end - base, text.size()));
    base = end;
  }
}

constexpr size_t kNowhere = std::string_view::npos;

}  // namespace

Spans Painter::typed(std::string_view text, size_t cursor) const {
  const Typed typed = sort_of(*this, text);
  Spans spans;
  if (typed.sort == Sort::Chat) return {{0, text.size(), Ink::Chat}};
  if (typed.sort == Sort::Question) return {{0, text.size(), Ink::Command}};
  if (typed.sort == Sort::Command) spans.push_back({0, typed.word_end, Ink::Command});
  if (typed.code < text.size())
    add_code(spans, *this, text.substr(typed.code), typed.code, cursor, true);
  return spans;
}

Spans Painter::shown(std::string_view text) const {
  Spans spans;
  add_code(spans, *this, text, 0, kNowhere, false);
  return spans;
}

bool Painter::is_complete(std::string_view text) const {
  const Typed typed = sort_of(*this, text);
  if (typed.text < text.size()) return !has_open_quote(text.substr(typed.text));
  return typed.code >= text.size() ||
         tokenize(text.substr(typed.code)).status != ReadStatus::Incomplete;
}

int Painter::indentation(std::string_view text) const {
  const Typed typed = sort_of(*this, text);
  if (typed.code >= text.size()) return 0;
  const Syntax syntax = tokenize(text.substr(typed.code));
  if (syntax.status == ReadStatus::Incomplete && syntax.text[syntax.offset] == '"') return 0;
  const auto is_open = [&](const Token& token) {
    return token.kind == TokenKind::Open && token.match >= syntax.tokens.size();
  };
  return 2 * static_cast<int>(std::count_if(syntax.tokens.begin(), syntax.tokens.end(), is_open));
}

}  // namespace fermata
