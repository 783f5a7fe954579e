#include "line/layout.h"

#include <algorithm>

#include "line/width.h"

namespace fermata {

namespace {

constexpr int kTab = 8;
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kUnseen = "\uFFFD";

/// Whether a terminal obeys a character outside ASCII, or reads what follows in another direction.
bool steers(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Rows that fill from the left; a character that finds no room begins the next row.
class Sheet {
 public:
  Sheet(int columns, bool colour) : columns_(std::max(2, columns)), colour_(colour) {}

  void put(std::string_view bytes, int columns, Ink ink) {
    if (column() + columns > columns_) wrap();
    use(ink);
    row().bytes += bytes;
    row().columns += columns;
  }

  void text(std::string_view text, Ink ink) {
    for (size_t at = 0; at < text.size();) {
      const Glyph glyph = glyph_at(text, at);
      put_glyph(text.substr(at, glyph.bytes), glyph, ink);
      at += glyph.bytes;
    }
  }

  void put_glyph(std::string_view bytes, const Glyph& glyph, Ink ink) {
    if (glyph.character == '\t')
      for (int n = kTab - column() % kTab; n > 0; --n) put(" ", 1, ink);
    else if (glyph.character < 0x20 || glyph.character == 0x7F)
      text(std::string{'^', static_cast<char>(glyph.character ^ 0x40)}, ink);
    else if (steers(glyph.character))
      put(kUnseen, 1, ink);
    else
      put(glyph.character == 0xFFFD ? "?" : bytes, glyph.columns, ink);
  }

  void escape(std::string_view bytes) { row().bytes += bytes; }

  void wrap() {
    use(Ink::Plain);
    rows_.emplace_back();
  }

  // The right margin is no place for a cursor: terminals differ on what comes next.
  void mark(Picture& picture) {
    if (column() == columns_) wrap();
    picture.cursor_row = static_cast<int>(rows_.size()) - 1;
    picture.cursor_column = column();
  }

  int column() { return row().columns; }
  std::vector<Picture::Row> finish() {
    use(Ink::Plain);
    return std::move(rows_);
  }

 private:
  Picture::Row& row() { return rows_.back(); }

  void use(Ink ink) {
    if (ink == ink_) return;
    if (!sgr(ink_, colour_).empty()) row().bytes += kReset;
    const std::string_view code = sgr(ink, colour_);
    if (!code.empty()) row().bytes.append("\x1b[").append(code).append("m");
    ink_ = ink;
  }

  int columns_;
  bool colour_;
  Ink ink_ = Ink::Plain;
  std::vector<Picture::Row> rows_{1};
};

void put_prompt(Sheet& sheet, std::string_view prompt) {
  for (size_t at = 0; at < prompt.size();) {
    if (const size_t escape = escape_length(prompt, at)) {
      sheet.escape(prompt.substr(at, escape));
      at += escape;
      continue;
    }
    const Glyph glyph = glyph_at(prompt, at);
    if (glyph.character == '\n')
      sheet.wrap();
    else
      sheet.put_glyph(prompt.substr(at, glyph.bytes), glyph, Ink::Plain);
    at += glyph.bytes;
  }
}

/// The ink of each byte asked for in order.
class InkAt {
 public:
  explicit InkAt(const Spans& spans) : at_(spans.begin()), end_(spans.end()) {}
  Ink operator()(size_t offset) {
    while (at_ != end_ && at_->offset + at_->length <= offset) ++at_;
    return at_ != end_ && at_->offset <= offset ? at_->ink : Ink::Plain;
  }

 private:
  Spans::const_iterator at_, end_;
};

void put_text(Sheet& sheet, const Scene& scene, Picture& picture) {
  InkAt ink(scene.spans);
  // Blanks, and no marks, so that copied lines are code.
  const std::string margin(static_cast<size_t>(std::min(sheet.column(), scene.columns / 2)), ' ');
  for (size_t at = 0; at < scene.text.size();) {
    if (at == scene.cursor) sheet.mark(picture);
    const Glyph glyph = glyph_at(scene.text, at);
    if (glyph.character == '\n') {
      sheet.wrap();
      sheet.text(margin, Ink::Plain);
    } else {
      sheet.put_glyph(scene.text.substr(at, glyph.bytes), glyph, ink(at));
    }
    at += glyph.bytes;
  }
  if (scene.cursor >= scene.text.size()) sheet.mark(picture);
  sheet.text(scene.suggestion, Ink::Suggestion);
}

/// As much of a line as fits, with a mark when it is cut.
std::string_view fitting(std::string_view text, int columns) {
  int used = 0;
  for (size_t at = 0; at < text.size();) {
    const Glyph glyph = glyph_at(text, at);
    if (glyph.character == '\n' || used + glyph.columns > columns) return text.substr(0, at);
    used += glyph.columns;
    at += glyph.bytes;
  }
  return text;
}

Picture::Row candidate_row(const Candidate& candidate, int name_columns, const Scene& scene) {
  Sheet sheet(scene.columns, scene.colour);
  const int room = scene.columns - 1;  // a full row would have to be followed by a blank one
  sheet.text(fitting(candidate.text, std::min(name_columns, room)), Ink::Plain);
  if (candidate.doc.empty() || name_columns + 2 >= room) return sheet.finish().front();
  while (sheet.column() < name_columns + 2) sheet.put(" ", 1, Ink::Plain);
  sheet.text(fitting(candidate.doc, room - sheet.column()), Ink::Doc);
  return sheet.finish().front();
}

std::vector<Picture::Row> list_rows(const Scene& scene) {
  std::vector<Picture::Row> rows;
  if (!scene.list || scene.list->empty()) return rows;
  const auto most = static_cast<size_t>(std::clamp(scene.rows / 3, 1, std::max(1, scene.rows - 1)));
  const size_t count = scene.list->size();
  const size_t shown = count <= most ? count : most - 1;
  int widest = 0;
  for (size_t i = 0; i < shown; ++i) widest = std::max(widest, columns_of((*scene.list)[i].text));
  widest = std::min(widest, scene.columns / 2);
  for (size_t i = 0; i < shown; ++i) rows.push_back(candidate_row((*scene.list)[i], widest, scene));
  if (shown < count)
    rows.push_back(candidate_row({"... and " + std::to_string(count - shown) + " more", ""},
                                 scene.columns, scene));
  return rows;
}

/// Keep `height` rows with the cursor's among them, moving the window no further than needed.
void cut_window(Picture& picture, int height, int top) {
  const int count = static_cast<int>(picture.rows.size());
  height = std::max(1, height);
  top = std::clamp(top, std::max(0, picture.cursor_row - height + 1), picture.cursor_row);
  top = std::min(top, std::max(0, count - height));
  const auto first = picture.rows.begin() + top;
  const auto last = picture.rows.begin() + std::min(count, top + height);
  picture.rows = std::vector<Picture::Row>(first, last);
  picture.cursor_row -= top;
  picture.top = top;
}

}  // namespace

Picture lay_out(const Scene& scene) {
  Picture picture;
  Sheet sheet(scene.columns, scene.colour);
  put_prompt(sheet, scene.prompt);
  put_text(sheet, scene, picture);
  picture.rows = sheet.finish();
  if (scene.whole) return picture;
  const std::vector<Picture::Row> list = list_rows(scene);
  cut_window(picture, scene.rows - static_cast<int>(list.size()), scene.top);
  picture.rows.insert(picture.rows.end(), list.begin(), list.end());
  return picture;
}

std::string inked(std::string_view text, const Spans& spans, bool colour) {
  std::string out;
  size_t at = 0;
  for (const Span& span : spans) {
    const std::string_view code = sgr(span.ink, colour);
    out.append(text, at, span.offset - at);
    if (!code.empty()) out.append("\x1b[").append(code).append("m");
    out.append(text, span.offset, span.length);
    if (!code.empty()) out.append(kReset);
    at = span.offset + span.length;
  }
  return out.append(text, at);
}

}  // namespace fermata
