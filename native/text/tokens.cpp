#include "text/tokens.h"

#include <algorithm>

#include "text/charclass.h"
#include "text/lexeme.h"

namespace fermata {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Spaces that look like a space and are none to Scheme; pasted text is full of them.
bool is_odd_space(char32_t c) {
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kSample = 1 << 16;  // bytes from which the number of tokens is guessed
constexpr std::string_view kUtf8Hint = "the text must be UTF-8";

/// Something begun that the end of the text may cut off: a list, or a prefix that waits for its
/// datum.
struct Frame {
  enum Type : uint8_t { List, Vector, Prefix, Hidden } type;
  enum Dot : uint8_t { NoDot, DotSeen, TailRead } dot = NoDot;
  bool has_data = false;
  uint32_t token = 0;
  uint32_t offset = 0;
};

class Tokenizer {
 public:
  Tokenizer(std::string_view text, Trivia trivia)
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        keep_(trivia == Trivia::Keep) {
    out_.text = text;
  }

  Syntax run();

 private:
  void reserve_like_sample();
  bool step();
  bool open(size_t length, Frame::Type type);
  bool close();
  bool prefix();
  bool hidden();
  bool string();
  bool line_comment();
  bool block_comment();
  bool directive();
  bool script_header();
  bool bang_comment();
  bool hash();
  bool hash_word();
  bool character();
  bool odd_symbol();
  bool atom();
  bool number_like(const char* from);
  bool history(const char* from);
  bool dot();
  bool scan_word();
  bool advance();
  bool high_character(bool in_word);
  bool comment_text(char stop, char after);

  bool begin_datum(const char* from, size_t length);
  bool finish_datum();
  bool datum(TokenKind kind, const char* from);
  bool comment(const char* from);
  void push(TokenKind kind, const char* from);
  bool bad_utf8();
  bool bad_control();

  uint32_t offset_of(const char* p) const { return static_cast<uint32_t>(p - begin_); }
  uint32_t next_token() const { return static_cast<uint32_t>(out_.tokens.size()); }
  std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }
  bool starts_with(std::string_view word) const { return rest().starts_with(word); }
  std::string_view between(const char* from) const {
    return {from, static_cast<size_t>(at_ - from)};
  }

  bool stop(ReadStatus status, const char* from, size_t length, std::string message,
            std::string hint);
  bool fail(const char* from, size_t length, std::string message, std::string hint) {
    return stop(ReadStatus::Error, from, length, std::move(message), std::move(hint));
  }
  bool cut_off(const char* from, size_t length, std::string message, std::string hint) {
    return stop(ReadStatus::Incomplete, from, length, std::move(message), std::move(hint));
  }
  void report_open();

  Syntax out_;
  const char* begin_;
  const char* at_;
  const char* end_;
  bool keep_;
  std::vector<Frame> frames_;
};

Syntax Tokenizer::run() {
  if (out_.text.size() >= UINT32_MAX) {
    fail(begin_, 0, "the text is too long", "a text of less than 4 GB can be read");
    return std::move(out_);
  }
  out_.tokens.reserve(std::min(out_.text.size(), kSample) / 2 + 8);
  const char* sample_end = begin_ + std::min(out_.text.size(), kSample);
  if (starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
  bool good = !starts_with("#!") || script_header();
  while (good) {
    while (at_ < end_ && class_of(*at_) == kSpace) ++at_;
    if (at_ == end_) break;
    if (at_ > sample_end) {
      reserve_like_sample();
      sample_end = end_;
    }
    good = step();
  }
  if (good && !frames_.empty()) report_open();
  for (const Frame& frame : frames_)
    if (frame.type <= Frame::Vector) out_.tokens[frame.token].match = next_token();
  return std::move(out_);
}

/// Room for the whole text if it goes on as it began: growing would copy tokens that fill many
/// pages.
void Tokenizer::reserve_like_sample() {
  size_t read = static_cast<size_t>(at_ - begin_);
  double per_byte = static_cast<double>(out_.tokens.size()) / static_cast<double>(read);
  constexpr double kMargin = 1.05;
  out_.tokens.reserve(
      static_cast<size_t>(per_byte * kMargin * static_cast<double>(out_.text.size())) + 64);
}

bool Tokenizer::step() {
  switch (class_of(*at_)) {
    case kAtom: return atom();
    case kOpen: return open(1, Frame::List);
    case kClose: return close();
    case kQuote: return prefix();
    case kHash: return hash();
    case kString: return string();
    case kSemicolon: return line_comment();
    case kControl: return bad_control();
    case kHigh: return atom();
    case kSpace: break;
  }
  ++at_;
  return true;
}

bool Tokenizer::stop(ReadStatus status, const char* from, size_t length, std::string message,
                     std::string hint) {
  out_.status = status;
  out_.offset = offset_of(from);
  out_.length = static_cast<uint32_t>(std::min(length, static_cast<size_t>(end_ - from)));
  out_.message = std::move(message);
  out_.hint = std::move(hint);
  return false;
}

void Tokenizer::report_open() {
  const Frame& frame = frames_.back();
  const Token& token = out_.tokens[frame.token];
  const char* from = begin_ + frame.offset;
  std::string text(out_.of(token));
  if (frame.type <= Frame::Vector) {
    cut_off(from, token.length, "this list is never closed",
            text.back() == '[' ? "add ]" : "add )");
  } else {
    cut_off(from, token.length, "nothing follows this " + text,
            frame.type == Frame::Hidden ? "write the datum to hide after it"
                                        : "write a datum after it");
  }
}

void Tokenizer::push(TokenKind kind, const char* from) {
  out_.tokens.push_back({offset_of(from), static_cast<uint32_t>(at_ - from), 0, kind});
}

/// A datum, a prefix or a list begins here: is there room for it?
bool Tokenizer::begin_datum(const char* from, size_t length) {
  if (frames_.empty() || frames_.back().dot != Frame::TailRead) return true;
  return fail(from, length, "only one datum may follow the dot",
              "close the list here, or remove the dot");
}

/// The datum that just ended serves the prefixes before it, and then counts in its list.
bool Tokenizer::finish_datum() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.type == Frame::Hidden) {
      if (!keep_) out_.tokens.resize(frame.token);
      frames_.pop_back();
      return true;
    }
    if (frame.type != Frame::Prefix) {
      frame.has_data = true;
      if (frame.dot == Frame::DotSeen) frame.dot = Frame::TailRead;
      return true;
    }
    frames_.pop_back();
  }
  return true;
}

bool Tokenizer::datum(TokenKind kind, const char* from) {
  if (!frames_.empty() && frames_.back().type == Frame::List &&
      frames_.back().dot == Frame::NoDot) {
    frames_.back().has_data = true;  // by far the most frequent case
    push(kind, from);
    return true;
  }
  if (!begin_datum(from, static_cast<size_t>(at_ - from))) return false;
  push(kind, from);
  return frames_.empty() || finish_datum();
}

bool Tokenizer::open(size_t length, Frame::Type type) {
  const char* from = at_;
  at_ += length;
  if (!begin_datum(from, length)) return false;
  Frame frame{type};
  frame.token = next_token();
  frame.offset = offset_of(from);
  frames_.push_back(frame);
  push(TokenKind::Open, from);
  return true;
}

bool Tokenizer::close() {
  std::string bracket(1, *at_);
  if (frames_.empty())
    return fail(at_, 1, "this " + bracket + " closes nothing",
                "remove it, or open the list before it");
  const Frame frame = frames_.back();
  const Token opener = out_.tokens[frame.token];
  if (frame.type == Frame::Prefix || frame.type == Frame::Hidden)
    return fail(begin_ + frame.offset, opener.length,
                "nothing follows this " + std::string(out_.of(opener)),
                "write a datum after it, or remove it");
  char left = out_.of(opener).back();
  if ((left == '(') != (*at_ == ')')) {
    Place place = place_of(out_.text, opener.offset);
    return fail(at_, 1, bracket + " cannot close this list",
                std::string("the list begins with ") + left + " at " + std::to_string(place.line) +
                    ":" + std::to_string(place.column) + "; close it with " +
                    (left == '(' ? ")" : "]"));
  }
  if (frame.dot == Frame::DotSeen)
    return fail(at_, 1, "a datum is missing after the dot", "write (a . b), or remove the dot");
  const char* from = at_++;
  out_.tokens[frame.token].match = next_token();
  push(TokenKind::Close, from);
  out_.tokens.back().match = frame.token;
  frames_.pop_back();
  return frames_.empty() || finish_datum();
}

bool Tokenizer::prefix() {
  const char* from = at_;
  if (*at_ == '#') ++at_;
  at_ += *at_ == ',' && at_ + 1 < end_ && at_[1] == '@' ? 2 : 1;
  if (!begin_datum(from, static_cast<size_t>(at_ - from))) return false;
  Frame frame{Frame::Prefix};
  frame.token = next_token();
  frame.offset = offset_of(from);
  frames_.push_back(frame);
  push(TokenKind::Prefix, from);
  return true;
}

bool Tokenizer::hidden() {
  Frame frame{Frame::Hidden};
  frame.token = next_token();
  frame.offset = offset_of(at_);
  frames_.push_back(frame);
  const char* from = at_;
  at_ += 2;
  push(TokenKind::DatumComment, from);
  return true;
}

bool Tokenizer::string() {
  const char* from = at_++;
  while (at_ < end_ && *at_ != '"') {
    if (class_of(*at_) == kHigh) {
      size_t length = utf8_length(rest());
      if (length == 0) return bad_utf8();
      at_ += length;
    } else if (*at_ == '\\') {
      Escape escape = read_escape(rest().substr(1));
      if (escape.status == Escape::CutShort) {
        at_ = end_;
      } else if (escape.status == Escape::NoCharacter) {
        return fail(at_, escape.length + 1, "this escape names no character",
                    "characters go up to \\U10FFFF, without \\uD800 to \\uDFFF");
      } else if (escape.status == Escape::Unknown) {
        return fail(at_, escape.length + 1, "unknown escape in a string",
                    "escapes are \\n \\t \\r \\\\ \\\" \\x41 \\u00e9 \\U01d11e; write \\\\ for a "
                    "backslash");
      } else {
        at_ += escape.length + 1;
      }
    } else {
      ++at_;
    }
  }
  if (at_ == end_) return cut_off(from, 1, "this string is never closed", "add \"");
  ++at_;
  return datum(TokenKind::String, from);
}

bool Tokenizer::bad_utf8() {
  return fail(at_, 1, "this byte is not UTF-8", std::string(kUtf8Hint));
}

bool Tokenizer::bad_control() {
  constexpr char kHex[] = "0123456789abcdef";
  auto c = static_cast<unsigned char>(*at_);
  return fail(
      at_, 1, std::string("control character ") + kHex[c >> 4] + kHex[c & 15] + " outside a string",
      "remove it, or write it in a string as \\x" + std::string(1, kHex[c >> 4]) + kHex[c & 15]);
}

/// Over one character that need only be readable.
bool Tokenizer::advance() {
  CharClass kind = class_of(*at_);
  if (kind == kControl) return bad_control();
  size_t length = kind == kHigh ? utf8_length(rest()) : 1;
  if (length == 0) return bad_utf8();
  at_ += length;
  return true;
}

/// Over the text of a comment, to `stop` followed by `after` (any, if `after` is NUL) or to the
/// end.
bool Tokenizer::comment_text(char stop, char after) {
  while (at_ < end_) {
    if (*at_ == stop && (after == '\0' || (at_ + 1 < end_ && at_[1] == after))) return true;
    if (!advance()) return false;
  }
  return true;
}

bool Tokenizer::comment(const char* from) {
  if (keep_) push(TokenKind::Comment, from);
  return true;
}

bool Tokenizer::line_comment() {
  const char* from = at_;
  if (!comment_text('\n', '\0')) return false;
  return comment(from);
}

bool Tokenizer::block_comment() {
  const char* from = at_;
  at_ += 2;
  size_t depth = 1;
  while (depth > 0) {
    // `|` ends or begins a level only next to `#`, so these two bytes are all that matter
    while (at_ < end_ && *at_ != '|' && *at_ != '#') {
      if (!advance()) return false;
    }
    if (at_ == end_) return cut_off(from, 2, "this comment is never closed", "add |#");
    bool closes = starts_with("|#"), opens = starts_with("#|");
    depth = closes ? depth - 1 : opens ? depth + 1 : depth;
    at_ += closes || opens ? 2 : 1;
  }
  return comment(from);
}

/// `#! ... !#`, which does not nest.
bool Tokenizer::bang_comment() {
  const char* from = at_;
  at_ += 2;
  if (!comment_text('!', '#')) return false;
  if (at_ == end_) return cut_off(from, 2, "this comment is never closed", "add !#");
  at_ += 2;
  return comment(from);
}

/// `#!fold-case` and its kind, which change how Scheme is read, or stand for a value: refused.
bool Tokenizer::directive() {
  constexpr std::string_view kDirectives[] = {
      "fold-case", "no-fold-case", "r6rs",
      "r7rs",      "curly-infix",  "curly-infix-and-bracket-lists",
      "eof",       "default",      "unspecified",
      "optional",  "rest",         "key"};
  size_t length = 2;
  while (length < rest().size() && is_plain(at_[length])) ++length;
  std::string_view word = rest().substr(2, length - 2);
  if (std::find(std::begin(kDirectives), std::end(kDirectives), word) == std::end(kDirectives))
    return false;
  fail(at_, length, "Fermata has no reader directives", "remove #!" + std::string(word));
  return true;
}

/// `#!` at the very beginning: a block up to a line that begins with `!#`, as Guile's scripts have,
/// or else only the first line, as the system reads it.
bool Tokenizer::script_header() {
  if (directive()) return false;
  const char* from = at_;
  std::string_view text = rest();
  size_t line_end = std::min(text.find('\n'), text.size());
  if (text.substr(0, line_end).find("!#", 2) != std::string_view::npos) return bang_comment();
  size_t closing = text.find("\n!#", line_end);
  const char* const text_end = end_;
  end_ = from + (closing == std::string_view::npos ? line_end : closing + 3);
  while (at_ < end_) {
    if (!comment_text('\n', '\0')) return false;
    if (at_ < end_) ++at_;
  }
  end_ = text_end;
  return comment(from);
}

bool Tokenizer::hash() {
  char next = at_ + 1 < end_ ? at_[1] : '\0';
  switch (next) {
    case '(': return open(2, Frame::Vector);
    case '\\': return character();
    case ';': return hidden();
    case '|': return block_comment();
    case '!': return !directive() && bang_comment();
    case '{': return odd_symbol();
    case '\'':
    case '`':
    case ',': return prefix();
    default: return hash_word();
  }
}

/// `#t`, `#xFF`, `#:key`, `#vu8(`: # and the word after it.
bool Tokenizer::hash_word() {
  const char* from = at_++;
  if (!scan_word()) return false;
  std::string_view word = between(from);
  if (word.size() > 2 && word[1] == ':') return datum(TokenKind::Keyword, from);
  if (word == "#vu8" && starts_with("(")) {
    at_ = from;
    return open(5, Frame::Vector);
  }
  for (std::string_view constant : {"#t", "#f", "#true", "#false", "#nil"})
    if (word == constant) return datum(TokenKind::Constant, from);
  if (is_number(word)) return datum(TokenKind::Number, from);
  if (word == "#:") return fail(from, 2, "a name is missing after #:", "write #:name");
  if (starts_with("("))
    return fail(from, word.size() + 1, "unknown kind of vector",
                "write #( for a vector, #vu8( for bytes");
  return fail(from, word.size(), "# begins nothing known here",
              "known are #t #f #nil #\\a #( #vu8( #: #x #; #| #' and the like");
}

bool Tokenizer::character() {
  const char* from = at_;
  at_ += 2;
  if (at_ == end_)
    return fail(from, 2, "a character is missing after #\\", "write #\\a or #\\space");
  if (!advance()) return false;  // whatever it is: #\( and #\; are characters
  if (!scan_word()) return false;
  std::string_view name = between(from).substr(2);
  if (!named_character(name))
    return fail(from, name.size() + 2, "unknown character name", character_hint(name));
  return datum(TokenKind::Character, from);
}

/// `#{any text}#`
bool Tokenizer::odd_symbol() {
  const char* from = at_;
  at_ += 2;
  while (at_ < end_ && !starts_with("}#")) {
    if (starts_with("\\x")) {
      Escape escape = read_symbol_escape(rest().substr(1));
      if (escape.status == Escape::Unknown || escape.status == Escape::NoCharacter)
        return fail(at_, escape.length + 1, "unknown escape in a symbol",
                    "write \\x41; with a semicolon");
      at_ += escape.length + 1;
      continue;
    }
    if (*at_ == '\\' && at_ + 1 < end_) ++at_;
    if (!advance()) return false;
  }
  if (at_ == end_) return cut_off(from, 2, "this symbol is never closed", "add }#");
  at_ += 2;
  return datum(TokenKind::Symbol, from);
}

bool Tokenizer::high_character(bool in_word) {
  size_t length = utf8_length(rest());
  if (length == 0) return bad_utf8();
  if (is_odd_space(utf8_decode(rest().substr(0, length))))
    return fail(at_, length, in_word ? "an unusual space inside a word" : "an unusual space",
                "replace it by an ordinary space");
  at_ += length;
  return true;
}

/// To the end of a symbol, keyword or number.
bool Tokenizer::scan_word() {
  for (;;) {
    while (at_ < end_ && is_plain(*at_)) ++at_;
    if (at_ == end_) return true;
    CharClass kind = class_of(*at_);
    if (kind == kControl) return bad_control();
    if (kind != kHigh) return true;
    if (!high_character(true)) return false;
  }
}

bool Tokenizer::atom() {
  const char* from = at_;
  if (class_of(*at_) == kHigh && !high_character(false)) return false;
  if (!scan_word()) return false;
  size_t length = static_cast<size_t>(at_ - from);
  switch (*from) {
    case ':':
      if (length == 1)
        return fail(from, 1, "a keyword needs a name after the colon", "write :q or :name");
      return datum(TokenKind::Keyword, from);
    case '$': return history(from);
    case '!':
      if (between(from).starts_with("!#"))
        return fail(from, 2, "this !# closes no comment", "begin the comment with #!");
      break;
    case '.':
      if (length == 1) return dot();
      [[fallthrough]];
    case '+':
    case '-':
      if (length > 1 && is_number(between(from))) return datum(TokenKind::Number, from);
      break;
    default:
      if (is_digit(*from)) return number_like(from);
  }
  return datum(TokenKind::Symbol, from);
}

/// A word that begins with a digit: `120`, `3:2`, `1e5`, or a symbol such as `3+2`.
bool Tokenizer::number_like(const char* from) {
  const char* p = from;
  while (p < at_ && is_digit(*p)) ++p;
  if (p == at_) return datum(TokenKind::Number, from);
  if (*p == ':' && p + 1 < at_ && std::all_of(p + 1, at_, is_digit))
    return datum(TokenKind::Ratio, from);
  return datum(is_number(between(from)) ? TokenKind::Number : TokenKind::Symbol, from);
}

bool Tokenizer::history(const char* from) {
  std::string_view name = between(from);
  if (name != "$Out" && name != "$In") return datum(TokenKind::Symbol, from);
  if (!starts_with("[")) return datum(TokenKind::History, from);
  const char* p = at_ + 1;
  if (p < end_ && *p == '-') ++p;
  const char* digits = p;
  while (p < end_ && is_digit(*p)) ++p;
  size_t length = static_cast<size_t>(p - from);
  std::string example = std::string(name) + "[3] or " + std::string(name) + "[-1]";
  if (p == end_) return cut_off(from, length, "this history entry is never closed", "add ]");
  if (p == digits || *p != ']')
    return fail(from, length, "a history entry needs a number in its brackets", "write " + example);
  at_ = p + 1;
  return datum(TokenKind::History, from);
}

/// The dot of a dotted pair: after at least one datum of a list, before exactly one.
bool Tokenizer::dot() {
  const char* from = at_ - 1;
  const std::string hint = "a dot stands only before the last datum of a list, as in (a . b)";
  if (frames_.empty()) return fail(from, 1, "a dot outside a list", hint);
  Frame& frame = frames_.back();
  if (frame.type == Frame::Vector) return fail(from, 1, "a dot in a vector", hint);
  if (frame.type != Frame::List || !frame.has_data)
    return fail(from, 1, "nothing stands before this dot", hint);
  if (frame.dot != Frame::NoDot) return fail(from, 1, "a second dot in one list", hint);
  frame.dot = Frame::DotSeen;
  push(TokenKind::Symbol, from);
  return true;
}

}  // namespace

Syntax tokenize(std::string_view text, Trivia trivia) { return Tokenizer(text, trivia).run(); }

}  // namespace fermata
