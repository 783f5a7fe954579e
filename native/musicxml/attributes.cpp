#include <algorithm>
#include <cstdlib>

#include "musicxml/part_writer.h"

namespace fermata {

namespace {

/// The latest given for a staff counts.
template <class T>
void put(std::vector<std::pair<int, const T*>>& list, int staff, const T* thing) {
  for (auto& [place, old] : list)
    if (place == staff) {
      old = thing;
      return;
    }
  list.emplace_back(staff, thing);
}

}  // namespace

PartWriter::Leading PartWriter::leading_attributes(const Measure& measure) const {
  Leading leading;
  for (const Voice& voice : measure.voices) {
    for (const Item& item : voice.items) {
      if (is_event(item)) break;
      int staff = item.staff ? item.staff : voice.staff;
      switch (item.kind) {
        case Kind::Time: leading.time = &detail<Time>(item); break;
        case Kind::Transpose: leading.transpose = &detail<Transpose>(item); break;
        case Kind::Key: put(leading.keys, staff, &detail<Key>(item)); break;
        case Kind::Clef: put(leading.clefs, staff, &detail<Clef>(item)); break;
        default: break;
      }
    }
  }
  // One key, or the same on every staff that has one, is the key of the whole part.
  bool same = std::all_of(leading.keys.begin(), leading.keys.end(),
                          [&](auto& key) { return key.second->equals(*leading.keys[0].second); });
  if (same && !leading.keys.empty()) leading.keys = {{0, leading.keys[0].second}};
  std::sort(leading.keys.begin(), leading.keys.end(),
            [](auto& a, auto& b) { return a.first < b.first; });
  std::sort(leading.clefs.begin(), leading.clefs.end(),
            [](auto& a, auto& b) { return a.first < b.first; });
  return leading;
}

int PartWriter::own_clef(int staff) const {
  auto at = static_cast<size_t>(staff - 1);
  return at < part_.clefs.size() ? part_.clefs[at] : std::max(0, find_clef("treble"));
}

void PartWriter::set_clef(int row, int staff) {
  bool silent = clef_table()[static_cast<size_t>(row)].sign == "percussion";
  accidentals_.set_silent(staff, silent);
}

void PartWriter::set_time(const Time* time) {
  if (time_ == time) return;
  time_ = time;
  beams_ = Beams(time, ticks_);
}

void PartWriter::apply(const Leading& leading) {
  if (leading.time) set_time(leading.time);
  for (auto [staff, key] : leading.keys) {
    int first = staff ? staff : 1, last = staff ? staff : std::max(1, part_.staves);
    for (int each = first; each <= last; ++each) accidentals_.set_key(each, key->fifths);
  }
  for (auto [staff, clef] : leading.clefs) set_clef(clef->row, staff);
}

void PartWriter::write_attributes(const Leading& leading, bool first) {
  out_ << "      <attributes>\n";
  if (first) out_ << "        <divisions>" << ticks_.divisions() << "</divisions>\n";
  if (!leading.keys.empty())
    write_keys(leading);
  else if (first)
    write_key(Key(), 0);
  if (leading.time)
    write_time(*leading.time);
  else if (first)
    write_time(time_ ? *time_ : Time());
  if (first && part_.staves > 1) out_ << "        <staves>" << part_.staves << "</staves>\n";
  for (int staff = 1; staff <= std::max(1, part_.staves); ++staff) {
    auto given = std::find_if(leading.clefs.begin(), leading.clefs.end(),
                              [&](auto& c) { return c.first == staff; });
    if (given != leading.clefs.end()) {
      write_clef(given->second->row, staff);
    } else if (first) {
      write_clef(own_clef(staff), staff);
    }
  }
  if (leading.transpose)
    write_transpose(leading.transpose->diatonic, leading.transpose->chromatic);
  else if (first && (part_.diatonic != 0 || part_.chromatic != 0))
    write_transpose(part_.diatonic, part_.chromatic);
  out_ << "      </attributes>\n";
}

void PartWriter::write_keys(const Leading& leading) {
  for (auto [staff, key] : leading.keys) write_key(*key, staff);
}

void PartWriter::write_key(const Key& key, int staff) {
  out_ << "        <key";
  if (staff > 0 && part_.staves > 1) out_ << " number=\"" << staff << "\"";
  out_ << "><fifths>" << key.fifths << "</fifths><mode>"
       << mode_table()[static_cast<size_t>(key.mode)].name << "</mode></key>\n";
}

void PartWriter::write_time(const Time& time) {
  if (time.symbol == Time::Senza) {
    out_ << "        <time><senza-misura/></time>\n";
    return;
  }
  out_ << (time.symbol == Time::Common ? "        <time symbol=\"common\">"
           : time.symbol == Time::Cut  ? "        <time symbol=\"cut\">"
                                       : "        <time>")
       << "<beats>";
  for (size_t i = 0; i < time.beats.size(); ++i) out_ << (i ? "+" : "") << time.beats[i];
  out_ << "</beats><beat-type>" << time.beat_type << "</beat-type></time>\n";
}

void PartWriter::write_clef(int row, int staff) {
  const ClefRow& clef = clef_table()[static_cast<size_t>(row)];
  out_ << "        <clef";
  if (part_.staves > 1) out_ << " number=\"" << staff << "\"";
  out_ << "><sign>" << clef.sign << "</sign>";
  if (clef.line != 0) out_ << "<line>" << clef.line << "</line>";
  if (clef.octave != 0) out_ << "<clef-octave-change>" << clef.octave << "</clef-octave-change>";
  out_ << "</clef>\n";
}

void PartWriter::write_transpose(int diatonic, int chromatic) {
  int octaves = diatonic != 0 ? diatonic / 7 : chromatic / 12;
  out_ << "        <transpose><diatonic>" << (diatonic != 0 ? diatonic - 7 * octaves : 0)
       << "</diatonic><chromatic>" << chromatic - 12 * octaves << "</chromatic>";
  if (octaves != 0) out_ << "<octave-change>" << octaves << "</octave-change>";
  out_ << "</transpose>\n";
}

void PartWriter::write_later_attribute(const Item& item, int staff) {
  out_ << "      <attributes>\n";
  switch (item.kind) {
    case Kind::Key: write_key(detail<Key>(item), 0); break;
    case Kind::Time: write_time(detail<Time>(item)); break;
    case Kind::Clef: {
      int row = detail<Clef>(item).row;
      set_clef(row, staff);
      write_clef(row, staff);
      break;
    }
    default: write_transpose(detail<Transpose>(item).diatonic, detail<Transpose>(item).chromatic);
  }
  out_ << "      </attributes>\n";
}

void PartWriter::write_bar(const Bar& bar, std::string_view location, bool forward_repeat) {
  static constexpr std::string_view types[] = {"", "start", "stop", "discontinue"};
  out_ << "      <barline location=\"" << location << "\">\n";
  std::string_view style = bar.style > 0
                               ? bar_style_table()[static_cast<size_t>(bar.style - 1)].musicxml
                           : !bar.repeat    ? std::string_view()
                           : forward_repeat ? "heavy-light"
                                            : "light-heavy";
  if (!style.empty()) out_ << "        <bar-style>" << style << "</bar-style>\n";
  if (!bar.ending.empty() && bar.ending_type != 0) {
    (out_ << "        <ending number=\"").text(bar.ending)
        << "\" type=\"" << types[bar.ending_type] << "\"/>\n";
    ending_ = bar.ending_type == kEndingStart ? bar.ending : std::string();
  }
  if (bar.repeat) {
    out_ << "        <repeat direction=\"" << (forward_repeat ? "forward" : "backward") << "\"";
    if (bar.times > 0 && !forward_repeat) out_ << " times=\"" << bar.times << "\"";
    out_ << "/>\n";
  }
  out_ << "      </barline>\n";
}

/// An ending still open after the last measure is closed there.
void PartWriter::write_right_bar(const Bar& bar, bool last) {
  Bar closed = bar;
  if (last && !ending_.empty() && bar.ending.empty()) {
    closed.ending = ending_;
    closed.ending_type = kEndingDiscontinue;
  }
  if (!closed.is_plain()) write_bar(closed, "right", false);
}

void PartWriter::write_middle_bar(const Item& item) {
  const auto& line = detail<Barline>(item);
  Bar bar = line.bar;
  if (line.side == Barline::Both && bar.repeat) {
    write_bar(bar, "middle", false);
    bar = Bar{};
    bar.repeat = true;
  }
  write_bar(bar, "middle", line.side == Barline::Left || line.side == Barline::Both);
}

}  // namespace fermata
