#include "musicxml/part_writer.h"

namespace fermata {

namespace {

constexpr std::string_view kBeamWords[] = {"",    "begin",        "continue",
                                           "end", "forward hook", "backward hook"};

const EventDetail* extras_of(const Item& item) {
  return item.detail ? &detail<EventDetail>(item) : nullptr;
}

}  // namespace

void PartWriter::write_rest(const Entry& entry, size_t index) {
  const Item& item = *entry.item;
  bool whole = (item.flags & kWholeMeasure) && entry.ticks == length_;
  if (item.dynamic) write_dynamic(item.dynamic, Direction(), staff_of(item));
  out_ << (whole ? "      <note>\n        <rest measure=\"yes\"/>\n        <duration>"
                 : "      <note>\n        <rest/>\n        <duration>")
       << entry.ticks << "</duration>\n"
       << place_.voice_line;
  // A whole-measure rest is drawn as a whole rest in every metre; its type is given only where that
  // is true.
  if (!whole)
    write_value(entry);
  else if (entry.ticks == 4 * ticks_.divisions())
    out_ << type_line(0);
  if (entry.tuplet >= 0) write_time_modification(entry);
  if (part_.staves > 1) write_staff(item);
  write_notations(entry, index, nullptr, 0, 0);
  if (const EventDetail* extras = extras_of(item)) write_lyrics(*extras);
  out_ << "      </note>\n";
}

void PartWriter::write_note(const Entry& entry, size_t index) {
  const Item& item = *entry.item;
  if (item.dynamic) write_dynamic(item.dynamic, Direction(), staff_of(item));
  if (item.kind == Kind::Note) return write_member(entry, index, nullptr, 0);
  const auto& members = detail<EventDetail>(item).members;
  for (size_t i = 0; i < members.size(); ++i) write_member(entry, index, &members[i], i);
}

/// One <note>: a note, or one of a chord's, of which the first carries what belongs to all.
void PartWriter::write_member(const Entry& entry, size_t index, const Member* member,
                              size_t place) {
  const Item& item = *entry.item;
  int ties = tie_bits(entry, member, place);
  out_ << "      <note>\n";
  if (entry.grace >= 0)
    out_ << (entry.slash ? "        <grace slash=\"yes\"/>\n" : "        <grace/>\n");
  if (place > 0) out_ << "        <chord/>\n";
  out_ << pitch_line(member ? member->pitch : item.pitch);
  if (entry.grace < 0) out_ << "        <duration>" << entry.ticks << "</duration>\n";
  if (ties & kTieStop) out_ << "        <tie type=\"stop\"/>\n";
  if (ties & kTieStart) out_ << "        <tie type=\"start\"/>\n";
  out_ << place_.voice_line;
  write_value(entry);
  write_accidental(entry, place, item.flags | (member ? member->flags : 0));
  if (entry.tuplet >= 0) write_time_modification(entry);
  if (item.stem) out_ << "        <stem>" << word(stem_table(), item.stem).musicxml << "</stem>\n";
  int head = member && member->notehead ? member->notehead : item.notehead;
  if (head)
    out_ << "        <notehead>" << word(notehead_table(), head).musicxml << "</notehead>\n";
  if (part_.staves > 1) write_staff(item);
  if (place == 0 && entry.beams[0] != BeamMark::None) write_beams(entry);
  write_notations(entry, index, member, place, ties);
  if (place == 0)
    if (const EventDetail* extras = extras_of(item)) write_lyrics(*extras);
  out_ << "      </note>\n";
}

int PartWriter::tie_bits(const Entry& entry, const Member* member, size_t place) const {
  int bits = entry.item->tie | (member ? member->tie : 0);
  if (bits == 0) return 0;
  int index = static_cast<int>(place);
  if (survey_.is_loose(entry.event, Loose::TieStart, index)) bits &= ~kTieStart;
  if (survey_.is_loose(entry.event, Loose::TieStop, index)) bits &= ~kTieStop;
  return bits;
}

void PartWriter::write_value(const Entry& entry) {
  if (!entry.value.exists) return;
  out_ << type_line(entry.value.log2);
  for (int i = 0; i < entry.value.dots; ++i) out_ << "        <dot/>\n";
}

void PartWriter::write_accidental(const Entry& entry, size_t place, int flags) {
  std::string_view name = flat_.accidentals[entry.accidental + place];
  if (name.empty()) return;
  out_ << "        <accidental";
  if (flags & kCautionary) out_ << " cautionary=\"yes\" parentheses=\"yes\"";
  if (flags & kEditorial) out_ << " editorial=\"yes\" bracket=\"yes\"";
  out_ << ">" << name << "</accidental>\n";
}

void PartWriter::write_time_modification(const Entry& entry) {
  out_ << "        <time-modification><actual-notes>" << entry.ratios.actual
       << "</actual-notes><normal-notes>" << entry.ratios.normal << "</normal-notes>";
  // What is counted must be said only where the note itself does not say it.
  const Drawn& unit = flat_.tuplets[static_cast<size_t>(entry.tuplet)].unit;
  if (unit.exists && !(unit == entry.value)) {
    out_ << "<normal-type>" << type_name(unit.log2) << "</normal-type>";
    for (int i = 0; i < unit.dots; ++i) out_ << "<normal-dot/>";
  }
  out_ << "</time-modification>\n";
}

void PartWriter::write_staff(const Item& item) {
  static constexpr std::string_view lines[] = {"", "        <staff>1</staff>\n",
                                               "        <staff>2</staff>\n"};
  int staff = staff_of(item);
  if (staff >= 1 && staff <= 2)
    out_ << lines[staff];
  else
    out_ << "        <staff>" << staff << "</staff>\n";
}

void PartWriter::write_beams(const Entry& entry) {
  static constexpr std::string_view first[] = {"", "        <beam number=\"1\">begin</beam>\n",
                                               "        <beam number=\"1\">continue</beam>\n",
                                               "        <beam number=\"1\">end</beam>\n"};
  out_ << first[static_cast<size_t>(entry.beams[0])];
  for (size_t level = 1; level < entry.beams.size() && entry.beams[level] != BeamMark::None;
       ++level)
    out_ << "        <beam number=\"" << static_cast<int>(level + 1) << "\">"
         << kBeamWords[static_cast<size_t>(entry.beams[level])] << "</beam>\n";
}

/// A syllable after one that ended with a hyphen goes on with its word, also when it does not say
/// so itself.
Lyric::Syllabic PartWriter::syllabic_of(const Lyric& lyric) {
  std::tuple<int, std::string, int> row{place_.staff, place_.voice_line, lyric.verse};
  bool inside = open_words_.contains(row),
       goes_on = lyric.syllabic == Lyric::Begin || lyric.syllabic == Lyric::Middle;
  if (goes_on)
    open_words_.insert(row);
  else
    open_words_.erase(row);
  if (!inside) return lyric.syllabic;
  return goes_on ? Lyric::Middle : Lyric::End;
}

void PartWriter::write_lyrics(const EventDetail& extras) {
  static constexpr std::string_view words[] = {"single", "begin", "middle", "end"};
  for (const Lyric& lyric : extras.lyrics) {
    out_ << "        <lyric number=\"" << lyric.verse << "\">";
    if (!lyric.text.empty())
      (out_ << "<syllabic>" << words[syllabic_of(lyric)] << "</syllabic><text>").text(lyric.text)
          << "</text>";
    if (lyric.extend || lyric.text.empty()) out_ << "<extend/>";
    out_ << "</lyric>\n";
  }
}

}  // namespace fermata
