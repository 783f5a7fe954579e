#include <cctype>

#include "bind/modules.h"
#include "bind/values.h"
#include "ir/attributes.h"
#include "ir/interval.h"
#include "ir/pitch.h"

namespace fermata {

namespace {

constexpr const char* kModule = "pitches";

int step_of(std::string_view letter) {
  if (letter.size() != 1) return -1;
  for (int step = 0; step < 7; ++step)
    if (step_letter(step) == std::toupper(letter[0])) return step;
  return -1;
}

// The alteration in semitones, halves included, as quarter tones.
int quarter_tone_count(SCM alter, int position, const Where& where) {
  if (scm_is_real(alter) && scm_is_exact(alter)) {
    const SCM doubled = scm_product(alter, scm_from_int(2));
    if (scm_is_signed_integer(doubled, -kMaxAlter, kMaxAlter)) return scm_to_int(doubled);
  }
  raise_wrong_type(alter, position, "an alteration from -3 to 3 in halves", where);
}

PRIMITIVE(pitch_prim, "pitch", "(pitch STEP ALTER OCTAVE)", 3, 0, 0,
          (SCM step, SCM alter, SCM octave), R"(
Return the pitch with letter STEP, a symbol, altered by ALTER semitones, in OCTAVE.
  (pitch 'c 1 4)  =>  c#4)") {
  const int letter = step_of(take<std::string_view>(step, 1));
  if (letter < 0)
    raise_wrong_type(step, 1, "a letter from a to g", std::source_location::current());
  const int quarters = quarter_tone_count(alter, 2, std::source_location::current());
  if (!scm_is_signed_integer(octave, -1, 9))
    raise_wrong_type(octave, 3, "an octave from -1 to 9", std::source_location::current());
  return to_scm(Pitch{static_cast<int8_t>(letter), static_cast<int8_t>(quarters),
                      static_cast<int8_t>(scm_to_int(octave))});
}

PRIMITIVE(pitch_step, "pitch-step", "(pitch-step PITCH)", 1, 0, 0, (SCM pitch), R"(
Return the letter of PITCH as a symbol.
  (pitch-step c#4)  =>  c)") {
  const char letter = static_cast<char>(std::tolower(step_letter(take<Pitch>(pitch, 1).step)));
  return scm_from_utf8_symboln(&letter, 1);
}

PRIMITIVE(pitch_alter, "pitch-alter", "(pitch-alter PITCH)", 1, 0, 0, (SCM pitch), R"(
Return the alteration of PITCH in semitones: 1 for a sharp, -1/2 for a quarter-tone flat.
  (pitch-alter c#4)  =>  1)") {
  return to_scm(Rational(take<Pitch>(pitch, 1).alter, 2));
}

PRIMITIVE(pitch_octave, "pitch-octave", "(pitch-octave PITCH)", 1, 0, 0, (SCM pitch), R"(
Return the octave of PITCH; middle C is c4.
  (pitch-octave c#4)  =>  4)") {
  return scm_from_int(take<Pitch>(pitch, 1).octave);
}

PRIMITIVE(pitch_diatonic, "pitch-diatonic", "(pitch-diatonic PITCH)", 1, 0, 0, (SCM pitch), R"(
Return how many letters PITCH lies above C0.
  (pitch-diatonic c4)  =>  28)") {
  return scm_from_int(diatonic(take<Pitch>(pitch, 1)));
}

PRIMITIVE(pitch_midi, "pitch->midi", "(pitch->midi PITCH)", 1, 0, 0, (SCM pitch), R"(
Return the MIDI key number of PITCH, exact, with halves for quarter tones.
  (pitch->midi c4)  =>  60)") {
  return to_scm(Rational(quarter_tones(take<Pitch>(pitch, 1)), 2));
}

PRIMITIVE(midi_pitch, "midi->pitch", "(midi->pitch NUMBER [FIFTHS])", 1, 1, 0,
          (SCM number, SCM fifths), R"(
Return the pitch with MIDI key NUMBER, spelled with sharps, or with flats when FIFTHS is below zero.
  (midi->pitch 61)  =>  c#4)") {
  if (!scm_is_signed_integer(number, 0, 131))
    raise_wrong_type(number, 1, "a MIDI key number from 0 to 131", std::source_location::current());
  const int side = SCM_UNBNDP(fifths) ? 0 : take<int>(fifths, 2);
  const int key = scm_to_int(number);
  return give([&] { return pitch_from_midi(key, side); });
}

PRIMITIVE(pitch_class, "pc", "(pc PITCH)", 1, 0, 0, (SCM pitch), R"(
Return the pitch class of PITCH, or of a MIDI number: 0 for C, 1 for C sharp, and so on, with halves
for quarter tones.
  (pc c#4)  =>  1)") {
  if (scm_is_real(pitch) && scm_is_exact(pitch)) return scm_modulo(pitch, scm_from_int(12));
  return to_scm(Rational(quarter_tones(take<Pitch>(pitch, 1)) % 24, 2));
}

PRIMITIVE(pitch_named, "pitch-named", "(pitch-named NAME)", 1, 0, 0, (SCM name), R"(
Return the pitch called NAME, a string, or #f.
  (pitch-named "c#4")  =>  c#4)") {
  const std::optional<PitchName> found = parse_pitch(take<std::string_view>(name, 1));
  return found ? to_scm(found->pitch) : SCM_BOOL_F;
}

PRIMITIVE(pitch_name_plain, "plain-pitch-name?", "(plain-pitch-name? NAME)", 1, 0, 0, (SCM name),
          R"(
Return whether NAME is a pitch name without an accidental, which takes the key's under use-key.
  (plain-pitch-name? "fn4")  =>  #f)") {
  const std::optional<PitchName> found = parse_pitch(take<std::string_view>(name, 1));
  return scm_from_bool(found && found->plain);
}

PRIMITIVE(pitch_in_key, "pitch-in-key", "(pitch-in-key PITCH KEY)", 2, 0, 0, (SCM pitch, SCM key),
          R"(
Return PITCH altered as the signature of KEY alters its letter.
  (pitch-in-key f4 (key d :major))  =>  f#4)") {
  Pitch altered = take<Pitch>(pitch, 1);
  const Item& item = take<const Item&>(key, 2);
  if (item.kind != Kind::Key) raise_wrong_type(key, 2, "a key", std::source_location::current());
  altered.alter = static_cast<int8_t>(key_alter(detail<Key>(item).fifths, altered.step));
  return to_scm(altered);
}

PRIMITIVE(pitch_complaint_prim, "pitch-complaint", "(pitch-complaint NAME)", 1, 0, 0, (SCM name),
          R"(
Return (MESSAGE HINT) when NAME looks like a pitch and is none, else #f.)") {
  const std::string_view text = take<std::string_view>(name, 1);
  return give([&] {
    const std::optional<PitchComplaint> complaint = pitch_complaint(text);
    return complaint ? scm_list_2(to_scm(complaint->message), to_scm(complaint->hint)) : SCM_BOOL_F;
  });
}

PRIMITIVE(tonic_name_p, "tonic-name?", "(tonic-name? NAME)", 1, 0, 0, (SCM name), R"(
Return whether NAME, a string or symbol, is a tonic such as d, bb or f#.
  (tonic-name? 'bb)  =>  #t)") {
  return scm_from_bool(parse_tonic(take<std::string_view>(name, 1)).has_value());
}

PRIMITIVE(pitch_transpose, "pitch-transpose", "(pitch-transpose PITCH INTERVAL)", 2, 0, 0,
          (SCM pitch, SCM interval), R"(
Return PITCH moved by INTERVAL, an interval, its keyword, or a number of semitones.
  (pitch-transpose c4 :M3)  =>  e4)") {
  const Pitch from = take<Pitch>(pitch, 1);
  if (scm_is_exact_integer(interval)) {
    const int semitones = take<int>(interval, 2);
    return give([&] { return transposed_semitones(from, semitones); });
  }
  const Interval by = take<Interval>(interval, 2);
  return give([&] { return transposed(from, by); });
}

PRIMITIVE(pitch_invert, "pitch-invert", "(pitch-invert PITCH AXIS)", 2, 0, 0, (SCM pitch, SCM axis),
          R"(
Return the mirror image of PITCH about the pitch AXIS.
  (pitch-invert e4 c4)  =>  ab3)") {
  const Pitch from = take<Pitch>(pitch, 1), about = take<Pitch>(axis, 2);
  return give([&] { return inverted(from, about); });
}

PRIMITIVE(pitch_less, "pitch<?", "(pitch<? A B)", 2, 0, 0, (SCM a, SCM b), R"(
Return whether A sounds below B.
  (pitch<? c4 e4)  =>  #t)") {
  return scm_from_bool(quarter_tones(take<Pitch>(a, 1)) < quarter_tones(take<Pitch>(b, 2)));
}

}  // namespace

void define_pitches_module() { define_native_module(kModule); }

}  // namespace fermata
