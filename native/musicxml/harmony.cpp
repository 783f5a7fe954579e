#include <algorithm>

#include "ir/interval.h"
#include "musicxml/part_writer.h"

namespace fermata {

namespace {

/// A note of a chord kind: its number above the root and its alteration from the major scale, in
/// semitones.
struct Degree {
  int number, alter;
  friend bool operator==(const Degree&, const Degree&) = default;
};

std::vector<Degree> degrees_of(const ChordKindRow& row) {
  std::vector<Degree> degrees;
  for (size_t at = 0; at < row.intervals.size();) {
    size_t end = std::min(row.intervals.find(' ', at), row.intervals.size());
    if (auto interval = parse_interval(row.intervals.substr(at, end - at))) {
      int natural = step_quarter_tones(interval->steps % 7) + 24 * (interval->steps / 7);
      degrees.push_back({interval->steps + 1, (interval->quarter_tones - natural) / 2});
    }
    at = end + 1;
  }
  return degrees;
}

const Degree* find_degree(const std::vector<Degree>& degrees, int number) {
  auto found = std::find_if(degrees.begin(), degrees.end(),
                            [&](const Degree& d) { return d.number == number; });
  return found == degrees.end() ? nullptr : &*found;
}

/// `#4`, `6`, `b`, `5+`: the sign before the number, the number, the sign after it.
struct Figure {
  std::string_view prefix, number, suffix;
};

std::string_view figure_sign(std::string_view sign) {
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"#", "sharp"},        {"b", "flat"},       {"n", "natural"}, {"##", "double-sharp"},
      {"x", "double-sharp"}, {"bb", "flat-flat"}, {"+", "cross"},   {"/", "slash"},
      {"\\", "backslash"},   {"|", "vertical"}};
  for (auto [text, name] : signs)
    if (text == sign) return name;
  return {};
}

Figure split_figure(std::string_view text) {
  size_t begin = std::min(text.find_first_of("0123456789"), text.size());
  size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  Figure figure{figure_sign(text.substr(0, begin)), text.substr(begin, end - begin),
                figure_sign(text.substr(end))};
  bool understood =
      (begin == 0 || !figure.prefix.empty()) && (end == text.size() || !figure.suffix.empty());
  return understood ? figure : Figure{{}, text, {}};
}

}  // namespace

void PartWriter::write_harmony(const Direction& sign, int staff) {
  const ChordSymbol& chord = sign.harmony;
  const ChordKindRow& kind = chord_kind_table()[static_cast<size_t>(chord.kind)];
  auto name = [&](std::string_view element, const Pitch& pitch) {
    out_ << "        <" << element << "><" << element << "-step>"
         << std::string_view("CDEFGAB").substr(static_cast<size_t>(pitch.step), 1) << "</"
         << element << "-step>";
    if (pitch.alter != 0)
      out_ << "<" << element << "-alter>" << alter_text(pitch.alter) << "</" << element
           << "-alter>";
    out_ << "</" << element << ">\n";
  };
  out_ << "      <harmony placement=\"" << (sign.placement == kBelow ? "below" : "above")
       << "\">\n";
  name("root", chord.root);
  out_ << "        <kind";
  if (!kind.symbol.empty()) (out_ << " text=\"").text(kind.symbol) << "\"";
  out_ << ">" << kind.musicxml << "</kind>\n";
  if (chord.bass) name("bass", *chord.bass);
  write_degrees(chord.kind);
  if (part_.staves > 1) out_ << "        <staff>" << staff << "</staff>\n";
  out_ << "      </harmony>\n";
}

/// MusicXML knows fewer kinds than musicians write: the rest are the first kind of that name,
/// changed.
void PartWriter::write_degrees(int kind) {
  auto table = chord_kind_table();
  const ChordKindRow& row = table[static_cast<size_t>(kind)];
  auto base = std::find_if(table.begin(), table.end(),
                           [&](const auto& r) { return r.musicxml == row.musicxml; });
  std::vector<Degree> have = degrees_of(*base), want = degrees_of(row);
  // Added degrees are counted from a dominant chord: the minor seventh is the plain one.
  auto write = [&](const Degree& degree, int alter, std::string_view type) {
    out_ << "        <degree><degree-value>" << degree.number << "</degree-value><degree-alter>"
         << alter << "</degree-alter><degree-type>" << type << "</degree-type></degree>\n";
  };
  for (const Degree& degree : want) {
    const Degree* old = find_degree(have, degree.number);
    if (!old)
      write(degree, degree.number == 7 ? degree.alter + 1 : degree.alter, "add");
    else if (*old != degree)
      write(degree, degree.alter - old->alter, "alter");
  }
  for (const Degree& degree : have)
    if (!find_degree(want, degree.number)) write(degree, 0, "subtract");
}

void PartWriter::write_figured_bass(const Direction& sign) {
  if (sign.figures.empty()) return;
  out_ << "      <figured-bass>\n";
  for (const std::string& text : sign.figures) {
    Figure figure = split_figure(text);
    out_ << "        <figure>";
    if (!figure.prefix.empty()) out_ << "<prefix>" << figure.prefix << "</prefix>";
    if (!figure.number.empty())
      (out_ << "<figure-number>").text(figure.number) << "</figure-number>";
    if (!figure.suffix.empty()) out_ << "<suffix>" << figure.suffix << "</suffix>";
    out_ << "</figure>\n";
  }
  out_ << "      </figured-bass>\n";
}

}  // namespace fermata
