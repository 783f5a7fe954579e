#include "text/layout.h"

#include <algorithm>

#include "ir/pitch.h"

namespace fermata {

/// How the operands of a list are placed when it does not fit its line.
enum class LayoutStyle : uint8_t {
  Top,    // the outermost level: every datum begins a line
  Each,   // leading atoms and keyword pairs after the head, everything else on lines of its own
  Fill,   // as many as fit on every line
  Body,   // some operands after the head, the others on lines of their own
  Align,  // operands under the first operand
  Data,   // no head: atoms fill, lists stand under each other
};

namespace {

using Style = LayoutStyle;

struct HeadRow {
  std::string_view head;
  Style style;
  int operands = 0;  // Body: how many stay on the head's line
};

using enum LayoutStyle;
constexpr HeadRow kHeads[] = {
    {"measure", Fill},
    {"voice", Fill},
    {"staff", Fill},
    {"tuplet", Fill},
    {"line", Fill},
    {"chord", Fill},
    {"grace", Fill},
    {"grace-note", Fill},
    {"hairpin", Fill},
    {"list", Fill},
    {"vector", Fill},
    {"figured-bass", Fill},
    {"score", Each},
    {"part", Each},
    {"group", Each},
    {"repeat-section", Each},
    {"ending", Each},
    {"define", Body, 1},
    {"define*", Body, 1},
    {"define-public", Body, 1},
    {"define-syntax", Body, 1},
    {"define-syntax-rule", Body, 1},
    {"define-values", Body, 1},
    {"define-module", Body, 1},
    {"define-record-type", Body, 1},
    {"define-command", Body, 1},
    {"define-tool", Body, 1},
    {"define-instrument", Body, 1},
    {"lambda", Body, 1},
    {"lambda*", Body, 1},
    {"let", Body, 1},
    {"let*", Body, 1},
    {"letrec", Body, 1},
    {"letrec*", Body, 1},
    {"let-values", Body, 1},
    {"let*-values", Body, 1},
    {"let-syntax", Body, 1},
    {"letrec-syntax", Body, 1},
    {"when", Body, 1},
    {"unless", Body, 1},
    {"case", Body, 1},
    {"match", Body, 1},
    {"while", Body, 1},
    {"do", Body, 2},
    {"syntax-rules", Body, 1},
    {"syntax-case", Body, 2},
    {"with-syntax", Body, 1},
    {"parameterize", Body, 1},
    {"receive", Body, 2},
    {"guard", Body, 1},
    {"catch", Body, 1},
    {"set!", Body, 1},
    {"begin", Body, 0},
    {"case-lambda", Body, 0},
    {"transaction", Body, 0},
    {"edit-measures!", Body, 2},
    {"if", Align},
    {"cond", Align},
    {"and", Align},
    {"or", Align},
};

const HeadRow* find_head(std::string_view head) {
  for (const HeadRow& row : kHeads)
    if (row.head == head) return &row;
  return nullptr;
}

constexpr int kEndless = 1 << 28;  // wider than any line: must break

int characters(std::string_view text) {
  auto count = std::count_if(text.begin(), text.end(),
                             [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return static_cast<int>(std::min<std::ptrdiff_t>(count, kEndless));
}

int first_line_width(std::string_view text) { return characters(text.substr(0, text.find('\n'))); }

bool has_newline(std::string_view text) { return text.find('\n') != std::string_view::npos; }

/// Keywords of the language whose value may be a list.
bool takes_list(std::string_view keyword) {
  return keyword == ":key" || keyword == ":time" || keyword == ":tempo";
}

/// Whether what comes next belongs on the same line: a keyword's value, a dotted tail.
bool wants_company(std::string_view atom) {
  return atom == "." || atom.starts_with("#:") || (atom.size() > 1 && atom[0] == ':');
}

}  // namespace

/// One rendering. Nothing recurses: `levels_` holds the lists that are being broken over lines.
class LayoutWriter {
 public:
  LayoutWriter(const Layout& layout, int width)
      : layout_(layout),
        nodes_(layout.nodes_),
        width_(width),
        deepest_(std::max(static_cast<int>(long{width} * 3 / 4), 2)) {}

  std::string write();

 private:
  using Node = Layout::Node;

  struct Level {
    Style style = Style::Top;
    int indent = 0;
    int on_head_line = 0;     // Body: operands that stay there
    size_t data = 0;          // placed so far, the head included
    bool empty = true;        // nothing placed, not even a comment
    bool leading = true;      // Each: still on the head's line
    bool must_break = false;  // a comment, a blank line or a broken list came before
    bool blank = false;
    bool after_list = false;
    bool company = false;  // a keyword came before
  };

  void measure();
  void place(size_t index);
  void place_comment(size_t index);
  void place_block_comment(size_t index);
  void place_datum(size_t index);
  bool stays_on_line(const Level& level, size_t index) const;
  bool fits(size_t index, int column) const;
  int width_with_company(size_t index) const;
  Level level_of(size_t index) const;
  void set_style(Level& level, size_t index, size_t head) const;
  void finish_list(size_t index);
  void write_flat(size_t index);
  void break_line(Level& level);
  void put(std::string_view text);

  static bool ends_line(Node::Type type) {
    return type == Node::Comment || type == Node::Trailing || type == Node::Blank;
  }
  size_t end_of(size_t index) const {
    return nodes_[index].type == Node::Open ? nodes_[index].match : index;
  }
  size_t closers_after(size_t index) const { return closers_[end_of(index) + 1]; }

  const Layout& layout_;
  const std::vector<Node>& nodes_;
  const int width_;
  const int deepest_;              // column beyond which lists are indented no further
  std::vector<int> flat_;          // width on one line, or kEndless
  std::vector<uint32_t> closers_;  // closing brackets in a row from here on
  std::vector<Level> levels_;
  std::string out_;
  int column_ = 0;
  size_t next_ = 0;
};

/// Widths of everything, from the end to the beginning, so that no list is measured twice.
void LayoutWriter::measure() {
  flat_.assign(nodes_.size(), 0);
  closers_.assign(nodes_.size() + 1, 0);
  std::vector<int> widths;  // of the lists around, as far as they are measured
  auto add = [&](int width) {
    if (!widths.empty()) widths.back() = std::min(widths.back() + width + 1, kEndless);
  };
  for (size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    std::string_view text = layout_.text_of(node);
    switch (node.type) {
      case Node::Close:
        closers_[i] = closers_[i + 1] + 1;
        widths.push_back(0);
        break;
      case Node::Open: {
        int inside = std::max(widths.back() - 1, 0);  // one space fewer than data
        widths.pop_back();
        flat_[i] = std::min(characters(text) + inside + 1, kEndless);
        add(flat_[i]);
        break;
      }
      case Node::Atom:
      case Node::BlockComment:
        flat_[i] = has_newline(text) ? kEndless : characters(text);
        add(flat_[i]);
        break;
      case Node::Comment:
      case Node::Trailing:
      case Node::Blank:
        flat_[i] = kEndless;
        add(kEndless);
        break;
    }
  }
}

std::string LayoutWriter::write() {
  measure();
  levels_.emplace_back();
  out_.reserve(layout_.pool_.size() + nodes_.size() * 2);
  while (next_ < nodes_.size()) place(next_);
  return std::move(out_);
}

void LayoutWriter::put(std::string_view text) {
  out_ += text;
  size_t newline = text.rfind('\n');
  if (newline == std::string_view::npos)
    column_ += characters(text);
  else
    column_ = characters(text.substr(newline + 1));
}

void LayoutWriter::break_line(Level& level) {
  if (!out_.empty()) out_ += level.blank ? "\n\n" : "\n";
  out_.append(static_cast<size_t>(level.indent), ' ');
  column_ = level.indent;
  level.must_break = level.blank = false;
}

void LayoutWriter::place(size_t index) {
  switch (nodes_[index].type) {
    case Node::Atom:
    case Node::Open: return place_datum(index);
    case Node::Close: return finish_list(index);
    case Node::Comment:
    case Node::Trailing: return place_comment(index);
    case Node::BlockComment: return place_block_comment(index);
    case Node::Blank:
      if (!levels_.back().empty) levels_.back().must_break = levels_.back().blank = true;
      ++next_;
  }
}

void LayoutWriter::place_comment(size_t index) {
  Level& level = levels_.back();
  bool same_line =
      nodes_[index].type == Node::Trailing && index > 0 && !ends_line(nodes_[index - 1].type);
  if (same_line)
    out_ += ' ';
  else if (!level.empty || level.style != Style::Top)
    break_line(level);
  put(layout_.text_of(nodes_[index]));
  level.empty = level.leading = level.company = false;
  level.must_break = true;
  ++next_;
}

void LayoutWriter::place_block_comment(size_t index) {
  Level& level = levels_.back();
  std::string_view text = layout_.text_of(nodes_[index]);
  bool tall = has_newline(text);
  bool breaks =
      level.must_break || tall || level.style == Style::Top || column_ + 1 + flat_[index] > width_;
  if (!level.empty && breaks)
    break_line(level);
  else if (!level.empty)
    out_ += ' ', ++column_;
  put(text);
  level.empty = level.company = false;
  level.must_break = tall;
  ++next_;
}

bool LayoutWriter::fits(size_t index, int column) const {
  return flat_[index] < kEndless &&
         column + flat_[index] +
                 static_cast<int>(std::min<size_t>(closers_after(index), kEndless)) <=
             width_;
}

/// Width of an atom together with the value it must not be parted from.
int LayoutWriter::width_with_company(size_t index) const {
  auto closers = [&](size_t i) { return static_cast<int>(closers_after(i)); };
  std::string_view text = layout_.text_of(nodes_[index]);
  if (nodes_[index].type != Node::Atom) return std::min(flat_[index] + closers(index), kEndless);
  int width = first_line_width(text);
  if (has_newline(text)) return width;
  size_t next = index + 1;
  bool pair = wants_company(text) && next < nodes_.size() && nodes_[next].type == Node::Atom &&
              !wants_company(layout_.text_of(nodes_[next]));
  if (!pair) return width + closers(index);
  return width + 1 + first_line_width(layout_.text_of(nodes_[next])) + closers(next);
}

bool LayoutWriter::stays_on_line(const Level& level, size_t index) const {
  if (level.must_break) return false;
  if (level.data == 0) return level.style != Style::Top;
  bool is_atom = nodes_[index].type == Node::Atom;
  bool room = column_ + 1 + width_with_company(index) <= width_;
  if (level.company && room) return true;
  switch (level.style) {
    case Style::Top: return false;
    case Style::Fill: return room;
    case Style::Data: return room && is_atom && !level.after_list;
    case Style::Each: return room && is_atom && level.leading;
    case Style::Align: return level.data == 1;
    case Style::Body:
      return level.data <= static_cast<size_t>(level.on_head_line) && (room || !is_atom);
  }
  return false;
}

void LayoutWriter::place_datum(size_t index) {
  const Node& node = nodes_[index];
  Level& level = levels_.back();
  bool is_atom = node.type == Node::Atom;
  if (level.empty) {
    if (level.must_break) break_line(level);
  } else if (stays_on_line(level, index)) {
    out_ += ' ', ++column_;
  } else {
    break_line(level);
    level.leading = false;
  }
  std::string_view text = layout_.text_of(node);
  bool keyword = is_atom && wants_company(text);
  // `#:use-module (a b)` and `:time (3 4)` keep their list; `:violin (measure ...)` is an
  // instrument and then a measure.
  size_t next = end_of(index) + 1;
  bool was_company = level.company;
  level.company = keyword && next < nodes_.size() &&
                  (nodes_[next].type == Node::Atom
                       ? !wants_company(layout_.text_of(nodes_[next]))
                       : nodes_[next].type == Node::Open && (text[0] != ':' || takes_list(text)));
  level.empty = false;
  level.after_list = !is_atom;
  if (!is_atom && level.data > 0 && !was_company) level.leading = false;
  ++level.data;
  if (is_atom) {
    put(text);
    level.must_break = has_newline(text);
    ++next_;
  } else if (fits(index, column_)) {
    write_flat(index);
  } else {
    level.must_break = true;
    Level inner = level_of(index);  // before `levels_` moves
    put(text);
    levels_.push_back(inner);
    ++next_;
  }
}

LayoutWriter::Level LayoutWriter::level_of(size_t index) const {
  Level level;
  int bracket = column_ + characters(layout_.text_of(nodes_[index])) - 1;
  size_t head = index + 1;
  while (nodes_[head].type != Node::Atom && nodes_[head].type != Node::Open &&
         nodes_[head].type != Node::Close)
    ++head;
  level.indent = bracket + 2;
  set_style(level, index, head);
  if (level.style == Style::Data) level.indent = bracket + 1;
  if (level.style == Style::Align) level.indent = bracket + 2 + flat_[head];
  level.indent = std::min(level.indent, deepest_);
  return level;
}

void LayoutWriter::set_style(Level& level, size_t index, size_t head) const {
  std::string_view bracket = layout_.text_of(nodes_[index]);
  bool quoted = bracket.find_first_of("'`") != std::string_view::npos;
  std::string_view name =
      nodes_[head].type == Node::Atom ? layout_.text_of(nodes_[head]) : std::string_view();
  bool vector = bracket.size() > 1 && bracket[bracket.size() - 2] != '\'' &&
                bracket.ends_with("(") && (bracket.ends_with("#(") || bracket.ends_with("8("));
  const HeadRow* row = vector ? nullptr : find_head(name);
  if (row) {
    level.style = row->style;
    level.on_head_line = row->operands;
    size_t second = head + 1;  // a named let keeps its name and its bindings
    if (name == "let" && nodes_[second].type == Node::Atom) level.on_head_line = 2;
    return;
  }
  constexpr std::string_view kNotNames = "0123456789+-.\"':`,#";
  bool is_name =
      !name.empty() && kNotNames.find(name[0]) == std::string_view::npos && !parse_pitch(name);
  level.style = is_name && !quoted && !vector ? Style::Each : Style::Data;
  if (quoted || vector) {
    level.style = Style::Fill;
    level.indent -= 1;
  }
}

void LayoutWriter::finish_list(size_t index) {
  Level& level = levels_.back();
  if (ends_line(nodes_[index - 1].type) && level.must_break) {
    level.blank = false;
    break_line(level);
  }
  levels_.pop_back();
  put(layout_.text_of(nodes_[index]));
  ++next_;
}

void LayoutWriter::write_flat(size_t index) {
  size_t end = end_of(index);
  bool space = false;
  for (size_t i = index; i <= end; ++i) {
    if (space && nodes_[i].type != Node::Close) out_ += ' ';
    out_ += layout_.text_of(nodes_[i]);
    space = nodes_[i].type != Node::Open;
  }
  column_ += flat_[index];
  next_ = end + 1;
}

void Layout::add(Node::Type type, std::string_view text) {
  nodes_.push_back(
      {type, static_cast<uint32_t>(pool_.size()), static_cast<uint32_t>(text.size()), 0});
  pool_ += text;
}

void Layout::atom(std::string_view text) { add(Node::Atom, text); }

void Layout::open(std::string_view bracket) {
  open_.push_back(static_cast<uint32_t>(nodes_.size()));
  add(Node::Open, bracket);
}

void Layout::close() {
  if (open_.empty()) return;
  Node& opener = nodes_[open_.back()];
  opener.match = static_cast<uint32_t>(nodes_.size());
  open_.pop_back();
  add(Node::Close, text_of(opener).ends_with('[') ? "]" : ")");
}

void Layout::comment(std::string_view text, bool trailing) {
  add(trailing ? Node::Trailing : Node::Comment, text);
}

void Layout::block_comment(std::string_view text) { add(Node::BlockComment, text); }

void Layout::blank_line() { add(Node::Blank, {}); }

std::string Layout::render(int width) const {
  if (open_.empty()) return LayoutWriter(*this, width).write();
  Layout whole = *this;
  while (!whole.open_.empty()) whole.close();
  return LayoutWriter(whole, width).write();
}

}  // namespace fermata
