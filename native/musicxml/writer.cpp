#include "musicxml/writer.h"
#include "ir/duration.h"
#include "ir/validate.h"

#include <algorithm>

#include "base/interrupt.h"
#include "musicxml/header.h"
#include "musicxml/part_writer.h"

namespace fermata {

namespace {

bool is_span(const Item& item) {
  if (item.kind != Kind::Direction) return false;
  DirectionKind kind = detail<Direction>(item).kind;
  return kind == DirectionKind::Hairpin || kind == DirectionKind::Pedal ||
         kind == DirectionKind::Ottava;
}

}  // namespace

FreeLengths free_lengths(const Score& score) {
  FreeLengths lengths;
  for (const PartPtr& part : score.parts) {
    part->measures.each([&](size_t index, const Slot& slot) {
      bool senza = slot.after && slot.after->time && slot.after->time->symbol == Time::Senza;
      if (!slot.measure->pickup && !senza) return;
      Rational& length = lengths[index];
      length = std::max(length, length_of(*slot.measure));
    });
  }
  return lengths;
}

PartWriter::PartWriter(Out& out, const Part& part, const Survey& survey, const FreeLengths& free)
    : out_(out),
      part_(part),
      survey_(survey),
      free_(free),
      ticks_(divisions_of(part, free)),
      accidentals_(part.staves),
      beams_(nullptr, ticks_) {
  for (int staff = 1; staff <= part.staves; ++staff) set_clef(own_clef(staff), staff);
}

void PartWriter::write(size_t count) {
  std::vector<int> numbers = measure_numbers(part_);
  part_.measures.each([&](size_t index, const Slot& slot) {
    poll_interrupt();
    write_measure(index, *slot.measure, numbers[index]);
  });
  static const Measure empty;
  int number = numbers.empty() ? 0 : numbers.back();
  for (size_t index = numbers.size(); index < count; ++index) {
    write_measure(index, empty, ++number);
  }
}

void PartWriter::write_measure(size_t index, const Measure& measure, int number) {
  out_ << "    <measure number=\"" << number
       << (measure.pickup ? "\" implicit=\"yes\">\n" : "\">\n");
  Leading leading = leading_attributes(measure);
  apply(leading);
  if (const Time* inside = leading.time ? nullptr : time_of(measure)) set_time(inside);
  flatten(measure, ticks_, flat_);
  int64_t full = full_length();
  length_ = std::max(measure.pickup || full == 0 ? free_length(index) : full, flat_.longest);
  stretch_rests();
  beams_.draw(flat_, measure.pickup && full > length_ ? full - length_ : 0);
  show_accidentals();

  if (!measure.left.is_plain()) write_bar(measure.left, "left", true);
  if (index == 0 || !leading.is_empty()) write_attributes(leading, index == 0);
  write_voices(measure);
  bool last = index + 1 >= part_.measures.size();
  if (last) close_spans();
  write_right_bar(measure.right, last);
  out_ << "    </measure>\n";
}

int64_t PartWriter::full_length() const {
  return ticks_.of(time_ ? time_->measure_length() : Rational(1));
}

int64_t PartWriter::free_length(size_t index) const {
  auto found = free_.find(index);
  return found == free_.end() ? 0 : ticks_.of(found->second);
}

/// A rest for the whole measure lasts as long as the measure does; where nothing else tells, as a
/// whole note.
void PartWriter::stretch_rests() {
  for (auto& range : flat_.voices) {
    if (range.ticks != 0) continue;
    for (size_t i = range.begin; i < range.end; ++i) {
      Entry& entry = flat_.entries[i];
      if (!(entry.item->flags & kWholeMeasure) || entry.item->kind != Kind::Rest) continue;
      if (length_ == 0) length_ = 4 * ticks_.divisions();
      entry.ticks = range.ticks = length_;
    }
  }
}

/// Accidentals hold for all voices of a staff, so they are decided in the order of time.
void PartWriter::show_accidentals() {
  accidentals_.next_measure();
  if (flat_.voices.size() == 1) {
    for (Entry& entry : flat_.entries) show_accidentals(entry, flat_.voices[0].voice->staff);
    return;
  }
  std::vector<int> staves;
  for (const auto& range : flat_.voices) staves.resize(range.end, range.voice->staff);
  order_.resize(flat_.entries.size());
  for (size_t i = 0; i < order_.size(); ++i) order_[i] = i;
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
    return flat_.entries[a].onset < flat_.entries[b].onset;
  });
  for (size_t i : order_) show_accidentals(flat_.entries[i], staves[i]);
}

void PartWriter::show_accidentals(Entry& entry, int home_staff) {
  const Item& item = *entry.item;
  if (item.kind == Kind::Key && !entry.leading)
    for (int staff = 1; staff <= part_.staves; ++staff)
      accidentals_.set_key(staff, detail<Key>(item).fifths);
  if (!entry.is_note()) return;
  int staff = item.staff ? item.staff : home_staff;
  entry.accidental = static_cast<uint32_t>(flat_.accidentals.size());
  auto show = [&](const Pitch& pitch, int tie, int given, int flags, int member) {
    bool tied = (tie & kTieStop) && !survey_.is_loose(entry.event, Loose::TieStop, member);
    std::string_view name = given ? word(accidental_table(), given).musicxml : std::string_view();
    flat_.accidentals.push_back(
        accidentals_.visible(staff, pitch, tied, name, (flags & (kCautionary | kEditorial)) != 0));
  };
  if (item.kind == Kind::Note) return show(item.pitch, item.tie, item.accidental, item.flags, 0);
  int index = 0;
  for (const Member& member : detail<EventDetail>(item).members)
    show(member.pitch, item.tie | member.tie,
         member.accidental ? member.accidental : item.accidental, item.flags | member.flags,
         index++);
}

void PartWriter::write_voices(const Measure& measure) {
  now_ = 0;
  used_voices_.clear();
  for (const Voice& voice : measure.voices)
    used_voices_.emplace_back(voice_number(voice.number, voice.staff), voice.staff);
  write_spans_first();
  for (const auto& range : flat_.voices) {
    back_to_start();
    write_voice(range);
  }
  fill_staves();
}

/// A hairpin may begin in one voice and end in another of its staff. Voices are written one after
/// the other, so the end could come before the beginning; then all of them are written first, in
/// the order of time.
void PartWriter::write_spans_first() {
  order_.clear();
  size_t voices = 0;
  for (const auto& range : flat_.voices) {
    size_t before = order_.size();
    for (size_t i = range.begin; i < range.end; ++i)
      if (is_span(*flat_.entries[i].item)) order_.push_back(i);
    voices += order_.size() > before;
  }
  spans_written_ = voices > 1;
  if (!spans_written_) return;
  std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
    return flat_.entries[a].onset < flat_.entries[b].onset;
  });
  for (size_t i : order_) {
    const Entry& entry = flat_.entries[i];
    if (entry.onset > now_)
      out_ << "      <forward>\n        <duration>" << entry.onset - now_
           << "</duration>\n      </forward>\n";
    now_ = entry.onset;
    auto home = std::find_if(flat_.voices.begin(), flat_.voices.end(),
                             [&](const auto& r) { return i < r.end; });
    place_.staff = home->voice->staff;
    write_direction(*entry.item);
  }
}

int PartWriter::voice_number(int number, int staff) const {
  return survey_.voices_per_staff ? (staff - 1) * survey_.voices_per_staff + number : number;
}

void PartWriter::write_voice(const FlatMeasure::Range& range) {
  const Voice& voice = *range.voice;
  place_.staff = voice.staff;
  place_.number = voice.number;
  place_.voice_line =
      "        <voice>" + std::to_string(voice_number(voice.number, voice.staff)) + "</voice>\n";
  for (size_t i = range.begin; i < range.end; ++i)
    if (!flat_.entries[i].leading) write_entry(flat_.entries[i], i);
  now_ += range.ticks;
  fill_voice(range);
}

void PartWriter::write_entry(const Entry& entry, size_t index) {
  const Item& item = *entry.item;
  switch (item.kind) {
    case Kind::Note:
    case Kind::Chord: return write_note(entry, index);
    case Kind::Rest: return write_rest(entry, index);
    case Kind::Skip: return forward(entry.ticks, staff_of(item));
    case Kind::Direction:
      if (!spans_written_ || !is_span(item)) write_direction(item);
      return;
    case Kind::Barline: return write_middle_bar(item);
    case Kind::Key:
    case Kind::Time:
    case Kind::Clef:
    case Kind::Transpose: return write_later_attribute(item, staff_of(item));
    default: return;
  }
}

/// A voice that stops early is silent to the end; one that never began has a whole-measure rest.
void PartWriter::fill_voice(const FlatMeasure::Range& range) {
  if (range.ticks >= length_) return;
  if (range.ticks == 0 && range.voice->number == 1)
    write_measure_rest(voice_number(1, range.voice->staff), range.voice->staff);
  else
    forward(length_ - range.ticks, range.voice->staff);
  now_ = length_;
}

/// Whole-measure rests for staves on which nothing is written.
void PartWriter::fill_staves() {
  if (length_ == 0) return;
  for (int staff = 1; staff <= std::max(1, part_.staves); ++staff) {
    bool used = std::any_of(used_voices_.begin(), used_voices_.end(),
                            [&](auto& v) { return v.second == staff; }) ||
                std::any_of(flat_.entries.begin(), flat_.entries.end(), [&](const Entry& e) {
                  return e.item->staff == staff && is_event(*e.item);
                });
    if (used) continue;
    back_to_start();
    int voice = spare_voice(staff);
    used_voices_.emplace_back(voice, staff);
    write_measure_rest(voice, staff);
    now_ = length_;
  }
}

int PartWriter::spare_voice(int staff) const {
  auto at = static_cast<size_t>(staff - 1);
  int home = at < survey_.home_voices.size() ? survey_.home_voices[at] : 0;
  int wanted = survey_.voices_per_staff ? voice_number(1, staff) : (home ? home : staff);
  auto taken = [&](int number) {
    return std::any_of(used_voices_.begin(), used_voices_.end(),
                       [&](auto& v) { return v.first == number; });
  };
  if (!taken(wanted)) return wanted;
  int number = 1;
  while (taken(number)) ++number;
  return number;
}

void PartWriter::write_measure_rest(int voice, int staff) {
  out_ << "      <note>\n        <rest measure=\"yes\"/>\n        <duration>" << length_
       << "</duration>\n        <voice>" << voice << "</voice>\n";
  if (length_ == 4 * ticks_.divisions()) out_ << "        <type>whole</type>\n";
  if (part_.staves > 1) out_ << "        <staff>" << staff << "</staff>\n";
  out_ << "      </note>\n";
}

void PartWriter::forward(int64_t ticks, int staff) {
  if (ticks == 0) return;
  out_ << "      <forward>\n        <duration>" << ticks << "</duration>\n" << place_.voice_line;
  if (part_.staves > 1) out_ << "        <staff>" << staff << "</staff>\n";
  out_ << "      </forward>\n";
}

void PartWriter::back_to_start() {
  if (now_ > 0)
    out_ << "      <backup>\n        <duration>" << now_ << "</duration>\n      </backup>\n";
  now_ = 0;
}

std::string write_musicxml(const Score& score, const MusicXmlOptions& options) {
  if (score.parts.empty())
    throw Error(ErrorKind::Music, "a score without parts cannot be written as MusicXML",
                "add a part first");
  std::vector<Survey> surveys;
  size_t measures = 1, bytes = 4096;
  for (const PartPtr& part : score.parts) {
    surveys.push_back(survey_of(*part));
    measures = std::max(measures, part->measures.size());
    bytes += surveys.back().bytes;
  }
  Out out(options.pieces);
  out.reserve(bytes);
  FreeLengths free = free_lengths(score);
  std::vector<std::string> ids = part_ids(score);
  write_header(out, score, ids, options.date);
  for (size_t i = 0; i < score.parts.size(); ++i) {
    out << "  <part id=\"" << ids[i] << "\">\n";
    PartWriter(out, *score.parts[i], surveys[i], free).write(measures);
    out << "  </part>\n";
  }
  out << "</score-partwise>\n";
  return out.take();
}

namespace {

/// Whether every voice ends before the bar does. An empty measure, or one that rests, is full.
bool falls_short(const Measure& measure, const Rational& full) {
  Rational longest = length_of(measure);
  for (const Voice& voice : measure.voices)
    for (const Item& item : voice.items)
      if (item.flags & kWholeMeasure) return false;
  return !measure.pickup && !longest.is_zero() && longest < full;
}

/// Measures that are not full, a few by number. The last may be what an upbeat left over.
std::vector<std::string> short_measure_warnings(const Part& part) {
  constexpr size_t kNamed = 5;
  std::vector<std::string> warnings;
  std::vector<int> numbers = measure_numbers(part);
  size_t more = 0;
  part.measures.each([&](size_t index, const Slot& slot) {
    const Measure& measure = *slot.measure;
    Rational full = full_length(*slot.after);
    bool after_upbeat = index + 1 == part.measures.size() && part.measures[0].measure->pickup;
    if (after_upbeat || !falls_short(measure, full)) return;
    if (warnings.size() == kNamed) {
      ++more;
      return;
    }
    warnings.push_back("measure " + std::to_string(numbers[index]) + " is not full: it lasts " +
                       in_quarters(length_of(measure)) + " of " + in_quarters(full));
  });
  if (more > 0) warnings.push_back(std::to_string(more) + " more measures are not full");
  return warnings;
}

}  // namespace

std::vector<std::string> export_warnings(const Score& score) {
  std::vector<std::string> warnings, ids = part_ids(score);
  for (size_t i = 0; i < score.parts.size(); ++i) {
    const Part& part = *score.parts[i];
    for (std::string& warning : loose_warnings(part, survey_of(part)))
      warnings.push_back(ids[i] + ": " + std::move(warning));
    for (std::string& warning : short_measure_warnings(part))
      warnings.push_back(ids[i] + ": " + std::move(warning));
  }
  return warnings;
}

}  // namespace fermata
