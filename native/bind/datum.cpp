#include <algorithm>
#include <array>
#include <charconv>

#include "bind/primitive.h"
#include "bind/source.h"

namespace fermata {

namespace {

enum class FrameKind : uint8_t { List, Vector, Bytes, Prefix, Tail };

// Plain data on the C stack, so the collector sees what is being built and nothing needs a
// destructor.
struct Frame {
  SCM first, last;
  size_t count;
  FrameKind kind;
  bool quoted;
};

[[noreturn]] void refuse(ErrorKind kind, const char* message, const char* hint,
                         const Token& token) {
  try {
    Error error(kind, message, hint);
    error.offset = token.offset;
    error.length = token.length;
    keep_error(error);
  } catch (...) {
    keep_current_exception();
  }
  raise_kept();
}

SCM symbol(std::string_view name) { return scm_from_utf8_symboln(name.data(), name.size()); }

// Characters and #{odd symbols}# are rare enough for Guile's own reader.
SCM read_by_guile(std::string_view text) {
  return scm_read(scm_open_input_string(scm_from_utf8_stringn(text.data(), text.size())));
}

SCM number(std::string_view text) {
  long small = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), small);
  if (problem == std::errc{} && end == text.data() + text.size()) return scm_from_long(small);
  return scm_string_to_number(scm_from_utf8_stringn(text.data(), text.size()), scm_from_int(10));
}

SCM ratio(std::string_view text) {
  const size_t colon = text.find(':');
  return scm_list_3(symbol("ratio"), number(text.substr(0, colon)), number(text.substr(colon + 1)));
}

// $Out[47] is (%history-out 47), $Out alone the last one.
SCM history(std::string_view text) {
  const size_t bracket = text.find('[');
  const std::string_view which =
      text.substr(1, bracket == std::string_view::npos ? bracket : bracket - 1);
  SCM index = scm_from_int(-1);
  if (bracket != std::string_view::npos)
    index = number(text.substr(bracket + 1, text.size() - bracket - 2));
  return scm_list_2(symbol(which == "In" ? "%history-in" : "%history-out"), index);
}

SCM constant(std::string_view text) {
  if (text == "#t" || text == "#true") return SCM_BOOL_T;
  if (text == "#f" || text == "#false") return SCM_BOOL_F;
  if (text == "#nil") return SCM_ELISP_NIL;
  return read_by_guile(text);
}

SCM string_datum(std::string_view token) {
  try {
    return to_scm(string_value(token));
  } catch (...) {
    keep_current_exception();
  }
  raise_kept();
}

SCM atom(const Source& source, const Token& token) {
  const std::string_view text = source.syntax.of(token);
  switch (token.kind) {
    case TokenKind::Symbol:
      return text.starts_with("#{") || text.starts_with('|') ? read_by_guile(text) : symbol(text);
    case TokenKind::Keyword:
      return scm_symbol_to_keyword(symbol(text.substr(text[0] == '#' ? 2 : 1)));
    case TokenKind::String: return string_datum(text);
    case TokenKind::Number: return number(text);
    case TokenKind::Ratio: return ratio(text);
    case TokenKind::History: return history(text);
    case TokenKind::Character: return read_by_guile(text);
    default: return constant(text);
  }
}

SCM prefix_symbol(std::string_view text) {
  struct Row {
    std::string_view text, name;
  };
  static constexpr Row rows[] = {
      {"'", "quote"},   {"`", "quasiquote"},   {",", "unquote"},   {",@", "unquote-splicing"},
      {"#'", "syntax"}, {"#`", "quasisyntax"}, {"#,", "unsyntax"}, {"#,@", "unsyntax-splicing"}};
  for (const Row& row : rows)
    if (row.text == text) return symbol(row.name);
  return symbol("quote");
}

bool hides_evaluation(std::string_view prefix) {
  return prefix == "'" || prefix == "`" || prefix == "#'" || prefix == "#`";
}

// Tokens in order are the tree in prefix order, so one pass with a stack of frames builds any
// datum.
class Builder {
 public:
  Builder(const Source& source, SCM file_name) : source_(source), file_(file_name) {}

  SCM read(size_t index) {
    const std::vector<Token>& tokens = source_.syntax.tokens;
    SCM done = SCM_UNDEFINED;
    while (SCM_UNBNDP(done) && index < tokens.size()) {
      const Token& token = tokens[index++];
      switch (token.kind) {
        case TokenKind::Comment: break;
        case TokenKind::DatumComment: index = after_datum(source_.syntax, index); break;
        case TokenKind::Open: open(token); break;
        case TokenKind::Close: done = add(close(), token); break;
        case TokenKind::Prefix: prefix(token); break;
        default:
          if (is_dot(token))
            top().kind = FrameKind::Tail;
          else
            done = add(atom(source_, token), token);
      }
    }
    return done;
  }

 private:
  Frame& top() { return frames_[depth_ - 1]; }

  bool is_dot(const Token& token) {
    return token.kind == TokenKind::Symbol && token.length == 1 &&
           source_.text[token.offset] == '.' && depth_ > 0 && top().kind == FrameKind::List &&
           top().count > 0;
  }

  void push(const Token& token, FrameKind kind, bool quoted) {
    if (depth_ == kMaxDepth)
      refuse(ErrorKind::Limit, "this nests more than 5000 lists deep", "", token);
    frames_[depth_++] = {SCM_EOL, SCM_EOL, 0, kind, quoted};
  }

  void open(const Token& token) {
    const std::string_view text = source_.syntax.of(token);
    const bool quoted = depth_ > 0 && top().quoted;
    if (text == "#(")
      push(token, FrameKind::Vector, true);
    else if (text.size() > 1)
      push(token, FrameKind::Bytes, true);
    else
      push(token, FrameKind::List, quoted);
    places_[depth_ - 1] = token.offset;
  }

  void prefix(const Token& token) {
    const std::string_view text = source_.syntax.of(token);
    const bool quoted = (depth_ > 0 && top().quoted) || hides_evaluation(text);
    push(token, FrameKind::Prefix, quoted);
    places_[depth_ - 1] = token.offset;
    append(top(), prefix_symbol(text));
  }

  SCM close() {
    Frame frame = top();
    if (frame.kind == FrameKind::List || frame.kind == FrameKind::Tail) give_place(frame);
    --depth_;
    if (frame.kind == FrameKind::Vector) return scm_vector(frame.first);
    if (frame.kind == FrameKind::Bytes) return scm_u8_list_to_bytevector(frame.first);
    return frame.first;
  }

  static void append(Frame& frame, SCM datum) {
    SCM pair = scm_cons(datum, SCM_EOL);
    if (frame.count++ == 0)
      frame.first = pair;
    else
      SCM_SETCDR(frame.last, pair);
    frame.last = pair;
  }

  // Put a finished datum where it belongs; the outermost one is the result.
  SCM add(SCM datum, const Token& token) {
    while (depth_ > 0) {
      Frame& frame = top();
      if (frame.kind == FrameKind::Tail) {
        SCM_SETCDR(frame.last, datum);
        return SCM_UNDEFINED;
      }
      append(frame, datum);
      if (frame.count > kMaxWidth && !frame.quoted)
        refuse(ErrorKind::Limit, "this list has more than 100000 elements",
               "quote it, or build it with a procedure", token);
      if (frame.kind != FrameKind::Prefix) return SCM_UNDEFINED;
      give_place(frame);
      datum = frame.first;
      --depth_;
    }
    return datum;
  }

  void give_place(const Frame& frame) {
    if (!scm_is_pair(frame.first) || scm_is_false(file_)) return;
    const uint32_t offset = places_[depth_ - 1];
    const auto next = std::upper_bound(source_.lines.begin(), source_.lines.end(), offset);
    const long line = next - source_.lines.begin() - 1;
    const long column = offset - source_.lines[static_cast<size_t>(line)];
    static const SCM keys =
        scm_permanent_object(scm_list_3(symbol("filename"), symbol("line"), symbol("column")));
    scm_set_source_properties_x(
        frame.first,
        scm_list_3(scm_cons(SCM_CAR(keys), file_), scm_cons(SCM_CADR(keys), scm_from_long(line)),
                   scm_cons(SCM_CADDR(keys), scm_from_long(column))));
  }

  const Source& source_;
  SCM file_;
  int depth_ = 0;
  std::array<Frame, kMaxDepth> frames_;
  std::array<uint32_t, kMaxDepth> places_;
};

}  // namespace

SCM read_datum(const Source& source, SCM file_name, size_t index) {
  Builder builder(source, file_name);
  return builder.read(index);
}

}  // namespace fermata
