#include "text/topics.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/suggest.h"
#include "ir/attributes.h"
#include "ir/duration.h"
#include "ir/marks.h"
#include "ir/part.h"
#include "ir/pitch.h"
#include "text/value.h"

namespace fermata {
namespace {

struct Entry {
  std::string keyword;
  std::string description;
  std::string usage;
  std::string example;
};
using Entries = std::vector<Entry>;

std::string colon(std::string_view name) { return ":" + std::string(name); }

std::string count(int number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

/// "a b" as ":a :b".
std::string as_keywords(std::string_view words) {
  std::string out;
  while (!words.empty()) {
    size_t end = std::min(words.find(' '), words.size());
    if (end > 0) out += (out.empty() ? "" : " ") + colon(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return out;
}

Entries durations() {
  Entries entries;
  for (const DurationRow& row : duration_table()) {
    std::string length = to_string(length_of(NoteValue{row.log2, 0}));
    std::string others = as_keywords(row.words);
    std::string about = std::string(row.musicxml) + (row.log2 >= 0 ? " note" : "") + ", " + length +
                        (row.log2 > 0    ? " of a whole note"
                         : row.log2 == 0 ? " whole note"
                                         : " whole notes");
    if (!others.empty()) about += "; also " + others;
    entries.push_back({colon(row.name), about, "", "(note c4 " + colon(row.name) + ")"});
  }
  for (int dots = 1; dots <= kMaxDots; ++dots) {
    std::string name = ":q" + std::string(static_cast<size_t>(dots), '.');
    entries.push_back({name,
                       count(dots, "dot", "dots") + ", " +
                           to_string(length_of(NoteValue{2, dots})) +
                           " of a whole note; every value takes dots",
                       "", "(note c4 " + name + ")"});
  }
  return entries;
}

Entries pitches() {
  struct Row {
    std::string_view name, about;
  };
  constexpr Row kRows[] = {
      {"c4", "a letter a to g, in either case, then the octave"},
      {"c#4", "sharp: # or s"},
      {"bb3", "flat: b"},
      {"f##5", "double sharp: ## or x; a third # makes it triple"},
      {"ebb4", "double flat: bb; a third b makes it triple"},
      {"fn4", "natural: n, which matters after use-key"},
      {"c+4", "a quarter tone up: +; three quarters: +# or #+"},
      {"cd4", "a quarter tone down: d; three quarters: db or bd"},
      {"c-1", "octaves go from -1 to 9"},
  };
  Entries entries;
  for (const Row& row : kRows) {
    auto pitch = parse_pitch(row.name);
    bool whole = pitch && pitch->pitch.alter % 2 == 0;  // MIDI has no number for quarter tones
    std::string number = whole ? "; MIDI " + std::to_string(midi_number(pitch->pitch)) : "";
    entries.push_back({std::string(row.name), std::string(row.about) + number, "",
                       "(note " + std::string(row.name) + " :q)"});
  }
  return entries;
}

Entries clefs() {
  Entries entries;
  std::span<const ClefRow> table = clef_table();
  for (size_t i = 0; i < table.size(); ++i) {
    const ClefRow& row = table[i];
    std::string about = "sign " + std::string(row.sign);
    if (row.line > 0) about += " on line " + std::to_string(row.line);
    if (row.octave != 0)
      about += ", sounds " + count(std::abs(row.octave), "octave ", "octaves ") +
               (row.octave > 0 ? "higher" : "lower");
    int canonical = find_clef(row.name);
    if (canonical >= 0 && static_cast<size_t>(canonical) != i)
      about = "the same as " + colon(table[static_cast<size_t>(canonical)].name);
    entries.push_back({colon(row.name), about, "", "(clef " + colon(row.name) + ")"});
  }
  return entries;
}

Entries keys() {
  Entries entries;
  std::span<const ModeRow> table = mode_table();
  for (size_t i = 0; i < table.size(); ++i) {
    std::string about;
    for (std::string_view tonic : {"c", "d", "a"}) {
      auto pitch = parse_tonic(tonic);
      if (!pitch) continue;
      int fifths = fifths_of(*pitch, static_cast<int>(i));
      std::string signature = fifths == 0  ? "no signature"
                              : fifths > 0 ? count(fifths, "sharp", "sharps")
                                           : count(-fifths, "flat", "flats");
      about += (about.empty() ? "" : ", ") + std::string(tonic) + ": " + signature;
    }
    entries.push_back({colon(table[i].name), about, "", "(key d " + colon(table[i].name) + ")"});
  }
  return entries;
}

/// `before` and `after` are put around the keyword to make the example.
Entries words(std::span<const WordRow> table, std::string_view before, std::string_view after) {
  Entries entries;
  for (size_t i = 0; i < table.size(); ++i) {
    const WordRow& row = table[i];
    auto canonical = static_cast<size_t>(find_word(table, row.name));
    std::string about(row.doc);
    if (canonical > 0 && canonical != i + 1)
      about = "the same as " + colon(table[canonical - 1].name);
    entries.push_back({colon(row.name), about.empty() ? std::string(row.musicxml) : about, "",
                       std::string(before) + colon(row.name) + std::string(after)});
  }
  return entries;
}

Entries marks(MarkGroup group) {
  Entries entries;
  for (const MarkRow& row : mark_table())
    if (row.group == group)
      entries.push_back(
          {colon(row.name), std::string(row.doc), "", "(note c4 :q " + colon(row.name) + ")"});
  return entries;
}

std::string about_instrument(const Instrument& instrument) {
  std::string about = instrument.name;
  if (!instrument.abbr.empty() && instrument.abbr != instrument.name)
    about += " (" + instrument.abbr + ")";
  about += ", " + instrument.family;
  for (size_t i = 0; i < instrument.clefs.size(); ++i)
    about += (i == 0 ? ", " : " + ") +
             std::string(clef_table()[static_cast<size_t>(instrument.clefs[i])].name);
  if (instrument.percussion)
    about += ", channel 10";
  else
    about += ", program " + std::to_string(instrument.program) + ", " + to_string(instrument.low) +
             " to " + to_string(instrument.high);
  if (instrument.chromatic != 0)
    about += ", sounds " + count(std::abs(instrument.chromatic), "semitone ", "semitones ") +
             (instrument.chromatic > 0 ? "higher" : "lower");
  return about;
}

Entries instruments() {
  Entries entries;
  for (const Instrument* instrument : all_instruments())
    entries.push_back({colon(instrument->key), about_instrument(*instrument), "",
                       "(part " + colon(instrument->key) + ")"});
  return entries;
}

Entries barlines() {
  Entries entries;
  for (const BarStyleRow& row : bar_style_table())
    entries.push_back({colon(row.name),
                       row.musicxml == "none" ? "not drawn" : "drawn " + std::string(row.musicxml),
                       "", "(barline " + colon(row.name) + ")"});
  entries.push_back({":repeat-forward", "a repeat begins", "", "(barline :repeat-forward)"});
  entries.push_back({":repeat-backward", "a repeat ends", "", "(barline :repeat-backward)"});
  entries.push_back(
      {":repeat-both", "one repeat ends and the next begins", "", "(barline :repeat-both)"});
  return entries;
}

std::string first_sentence(std::string_view doc) {
  size_t stop = 0;
  auto ends = [&](size_t i) {
    return doc[i] == '.' && (i + 1 == doc.size() || doc[i + 1] == ' ' || doc[i + 1] == '\n');
  };
  while (stop < doc.size() && !ends(stop)) ++stop;
  std::string sentence(doc.substr(0, std::min(stop + 1, doc.size())));
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return sentence;
}

Entries syntax() {
  Entries entries;
  for (const Form& form : form_table())
    entries.push_back({std::string(form.name), first_sentence(form.doc), std::string(form.usage),
                       std::string(form.example)});
  return entries;
}

struct Topic {
  std::string_view name;
  Entries (*entries)();
};

constexpr Topic kTopics[] = {
    {"durations", durations},
    {"pitches", pitches},
    {"clefs", clefs},
    {"keys", keys},
    {"dynamics", [] { return words(dynamic_table(), "(dynamic ", ")"); }},
    {"articulations", [] { return marks(MarkGroup::Articulation); }},
    {"ornaments", [] { return marks(MarkGroup::Ornament); }},
    {"techniques", [] { return marks(MarkGroup::Technical); }},
    {"instruments", instruments},
    {"barlines", barlines},
    {"accidentals", [] { return words(accidental_table(), "(note c4 :q :accidental ", ")"); }},
    {"noteheads", [] { return words(notehead_table(), "(note c4 :q :notehead ", ")"); }},
    {"fermatas", [] { return words(fermata_table(), "(note c4 :q :fermata ", ")"); }},
    {"syntax", syntax},
};

const Topic& find_topic(std::string_view name) {
  for (const Topic& topic : kTopics)
    if (topic.name == name) return topic;
  std::vector<std::string_view> names = topic_names();
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) {
    hint = "topics are";
    for (std::string_view known : names) hint += " " + std::string(known);
  }
  throw Error(ErrorKind::Value, "unknown topic " + std::string(name), hint);
}

constexpr size_t kWidth = 100;
constexpr size_t kWidestKeyword = 24;

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// Words of `text` from `indent` on, wrapped; the cursor already stands at `column`.
void wrap(std::string& out, std::string_view text, size_t indent, size_t column) {
  bool first = true;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    size_t width = characters(word);
    if (!first && column + 1 + width > kWidth) {
      out += '\n';
      column = 0;
      first = true;
    }
    if (first) {
      if (column < indent) out.append(indent - column, ' ');
      column = std::max(column, indent);
    } else {
      out += ' ', ++column;
    }
    out += word;
    column += width;
    first = false;
  }
  out += '\n';
}

void add_entry(std::string& out, const Entry& entry, size_t indent) {
  std::string_view first = entry.usage.empty() ? entry.description : entry.usage;
  out += "  " + entry.keyword;
  size_t column = 2 + characters(entry.keyword);
  if (column + 1 > indent) {  // a long keyword has its own line
    out += '\n';
    column = 0;
  }
  if (first.empty()) first = "-";
  wrap(out, first, indent, column);
  if (!entry.usage.empty()) {
    wrap(out, entry.description, indent, 0);
    if (!entry.example.empty()) wrap(out, "example: " + entry.example, indent, 0);
  }
}

void add_json_string(std::string& out, std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20)
      ((out += "\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
    else
      out += c;
  }
  out += '"';
}

void add_json_field(std::string& out, std::string_view name, std::string_view value) {
  if (out.back() != '{') out += ", ";
  add_json_string(out, name);
  out += ": ";
  add_json_string(out, value);
}

void add_json_topic(std::string& out, const Topic& topic) {
  out += '{';
  add_json_field(out, "name", topic.name);
  out += ", \"items\": [";
  bool first = true;
  for (const Entry& entry : topic.entries()) {
    out += first ? "{" : ", {";
    first = false;
    add_json_field(out, "keyword", entry.keyword);
    add_json_field(out, "description", entry.description);
    if (!entry.usage.empty()) add_json_field(out, "usage", entry.usage);
    if (!entry.example.empty()) add_json_field(out, "example", entry.example);
    out += '}';
  }
  out += "]}";
}

}  // namespace

std::vector<std::string_view> topic_names() {
  std::vector<std::string_view> names;
  for (const Topic& topic : kTopics) names.push_back(topic.name);
  return names;
}

std::string topic_text(std::string_view name) {
  const Topic& topic = find_topic(name);
  Entries entries = topic.entries();
  size_t widest = 0;
  for (const Entry& entry : entries) widest = std::max(widest, characters(entry.keyword));
  size_t indent = std::min(widest, kWidestKeyword) + 4;
  std::string out;
  for (const Entry& entry : entries) add_entry(out, entry, indent);
  return out;
}

std::string topic_json(std::string_view name) {
  std::string out = "[";
  if (!name.empty()) {
    add_json_topic(out, find_topic(name));
  } else {
    for (const Topic& topic : kTopics) {
      if (out.size() > 1) out += ", ";
      add_json_topic(out, topic);
    }
  }
  return out + "]";
}

}  // namespace fermata
