#include <algorithm>

#include "musicxml/part_writer.h"

namespace fermata {

namespace {

/// The bits of `Item::marks` that are drawn in this group.
uint64_t group_bits(MarkGroup group) {
  static const auto bits = [] {
    std::array<uint64_t, 3> made{};
    for (size_t i = 0; i < mark_table().size(); ++i)
      made[static_cast<size_t>(mark_table()[i].group)] |= uint64_t{1} << i;
    return made;
  }();
  return bits[static_cast<size_t>(group)];
}

bool has_technical(const Item& item, const Member* member) {
  if (item.marks & group_bits(MarkGroup::Technical)) return true;
  if (member && !member->fingering.empty()) return true;
  if (!item.detail) return false;
  const auto& extras = detail<EventDetail>(item);
  return !extras.fingerings.empty() || extras.string > 0 || extras.fret >= 0;
}

}  // namespace

void PartWriter::begin_notations() {
  if (!in_notations_) out_ << "        <notations>\n";
  in_notations_ = true;
}

void PartWriter::write_notations(const Entry& entry, size_t index, const Member* member,
                                 size_t place, int ties) {
  const Item& item = *entry.item;
  bool plain = ties == 0 && item.slurs == 0 && entry.tuplet < 0 && item.marks == 0 &&
               !item.detail && !item.fermata && !item.tremolo && !item.arpeggio &&
               !item.glissando && glissandi_.empty();
  if (plain) return;
  if (ties & kTieStop) begin_notations(), out_ << "          <tied type=\"stop\"/>\n";
  if (ties & kTieStart) begin_notations(), out_ << "          <tied type=\"start\"/>\n";
  if (place == 0) {
    if (item.slurs != 0) write_slurs(entry);
    if (entry.tuplet >= 0) {
      write_tuplet_starts(entry.tuplet, index);
      write_tuplet_stops(entry.tuplet, index);
    }
    if (entry.is_note()) write_glissando(entry);
    write_ornaments(item);
  }
  if (has_technical(item, member)) write_technical(entry, member, place);
  if (place == 0) {
    if (item.marks & group_bits(MarkGroup::Articulation)) {
      begin_notations();
      out_ << "          <articulations>";
      write_marks(item.marks, MarkGroup::Articulation);
      out_ << "</articulations>\n";
    }
    if (item.fermata) {
      begin_notations();
      out_ << "          <fermata>" << word(fermata_table(), item.fermata).musicxml
           << "</fermata>\n";
    }
  }
  if (item.arpeggio) write_arpeggio(item, place);
  if (in_notations_) out_ << "        </notations>\n";
  in_notations_ = false;
}

void PartWriter::write_slurs(const Entry& entry) {
  for (bool starts : {false, true}) {
    for (int number = 1; number <= 8; ++number) {
      int bits = entry.item->slurs >> (2 * (number - 1)) & 3;
      if (!(bits & (starts ? 1 : 2))) continue;
      if (survey_.is_loose(entry.event, starts ? Loose::SlurStart : Loose::SlurStop, number))
        continue;
      Numbers::Place place{place_.staff, place_.number, number};
      int written = starts ? slurs_.open(place) : slurs_.close(place).number;
      if (written == 0) continue;
      begin_notations();
      out_ << (starts ? "          <slur type=\"start\" number=\""
                      : "          <slur type=\"stop\" number=\"")
           << written << "\"/>\n";
    }
  }
}

/// A glissando leads to the next pitched event of its voice.
void PartWriter::write_glissando(const Entry& entry) {
  Numbers::Place place{place_.staff, place_.number, 1};
  if (int number = glissandi_.empty() ? 0 : glissandi_.close(place).number) {
    begin_notations();
    out_ << "          <glissando type=\"stop\" number=\"" << number << "\"/>\n";
  }
  if (!(entry.item->glissando & 1) || survey_.is_loose(entry.event, Loose::GlissandoStart, 0))
    return;
  if (int number = glissandi_.open(place)) {
    begin_notations();
    out_ << "          <glissando type=\"start\" number=\"" << number << "\"/>\n";
  }
}

/// Outer brackets begin before inner ones.
void PartWriter::write_tuplet_starts(int tuplet, size_t index) {
  if (tuplet < 0) return;
  const TupletSpan& span = flat_.tuplets[static_cast<size_t>(tuplet)];
  write_tuplet_starts(span.outer, index);
  if (span.empty || span.first != index) return;
  begin_notations();
  out_ << "          <tuplet type=\"start\" number=\"" << span.level << "\" bracket=\""
       << (is_under_one_beam(span) ? "no" : "yes") << "\">\n";
  write_tuplet_portion("tuplet-actual", span.detail->actual, span.unit);
  write_tuplet_portion("tuplet-normal", span.detail->normal, span.unit);
  out_ << "          </tuplet>\n";
}

void PartWriter::write_tuplet_stops(int tuplet, size_t index) {
  for (; tuplet >= 0; tuplet = flat_.tuplets[static_cast<size_t>(tuplet)].outer) {
    const TupletSpan& span = flat_.tuplets[static_cast<size_t>(tuplet)];
    if (span.empty || span.last != index) continue;
    begin_notations();
    out_ << "          <tuplet type=\"stop\" number=\"" << span.level << "\"/>\n";
  }
}

void PartWriter::write_tuplet_portion(std::string_view name, int count, const Drawn& unit) {
  out_ << "            <" << name << "><tuplet-number>" << count << "</tuplet-number>";
  if (unit.exists) {
    out_ << "<tuplet-type>" << type_name(unit.log2) << "</tuplet-type>";
    for (int i = 0; i < unit.dots; ++i) out_ << "<tuplet-dot/>";
  }
  out_ << "</" << name << ">\n";
}

/// A beam that covers exactly the tuplet makes its bracket superfluous.
bool PartWriter::is_under_one_beam(const TupletSpan& span) const {
  const auto& entries = flat_.entries;
  if (entries[span.first].beams[0] != BeamMark::Begin ||
      entries[span.last].beams[0] != BeamMark::End)
    return false;
  for (size_t i = span.first + 1; i < span.last; ++i)
    if (entries[i].is_timed() && entries[i].beams[0] != BeamMark::Continue) return false;
  return true;
}

void PartWriter::write_marks(uint64_t marks, MarkGroup group) {
  for (uint64_t left = marks & group_bits(group); left != 0; left &= left - 1)
    out_ << "<" << mark_table()[static_cast<size_t>(std::countr_zero(left))].musicxml << "/>";
}

void PartWriter::write_ornaments(const Item& item) {
  if (!(item.marks & group_bits(MarkGroup::Ornament)) && !item.tremolo) return;
  begin_notations();
  out_ << "          <ornaments>";
  write_marks(item.marks, MarkGroup::Ornament);
  if (item.tremolo)
    out_ << "<tremolo type=\"single\">" << std::min<int>(item.tremolo, 8) << "</tremolo>";
  out_ << "</ornaments>\n";
}

/// Fingerings given for a whole chord are dealt out when there is one for each note.
void PartWriter::write_technical(const Entry& entry, const Member* member, size_t place) {
  const Item& item = *entry.item;
  const EventDetail* extras = item.detail ? &detail<EventDetail>(item) : nullptr;
  bool dealt = member && extras->fingerings.size() == extras->members.size();
  bool any = (place == 0 && (item.marks & group_bits(MarkGroup::Technical))) ||
             (member && !member->fingering.empty()) || dealt ||
             (place == 0 && extras &&
              (!extras->fingerings.empty() || extras->string > 0 || extras->fret >= 0));
  if (!any) return;
  begin_notations();
  out_ << "          <technical>";
  if (place == 0) write_marks(item.marks, MarkGroup::Technical);
  if (member && !member->fingering.empty())
    (out_ << "<fingering>").text(member->fingering) << "</fingering>";
  if (dealt) (out_ << "<fingering>").text(extras->fingerings[place]) << "</fingering>";
  if (place == 0 && extras) {
    if (!dealt)
      for (const std::string& finger : extras->fingerings)
        (out_ << "<fingering>").text(finger) << "</fingering>";
    if (extras->string > 0) out_ << "<string>" << extras->string << "</string>";
    if (extras->fret >= 0) out_ << "<fret>" << extras->fret << "</fret>";
  }
  out_ << "</technical>\n";
}

void PartWriter::write_arpeggio(const Item& item, size_t place) {
  std::string_view kind = word(arpeggio_table(), item.arpeggio).musicxml;
  if (kind != "none") {
    begin_notations();
    if (kind == "up" || kind == "down")
      out_ << "          <arpeggiate direction=\"" << kind << "\"/>\n";
    else
      out_ << "          <arpeggiate/>\n";
    return;
  }
  if (item.kind != Kind::Chord) return;
  const auto& members = detail<EventDetail>(item).members;
  auto lower = [](const Member& a, const Member& b) {
    return diatonic(a.pitch) < diatonic(b.pitch);
  };
  auto [bottom, top] = std::minmax_element(members.begin(), members.end(), lower);
  if (bottom == top) return;
  auto here = members.begin() + static_cast<long>(place);
  if (here != bottom && here != top) return;
  begin_notations();
  out_ << "          <non-arpeggiate type=\"" << (here == bottom ? "bottom" : "top") << "\"/>\n";
}

}  // namespace fermata
