#include "musicxml/part_writer.h"

namespace fermata {

void PartWriter::write_direction(const Item& item) {
  const auto& sign = detail<Direction>(item);
  int staff = staff_of(item);
  switch (sign.kind) {
    case DirectionKind::Dynamic: return write_dynamic(sign.value, sign, staff);
    case DirectionKind::Hairpin: return write_hairpin(sign, staff);
    case DirectionKind::Tempo: return write_tempo(sign, staff);
    case DirectionKind::Pedal: return write_pedal(sign, staff);
    case DirectionKind::Ottava: return write_ottava(sign, staff);
    case DirectionKind::Harmony: return write_harmony(sign, staff);
    case DirectionKind::FiguredBass: return write_figured_bass(sign);
    case DirectionKind::Gradual:
    case DirectionKind::Words:
    case DirectionKind::Rehearsal: return write_text(sign, staff);
    default: return write_jump(sign, staff);
  }
}

void PartWriter::begin_direction(const Direction& sign, std::string_view by_kind) {
  std::string_view placement = sign.placement == kAbove   ? "above"
                               : sign.placement == kBelow ? "below"
                                                          : by_kind;
  out_ << "      <direction placement=\"" << placement << "\">\n        <direction-type>";
}

void PartWriter::end_direction(int staff, std::string_view sound) {
  out_ << "</direction-type>\n";
  if (part_.staves > 1) out_ << "        <staff>" << staff << "</staff>\n";
  if (!sound.empty()) out_ << "        <sound " << sound << "/>\n";
  out_ << "      </direction>\n";
}

void PartWriter::write_dynamic(int dynamic, const Direction& sign, int staff) {
  if (dynamic <= 0) return;
  begin_direction(sign, "below");
  out_ << "<dynamics><" << word(dynamic_table(), dynamic).musicxml << "/></dynamics>";
  end_direction(staff);
}

/// A new hairpin ends the one before it; an end without a beginning is left out.
void PartWriter::write_hairpin(const Direction& sign, int staff) {
  Numbers::Place place{staff, 0, sign.number};
  if (int number = hairpins_.close(place).number) write_wedge("stop", number, sign, staff);
  if (sign.value >= kCrescendoStop) return;
  if (int number = hairpins_.open(place))
    write_wedge(sign.value == kCrescendo ? "crescendo" : "diminuendo", number, sign, staff);
}

void PartWriter::write_wedge(std::string_view type, int number, const Direction& sign, int staff) {
  begin_direction(sign, "below");
  out_ << "<wedge type=\"" << type << "\" number=\"" << number << "\"/>";
  end_direction(staff);
}

void PartWriter::write_pedal(const Direction& sign, int staff) {
  Numbers::Place place{staff, 0, 1};
  bool open = pedals_.find(place) != nullptr;
  if (sign.value == kPedalStop) {
    if (open) write_pedal_sign("stop", sign, staff);
    pedals_.close(place);
    return;
  }
  // Pressing a pedal that is down is changing it, and a change of one that is up presses it.
  write_pedal_sign(open ? "change" : "start", sign, staff);
  if (!open) pedals_.open(place);
}

void PartWriter::write_pedal_sign(std::string_view type, const Direction& sign, int staff) {
  begin_direction(sign, "below");
  out_ << "<pedal type=\"" << type << "\" line=\"yes\"/>";
  end_direction(staff);
}

void PartWriter::write_ottava(const Direction& sign, int staff) {
  Numbers::Place place{staff, 0, 1};
  Numbers::Open before = ottavas_.close(place);
  if (before.number) write_octave_shift("stop", before.value, before.number, sign, staff);
  if (sign.value == kOttavaStop) return;
  int size = sign.value == k15ma || sign.value == k15mb ? 15 : 8;
  // Music that sounds higher than it looks was shifted down to be written.
  std::string_view type = sign.value == k8va || sign.value == k15ma ? "down" : "up";
  if (int number = ottavas_.open(place, size)) write_octave_shift(type, size, number, sign, staff);
}

void PartWriter::write_octave_shift(std::string_view type, int size, int number,
                                    const Direction& sign, int staff) {
  begin_direction(sign, type == "up" ? "below" : "above");
  out_ << "<octave-shift type=\"" << type << "\" size=\"" << size << "\" number=\"" << number
       << "\"/>";
  end_direction(staff);
}

void PartWriter::write_beat_unit(const Rational& beat) {
  Drawn value = drawn(beat);
  if (!value.exists) value = {2, 0, true};
  out_ << "<beat-unit>" << type_name(value.log2) << "</beat-unit>";
  for (int i = 0; i < value.dots; ++i) out_ << "<beat-unit-dot/>";
}

void PartWriter::write_tempo(const Direction& sign, int staff) {
  Rational beat = sign.beat.is_zero() ? Rational(1, 4) : sign.beat;
  bool counted = !sign.per_minute.is_zero();
  bool modulates = !counted && !sign.beat.is_zero() && !sign.beat2.is_zero();
  if (counted) tempo_ = (sign.per_minute * beat * Rational(4)).to_double();
  if (modulates && tempo_ > 0) tempo_ = tempo_ * (sign.beat2 / sign.beat).to_double();
  if (!counted && !modulates && sign.text.empty()) return;
  begin_direction(sign, "above");
  if (!sign.text.empty()) {
    (out_ << "<words>").text(sign.text) << "</words>";
    if (counted || modulates) out_ << "</direction-type>\n        <direction-type>";
  }
  if (counted || modulates) {
    out_ << "<metronome>";
    write_beat_unit(beat);
    if (counted)
      out_ << "<per-minute>" << decimal(sign.per_minute.to_double()) << "</per-minute>";
    else
      write_beat_unit(sign.beat2);
    out_ << "</metronome>";
  }
  bool sounds = (counted || modulates) && tempo_ > 0;
  end_direction(staff, sounds ? "tempo=\"" + decimal(tempo_) + "\"" : std::string());
}

void PartWriter::write_words(std::string_view text, const Direction& sign, int staff,
                             std::string_view sound) {
  if (text.empty()) return;
  begin_direction(sign, "above");
  (out_ << "<words>").text(text) << "</words>";
  end_direction(staff, sound);
}

void PartWriter::write_text(const Direction& sign, int staff) {
  if (sign.kind == DirectionKind::Rehearsal) {
    begin_direction(sign, "above");
    (out_ << "<rehearsal>").text(sign.text) << "</rehearsal>";
    return end_direction(staff);
  }
  std::string_view text = sign.text;
  if (text.empty() && sign.kind == DirectionKind::Gradual)
    text = sign.value == kAccelerando ? "accel." : sign.value == kRitardando ? "rit." : "a tempo";
  write_words(text, sign, staff);
}

void PartWriter::write_jump(const Direction& sign, int staff) {
  auto words = [&](std::string_view usual, std::string_view sound) {
    write_words(sign.text.empty() ? usual : std::string_view(sign.text), sign, staff, sound);
  };
  switch (sign.kind) {
    case DirectionKind::ToCoda: return words("To Coda", "tocoda=\"coda\"");
    case DirectionKind::Fine: return words("Fine", "fine=\"yes\"");
    case DirectionKind::DaCapo: return words("D.C.", "dacapo=\"yes\"");
    case DirectionKind::DalSegno: return words("D.S.", "dalsegno=\"segno\"");
    default: break;
  }
  bool coda = sign.kind == DirectionKind::Coda;
  begin_direction(sign, "above");
  out_ << (coda ? "<coda/>" : "<segno/>");
  end_direction(staff, coda ? "coda=\"coda\"" : "segno=\"segno\"");
}

/// What is open after the last note ends with it.
void PartWriter::close_spans() {
  Direction plain;
  while (!hairpins_.empty()) {
    Numbers::Open open = hairpins_.all().front();
    hairpins_.close(open.place);
    write_wedge("stop", open.number, plain, open.place.staff);
  }
  while (!pedals_.empty()) {
    Numbers::Place place = pedals_.all().front().place;
    pedals_.close(place);
    write_pedal_sign("stop", plain, place.staff);
  }
  while (!ottavas_.empty()) {
    Numbers::Open open = ottavas_.all().front();
    ottavas_.close(open.place);
    write_octave_shift("stop", open.value, open.number, plain, open.place.staff);
  }
}

}  // namespace fermata
