#include "text/grid_words.h"

#include <array>

#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/interval.h"
#include "ir/marks.h"

namespace fermata {

namespace {

std::string length_word(const Rational& length) {
  std::string name = duration_name(length);
  return ":" + (name.empty() ? to_string(length) : name);
}

/// The few marks that every musician writes as a sign; the others go by their names.
std::string mark_word(std::string_view name) {
  struct Row {
    std::string_view name, sign;
  };
  static constexpr std::array<Row, 5> kSigns{
      {{"staccato", "."}, {"tenuto", "-"}, {"accent", ">"}, {"marcato", "^"}, {"trill", "tr"}}};
  for (const Row& row : kSigns)
    if (row.name == name) return "-" + std::string(row.sign);
  return "-" + std::string(name);
}

/// What follows the duration: marks, slurs, ties, a dynamic.
std::string after_length(const Item& item) {
  std::string text;
  for (size_t i = 0; i < mark_table().size(); ++i)
    if (item.marks >> i & 1) text += mark_word(mark_table()[i].name);
  if (item.tremolo) text += "-tremolo" + std::to_string(item.tremolo);
  if (item.arpeggio) text += "-arpeggio";
  if (item.glissando & 1) text += "-gliss";
  if (item.fermata) text += "-fermata";
  for (int number = 0; number < 8; ++number) {
    int bits = (item.slurs >> (2 * number)) & 3;
    if (bits & 2) text += ")";
    if (bits & 1) text += "(";
  }
  if (item.tie & kTieStart) text += "~";
  if (item.dynamic) text += " " + std::string(word(dynamic_table(), item.dynamic).name);
  return text;
}

std::string joined(const std::vector<Item>& items) {
  std::string text;
  for (const Item& item : items) text += (text.empty() ? "" : " ") + grid_word(item);
  return text;
}

std::string chord_word(const Item& item) {
  std::string text;
  for (const Member& member : detail<EventDetail>(item).members) {
    bool tied = (member.tie & kTieStart) && !(item.tie & kTieStart);
    text += (text.empty() ? "" : " ") + to_string(member.pitch) + (tied ? "~" : "");
  }
  return "<" + text + ">" + length_word(item.length) + after_length(item);
}

std::string tuplet_word(const Item& item) {
  const auto& tuplet = detail<TupletDetail>(item);
  return std::to_string(tuplet.actual) + ":" + std::to_string(tuplet.normal) + "{" +
         joined(tuplet.items) + "}";
}

std::string key_word(const Key& key) {
  std::string tonic = tonic_name(key);
  tonic[0] = static_cast<char>(tonic[0] - 'a' + 'A');
  return tonic + " " + std::string(mode_table()[static_cast<size_t>(key.mode)].name);
}

std::string time_word(const Time& time) {
  if (time.symbol == Time::Senza) return "senza misura";
  std::string beats;
  for (int beat : time.beats) beats += (beats.empty() ? "" : "+") + std::to_string(beat);
  return beats + "/" + std::to_string(time.beat_type);
}

std::string tempo_word(const Direction& tempo) {
  std::string text = tempo.text, beat = duration_name(tempo.beat);
  if (!text.empty() && !beat.empty()) text += " ";
  text += beat;
  if (!tempo.beat2.is_zero()) text += "=" + duration_name(tempo.beat2);
  if (!tempo.per_minute.is_zero()) text += "=" + to_string(tempo.per_minute);
  return text;
}

std::string figures_word(const Direction& bass) {
  std::string text;
  for (const std::string& figure : bass.figures) text += (text.empty() ? "" : " ") + figure;
  return "{" + text + "}";
}

std::string direction_word(const Direction& direction) {
  static constexpr std::array<std::string_view, 4> kHairpins{"<", ">", "!", "!"};
  static constexpr std::array<std::string_view, 3> kGraduals{"accel.", "rit.", "a tempo"};
  static constexpr std::array<std::string_view, 3> kPedals{"Ped.", "*", "*Ped."};
  static constexpr std::array<std::string_view, 5> kOttavas{"loco", "8va", "8vb", "15ma", "15mb"};
  auto at = [](const auto& table, int index) {
    return std::string(table[static_cast<size_t>(index)]);
  };
  auto text_or = [&](const char* usual) {
    return direction.text.empty() ? std::string(usual) : direction.text;
  };
  switch (direction.kind) {
    case DirectionKind::Dynamic: return std::string(word(dynamic_table(), direction.value).name);
    case DirectionKind::Hairpin: return at(kHairpins, direction.value - 1);
    case DirectionKind::Tempo: return tempo_word(direction);
    case DirectionKind::Gradual: return text_or(at(kGraduals, direction.value - 1).c_str());
    case DirectionKind::Words: return "\"" + direction.text + "\"";
    case DirectionKind::Rehearsal:
    case DirectionKind::Harmony: return "[" + direction.text + "]";
    case DirectionKind::FiguredBass: return figures_word(direction);
    case DirectionKind::Pedal: return at(kPedals, direction.value - 1);
    case DirectionKind::Ottava: return at(kOttavas, direction.value);
    case DirectionKind::Segno: return "segno";
    case DirectionKind::Coda: return "coda";
    case DirectionKind::ToCoda: return text_or("to coda");
    case DirectionKind::Fine: return text_or("fine");
    case DirectionKind::DaCapo: return text_or("D.C.");
    case DirectionKind::DalSegno: return text_or("D.S.");
  }
  return {};
}

std::string clef_word(const Item& item) {
  std::string name(clef_table()[static_cast<size_t>(detail<Clef>(item).row)].name);
  return name + " clef";
}

std::string transpose_word(const Transpose& transpose) {
  return "sounds " + to_string(Interval{transpose.diatonic, 2 * transpose.chromatic});
}

}  // namespace

bool is_attribute(const Item& item) {
  if (item.kind != Kind::Direction) return !is_event(item) && item.kind <= Kind::Transpose;
  DirectionKind kind = detail<Direction>(item).kind;
  return kind == DirectionKind::Tempo || kind == DirectionKind::Rehearsal;
}

std::string grid_word(const Item& item) {
  switch (item.kind) {
    case Kind::Note: return to_string(item.pitch) + length_word(item.length) + after_length(item);
    case Kind::Rest:
      return item.length.is_zero() ? "R" : "r" + length_word(item.length) + after_length(item);
    case Kind::Chord: return chord_word(item);
    case Kind::Grace: return "g{" + joined(detail<GraceDetail>(item).items) + "}";
    case Kind::Tuplet: return tuplet_word(item);
    case Kind::Skip: return "s" + length_word(item.length);
    case Kind::Direction: return direction_word(detail<Direction>(item));
    case Kind::Key: return key_word(detail<Key>(item));
    case Kind::Time: return time_word(detail<Time>(item));
    case Kind::Clef: return clef_word(item);
    case Kind::Transpose: return transpose_word(detail<Transpose>(item));
    default: return "|";  // a line inside the measure
  }
}

}  // namespace fermata
