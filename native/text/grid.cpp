#include "text/grid.h"

#include <algorithm>
#include <map>

#include "ir/assemble.h"
#include "text/grid_words.h"

namespace fermata {

namespace {

/// Characters, not bytes.
size_t columns(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void pad(std::string& text, size_t width) {
  size_t used = columns(text);
  if (used < width) text.append(width - used, ' ');
}

/// One voice of one measure: words, and the syllables under them by verse.
struct Cell {
  std::vector<std::string> words;
  std::vector<std::map<int, std::string>> syllables;

  void add(std::string word, std::map<int, std::string> under = {}) {
    words.push_back(std::move(word));
    syllables.push_back(std::move(under));
  }

  /// How wide a word and what is sung to it are.
  size_t width_of(size_t word) const {
    size_t width = columns(words[word]);
    for (const auto& [verse, syllable] : syllables[word])
      width = std::max(width, columns(syllable));
    return width;
  }
  size_t width() const {
    size_t width = words.empty() ? 0 : words.size() - 1;
    for (size_t i = 0; i < words.size(); ++i) width += width_of(i);
    return width;
  }

  /// The words (verse 0) or the syllables of a verse, each under its word.
  std::string line(int verse) const {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
      auto under = syllables[i].find(verse);
      std::string shown = verse == 0 ? words[i] : "";
      if (under != syllables[i].end()) shown = under->second;
      pad(shown, width_of(i));
      text += (i ? " " : "") + shown;
    }
    return text;
  }
};

std::map<int, std::string> syllables_of(const Item& item) {
  std::map<int, std::string> syllables;
  if ((item.kind != Kind::Note && item.kind != Kind::Chord) || !item.detail) return syllables;
  for (const Lyric& lyric : detail<EventDetail>(item).lyrics) {
    bool goes_on = lyric.syllabic == Lyric::Begin || lyric.syllabic == Lyric::Middle;
    syllables[lyric.verse] = lyric.text + (goes_on ? "-" : "") + (lyric.extend ? "_" : "");
  }
  return syllables;
}

std::string staff_of(const Item& item, const Voice& voice) {
  int staff = item.staff ? item.staff : voice.staff;
  bool named = item.kind == Kind::Clef && staff > 1;
  return named ? " (staff " + std::to_string(staff) + ")" : "";
}

/// A measure of one part as it is shown.
struct Column {
  std::string head;         // number and attributes
  std::string left, right;  // barlines
  std::map<VoiceKey, Cell> cells;

  size_t width() const {
    size_t widest = columns(head);
    for (const auto& [key, cell] : cells) widest = std::max(widest, cell.width());
    return widest;
  }
};

std::string left_line(const Bar& bar) { return bar.repeat ? "|:" : ""; }

std::string right_line(const Bar& bar) {
  if (bar.repeat) return bar.forward_after ? ":|:" : ":|";
  if (!bar.style) return "";
  std::string_view name = bar_style_table()[static_cast<size_t>(bar.style - 1)].name;
  return name == "double" ? "||" : name == "final" ? "|]" : "|";
}

Column column_of(const Measure& measure, int number) {
  Column column;
  column.head = std::to_string(number);
  column.left = left_line(measure.left);
  column.right = right_line(measure.right);
  if (measure.left.ending_type) column.head += " [" + measure.left.ending + ".";
  if (measure.right.repeat && measure.right.times)
    column.head += " x" + std::to_string(measure.right.times);
  for (const Voice& voice : measure.voices) {
    Cell& cell = column.cells[{voice.staff, voice.number}];
    bool begun = false;
    for (const Item& item : voice.items) {
      begun |= is_event(item);
      if (!begun && is_attribute(item))
        column.head += " " + grid_word(item) + staff_of(item, voice);
      else if (is_attribute(item))
        cell.add("[" + grid_word(item) + "]");
      else
        cell.add(grid_word(item), syllables_of(item));
    }
  }
  return column;
}

/// A part's measures by their index in the score.
struct Row {
  std::string id, name;
  std::map<size_t, Column> columns;
};

std::vector<Row> shown_parts(const Score& score, const std::optional<Region>& region) {
  std::vector<Row> rows;
  auto add = [&](const Part& part, size_t first, const std::vector<MeasurePtr>& measures) {
    Row row{part.id, part.name, {}};
    for (size_t i = 0; i < measures.size(); ++i)
      row.columns[first + i] = column_of(*measures[i], part.measures.number(first + i));
    rows.push_back(std::move(row));
  };
  if (region) {
    for (const Selection& selection : select(score, *region))
      add(*score.parts[selection.part], selection.first, selection.measures);
    return rows;
  }
  for (const PartPtr& part : score.parts) {
    std::vector<MeasurePtr> measures;
    part->measures.each([&](size_t, const Slot& slot) { measures.push_back(slot.measure); });
    add(*part, 0, measures);
  }
  return rows;
}

/// The line before measure `index`: what the measure before it ends with and what this one begins
/// with.
std::string line_before(const Row& row, size_t index) {
  auto here = row.columns.find(index);
  auto before = index ? row.columns.find(index - 1) : row.columns.end();
  std::string right = before == row.columns.end() ? "" : before->second.right,
              left = here == row.columns.end() ? "" : here->second.left;
  if (right == ":|" && left == "|:") return ":|:";
  return !left.empty() ? left : right.empty() ? "|" : right;
}

std::string voice_label(VoiceKey key) {
  std::string staff = key.first > 1 ? " (staff " + std::to_string(key.first) + ")" : "";
  return "  v" + std::to_string(key.second) + staff;
}

/// How wide a measure and the line before it are in all parts.
struct Widths {
  size_t bar = 1, cell = 0;
  size_t both() const { return bar + cell + 3; }  // with a space around each
};

std::vector<Widths> widths_of(const std::vector<Row>& rows, size_t end) {
  std::vector<Widths> widths(end);
  for (const Row& row : rows)
    for (const auto& [index, column] : row.columns) {
      widths[index].bar = std::max(widths[index].bar, line_before(row, index).size());
      widths[index].cell = std::max(widths[index].cell, column.width());
    }
  return widths;
}

/// Measures `first` to `last` of all parts, one above the other.
class System {
 public:
  System(const std::vector<Row>& rows, const std::vector<Widths>& widths, size_t label,
         size_t first, size_t last)
      : rows_(rows), widths_(widths), label_(label), first_(first), last_(last) {}

  std::string text() const {
    std::string result;
    for (const Row& row : rows_) {
      if (row.columns.lower_bound(first_) == row.columns.upper_bound(last_)) continue;
      result += line(row, row.id + " " + row.name, [](const Column& c) { return c.head; });
      for (const auto& [key, verses] : voices(row)) result += voice(row, key, verses);
    }
    return result;
  }

 private:
  /// The voices of the part in this system, and how many verses are sung to each.
  std::map<VoiceKey, int> voices(const Row& row) const {
    std::map<VoiceKey, int> found;
    for (auto at = row.columns.lower_bound(first_); at != row.columns.upper_bound(last_); ++at)
      for (const auto& [key, cell] : at->second.cells)
        for (int& verses = found[key]; const auto& under : cell.syllables)
          if (!under.empty()) verses = std::max(verses, under.rbegin()->first);
    return found;
  }

  std::string voice(const Row& row, VoiceKey key, int verses) const {
    std::string text;
    for (int verse = 0; verse <= verses; ++verse)
      text += line(row, verse ? "" : voice_label(key), [&](const Column& column) {
        auto cell = column.cells.find(key);
        return cell == column.cells.end() ? std::string() : cell->second.line(verse);
      });
    return text;
  }

  template <class F>
  std::string line(const Row& row, std::string text, F&& cell_of) const {
    size_t end = label_;
    pad(text, end);
    for (size_t index = first_; index <= last_; ++index) {
      auto column = row.columns.find(index);
      std::string bar = " " + line_before(row, index);
      pad(bar, widths_[index].bar + 2);
      text += bar + (column == row.columns.end() ? "" : cell_of(column->second));
      pad(text, end += widths_[index].both() - 1);
    }
    std::string bar = line_before(row, last_ + 1);
    return text + " " + (bar == "|:" ? "|" : bar) + "\n";
  }

  const std::vector<Row>& rows_;
  const std::vector<Widths>& widths_;
  size_t label_, first_, last_;
};

size_t label_width(const std::vector<Row>& rows) {
  size_t widest = 0;
  for (const Row& row : rows) {
    widest = std::max(widest, columns(row.id + " " + row.name));
    for (const auto& [index, column] : row.columns)
      for (const auto& [key, cell] : column.cells)
        widest = std::max(widest, voice_label(key).size());
  }
  return widest;
}

}  // namespace

std::string score_grid(const Score& score, const std::optional<Region>& region, int width) {
  std::vector<Row> rows = shown_parts(score, region);
  size_t first = SIZE_MAX, end = 0, label = label_width(rows);
  for (const Row& row : rows) {
    if (row.columns.empty()) continue;
    first = std::min(first, row.columns.begin()->first);
    end = std::max(end, row.columns.rbegin()->first + 1);
  }
  std::vector<Widths> widths = widths_of(rows, end);
  std::string text;
  while (first < end) {
    size_t last = first, used = label + 3 + widths[first].both();
    while (last + 1 < end && used + widths[last + 1].both() <= static_cast<size_t>(width))
      used += widths[++last].both();
    text += (text.empty() ? "" : "\n") + System(rows, widths, label, first, last).text();
    first = last + 1;
  }
  return text;
}

}  // namespace fermata
