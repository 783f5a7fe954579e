#include "text/notation.h"

#include <algorithm>
#include <array>
#include <deque>

#include "base/interrupt.h"
#include "ir/duration.h"

namespace fermata {

namespace {

constexpr size_t kMaxDepth = 200;
constexpr std::array<std::string_view, 9> kWords{"start", "stop", "continue", "both", "up",
                                                 "down",  "none", "double",   "r"};

bool is_word(std::string_view name) {
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

/// `3+2` as a list of numbers; nothing if it is no such sum.
std::optional<Value> sum_of_beats(std::string_view name) {
  auto list = std::make_shared<std::vector<Value>>();
  int64_t number = 0;
  bool digit = false;
  for (char c : name) {
    if (c >= '0' && c <= '9' && number < 10000) {
      number = 10 * number + (c - '0');
      digit = true;
    } else if (c == '+' && digit) {
      list->push_back(Rational(number));
      number = 0;
      digit = false;
    } else {
      return {};
    }
  }
  if (!digit || list->empty()) return {};
  list->push_back(Rational(number));
  return Value(List(list));
}

std::optional<Value> number_of(std::string_view text) {
  int64_t parts[2] = {0, 1};
  int which = 0;
  size_t i = text[0] == '-' || text[0] == '+' ? 1 : 0;
  bool negative = text[0] == '-', digit = false;
  parts[1] = 0;
  for (; i < text.size(); ++i) {
    char c = text[i];
    if (c >= '0' && c <= '9' && parts[which] < (int64_t{1} << 58))
      parts[which] = 10 * parts[which] + (c - '0'), digit = true;
    else if (c == '/' && which == 0 && digit)
      which = 1, digit = false;
    else
      return {};  // decimals and the rest of Scheme's numbers are for the evaluator
  }
  if (!digit || (which == 1 && parts[1] == 0)) return {};
  return Value(Rational(negative ? -parts[0] : parts[0], which ? parts[1] : 1));
}

/// Builds music from tokens with a stack of operands; nothing recurses.
class Builder {
 public:
  Builder(const Syntax& syntax, Shadowed shadowed, void* context)
      : syntax_(syntax), shadowed_(shadowed), context_(context) {}

  std::optional<Value> run(size_t index) {
    if (syntax_.tokens[index].kind != TokenKind::Open) return {};
    size_t end = syntax_.tokens[index].match;
    for (size_t i = index; i <= end; ++i) {
      if ((i & 0xfff) == 0) poll_interrupt();
      const Token& token = syntax_.tokens[i];
      bool pure = token.kind == TokenKind::Open    ? open(i)
                  : token.kind == TokenKind::Close ? close(i)
                                                   : operand(token);
      if (!pure) return {};
    }
    return std::move(stack_.back());
  }

 private:
  struct Frame {
    const Form* form;  // null: a list of pitches or of data
    size_t token, first;
    bool data = false;       // after :time or :key
    bool structure = false;  // measure, part or score, which take such data
  };

  bool hidden(std::string_view name) const { return shadowed_ && shadowed_(context_, name); }

  /// The keyword just before, when it makes a list or a name after it plain data.
  std::string_view preceding_keyword() const {
    if (frames_.empty() || stack_.size() == frames_.back().first) return {};
    const Keyword* keyword = stack_.back().as<Keyword>();
    return keyword ? keyword->name : std::string_view{};
  }

  bool in_structure() const { return !frames_.empty() && frames_.back().structure; }
  static bool is_structure(std::string_view name) {
    return name == "measure" || name == "part" || name == "score";
  }

  /// Whether a list that begins so cannot be evaluated anyway: the form it stands in has more to
  /// say about it.
  bool never_a_call(const Token& head) const {
    if (in_structure()) return head.kind == TokenKind::Number;
    const Form* form = frames_.empty() ? nullptr : frames_.back().form;
    return form && head.kind == TokenKind::Close && (form->name == "chord" || form->name == "note");
  }

  bool open(size_t& i) {
    const Token& bracket = syntax_.tokens[i];
    if (bracket.length != 1 || syntax_.text[bracket.offset] != '(' || frames_.size() >= kMaxDepth)
      return false;
    std::string_view before = in_structure() ? preceding_keyword() : std::string_view{};
    if (before == "time" || before == "key") {
      frames_.push_back({nullptr, i, stack_.size(), true, false});
      return true;
    }
    const Token& head = syntax_.tokens[i + 1];
    if (never_a_call(head)) {
      frames_.push_back({nullptr, i, stack_.size(), true, false});
      return true;
    }
    if (head.kind != TokenKind::Symbol) return false;
    std::string_view name = syntax_.of(head);
    if (hidden(name)) return false;
    // The same form often comes many times in a row.
    const Form* form = last_form_->name == name ? last_form_ : find_form(name);
    if (form) last_form_ = form;
    if (!form && !parse_pitch(name)) return false;
    if (form == note_form_ && plain_note_at(i)) return true;
    frames_.push_back({form, i, stack_.size(), false, form && is_structure(name)});
    if (form) ++i;
    return true;
  }

  static bool are_items(Operands operands) {
    return std::all_of(operands.begin(), operands.end(),
                       [](const Value& value) { return value.as<Item>(); });
  }

  /// A measure of nothing but items takes them over as they are.
  Value plain_measure(size_t first) {
    MeasureParts parts;
    parts.items.reserve(stack_.size() - first);
    for (size_t i = first; i < stack_.size(); ++i)
      parts.items.push_back(std::move(std::get<Item>(stack_[i].data)));
    return make_measure(std::move(parts));
  }

  /// (note c4 :q) is most of most scores: it is made without going through operands.
  bool plain_note_at(size_t& i) {
    if (i + 4 >= syntax_.tokens.size()) return false;
    const Token *name = &syntax_.tokens[i + 2], *keyword = name + 1, *close = name + 2;
    if (name->kind != TokenKind::Symbol || keyword->kind != TokenKind::Keyword ||
        close->kind != TokenKind::Close)
      return false;
    std::optional<PitchName> pitch = parse_pitch(syntax_.of(*name));
    std::string_view word = syntax_.of(*keyword);
    std::optional<Rational> length =
        pitch && word[0] == ':' ? parse_duration(word.substr(1)) : std::nullopt;
    if (!length || hidden(syntax_.of(*name))) return false;
    stack_.emplace_back(plain_note(pitch->pitch, *length));
    i += 4;
    return true;
  }

  bool close(size_t) {
    Frame frame = frames_.back();
    Operands operands(stack_.data() + frame.first, stack_.size() - frame.first);
    Value result;
    if (frame.form) {
      try {
        result = frame.form == measure_form_ && are_items(operands) ? plain_measure(frame.first)
                                                                    : build(*frame.form, operands);
      } catch (Error& error) {
        locate(error, syntax_, frame.token);
        throw;
      }
    } else {
      bool pitches = frame.data || std::all_of(operands.begin(), operands.end(),
                                               [](const Value& v) { return v.as<Pitch>(); });
      if (!pitches) return false;
      result = List(std::make_shared<std::vector<Value>>(operands.begin(), operands.end()));
    }
    stack_.resize(frame.first);
    stack_.push_back(std::move(result));
    frames_.pop_back();
    return true;
  }

  bool operand(const Token& token) {
    std::string_view text = syntax_.of(token);
    switch (token.kind) {
      case TokenKind::Keyword:
        stack_.emplace_back(Keyword{text.substr(text[0] == '#' ? 2 : 1)});
        return true;
      case TokenKind::Symbol: return symbol(text);
      case TokenKind::String: string(text); return true;
      case TokenKind::Number: return push(number_of(text));
      case TokenKind::Ratio: return ratio(text);
      case TokenKind::Constant:
        if (text != "#t" && text != "#f" && text != "#true" && text != "#false") return false;
        stack_.push_back(text[1] == 't');
        return true;
      default: return false;
    }
  }

  bool push(std::optional<Value> value) {
    if (value) stack_.push_back(std::move(*value));
    return value.has_value();
  }

  bool symbol(std::string_view name) {
    if (hidden(name)) return false;
    const Frame& frame = frames_.back();
    bool key_head = frame.form && frame.form->name == "key" && stack_.size() == frame.first;
    std::string_view before = in_structure() ? preceding_keyword() : std::string_view{};
    bool name_wanted = key_head || before == "key" || before == "id" || frame.data;
    if (!name_wanted) {
      if (std::optional<PitchName> pitch = parse_pitch(name)) {
        stack_.emplace_back(pitch->pitch);
        return true;
      }
      if (is_word(name)) {
        stack_.emplace_back(Word{name});
        return true;
      }
      if (std::optional<Rational> length = parse_duration(name)) {
        stack_.emplace_back(Duration{*length});
        return true;
      }
    }
    if (std::optional<Value> beats = sum_of_beats(name)) return push(std::move(beats));
    if (name_wanted) stack_.emplace_back(Word{name});
    return name_wanted;
  }

  void string(std::string_view text) {
    std::string_view inside = text.substr(1, text.size() - 2);
    if (inside.find('\\') != std::string_view::npos)
      inside = texts_.emplace_back(string_value(text));
    stack_.emplace_back(Text{inside});
  }

  bool ratio(std::string_view text) {
    size_t colon = text.find(':');
    auto part = [](std::string_view digits) {
      int64_t number = 0;
      for (char c : digits) number = std::min<int64_t>(10 * number + (c - '0'), 100000);
      return static_cast<int>(number);
    };
    stack_.push_back(Ratio{part(text.substr(0, colon)), part(text.substr(colon + 1))});
    return true;
  }

  const Syntax& syntax_;
  Shadowed shadowed_;
  void* context_;
  const Form* note_form_ = find_form("note");
  const Form* measure_form_ = find_form("measure");
  const Form* last_form_ = note_form_;
  std::vector<Value> stack_;
  std::vector<Frame> frames_;
  std::deque<std::string> texts_;  // strings whose escapes had to be resolved
};

/// Whether every name in the datum is one that the native path knows: then its error is the whole
/// truth.
bool names_are_known(const Syntax& syntax, size_t index, Shadowed shadowed, void* context) {
  for (size_t i = index; i < after_datum(syntax, index); ++i) {
    const Token& token = syntax.tokens[i];
    if (token.kind == TokenKind::Prefix || token.kind == TokenKind::History ||
        token.kind == TokenKind::Character)
      return false;
    if (token.kind != TokenKind::Symbol) continue;
    std::string_view name = syntax.of(token);
    if (shadowed && shadowed(context, name)) return false;
    bool head = i > 0 && syntax.tokens[i - 1].kind == TokenKind::Open;
    if (head && !find_form(name) && !parse_pitch(name)) return false;
  }
  return true;
}

}  // namespace

std::optional<Value> notation_value(const Syntax& syntax, size_t index, Shadowed shadowed,
                                    void* context) {
  try {
    return Builder(syntax, shadowed, context).run(index);
  } catch (const Error& error) {
    if (error.kind != ErrorKind::Interrupt && !names_are_known(syntax, index, shadowed, context))
      return {};
    throw;
  }
}

namespace {

/// Token of operand `number` of the list that opens at `open`, or of the list itself.
size_t operand_token(const Syntax& syntax, size_t open, int number) {
  size_t end = syntax.tokens[open].match, i = open + 1;
  if (i < end) i = after_datum(syntax, i);  // the head
  for (; i < end; i = after_datum(syntax, i)) {
    if (syntax.tokens[i].kind == TokenKind::DatumComment) continue;
    if (number-- == 0) return i;
  }
  return open;
}

std::string_view head_of(const Syntax& syntax, size_t open) {
  if (syntax.tokens[open].kind != TokenKind::Open || open + 1 >= syntax.tokens.size()) return {};
  return syntax.of(syntax.tokens[open + 1]);
}

/// The `number`th measure written in the part at `part`; the part itself when its measures are not
/// all written there.
size_t measure_token(const Syntax& syntax, size_t part, int number) {
  size_t end = syntax.tokens[part].match;
  for (size_t i = part + 1; i < end; i = after_datum(syntax, i)) {
    if (syntax.tokens[i].kind != TokenKind::Open) continue;
    if (head_of(syntax, i) != "measure") return part;
    if (number-- == 0) return i;
  }
  return part;
}

/// Token of element `number` of a list of data, counted from its beginning.
size_t element_token(const Syntax& syntax, size_t open, int number) {
  size_t end = syntax.tokens[open].match;
  for (size_t i = open + 1; i < end; i = after_datum(syntax, i))
    if (number-- == 0) return i;
  return open;
}

}  // namespace

void locate(Error& error, const Syntax& syntax, size_t index) {
  if (error.offset >= 0) return;
  size_t at = index;
  bool is_list = syntax.tokens[index].kind == TokenKind::Open;
  if (is_list && error.argument >= 0) at = operand_token(syntax, index, error.argument);
  if (error.part >= 0 && error.measure >= 0 && head_of(syntax, at) == "part")
    at = measure_token(syntax, at, error.measure);
  // Made elsewhere, the measure can only be named.
  if (error.measure >= 0 && head_of(syntax, at) != "measure")
    error.message = "in the " + std::to_string(error.measure + 1) + ". measure: " + error.message;
  if (error.element >= 0 && at != index && syntax.tokens[at].kind == TokenKind::Open)
    at = element_token(syntax, at, error.element);
  const Token& token = syntax.tokens[at];
  size_t last = after_datum(syntax, at) - 1;
  const Token& end = syntax.tokens[std::min(last, syntax.tokens.size() - 1)];
  error.offset = token.offset;
  error.length = end.offset + end.length - token.offset;
}

ScorePtr read_score(std::string_view text) {
  Syntax syntax = tokenize(text);
  if (syntax.status != ReadStatus::Complete) {
    Error error(ErrorKind::Read, syntax.message, syntax.hint);
    error.offset = syntax.offset;
    error.length = syntax.length;
    throw error;
  }
  auto wrong = [&](std::string message, size_t token) {
    Error error(ErrorKind::Syntax, std::move(message),
                "a saved score is one (score ...) of plain notation");
    error.offset = token < syntax.tokens.size() ? syntax.tokens[token].offset : 0;
    throw error;
  };
  if (syntax.tokens.empty()) wrong("there is no score", 0);
  std::optional<Value> value = notation_value(syntax, 0);
  if (!value) wrong("this is not pure notation", 0);
  size_t next = after_datum(syntax, 0);
  if (next < syntax.tokens.size()) wrong("something follows the score", next);
  const ScorePtr* score = value->as<ScorePtr>();
  if (!score) wrong("this is not a score", 0);
  return *score;
}

}  // namespace fermata
