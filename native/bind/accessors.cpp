#include "bind/modules.h"
#include "bind/values.h"
#include "ir/assemble.h"
#include "ir/attributes.h"
#include "ir/duration.h"
#include "text/printer.h"

namespace fermata {

namespace {

constexpr const char* kModule = "values";

bool is_kind(SCM value, Kind kind) {
  const Item* item = item_in(value);
  return item && item->kind == kind;
}

#define KIND_PREDICATE(cname, name, usage, kind, doc)        \
  PRIMITIVE(cname, name, usage, 1, 0, 0, (SCM value), doc) { \
    return scm_from_bool(is_kind(value, kind));              \
  }

KIND_PREDICATE(note_p, "note?", "(note? VALUE)", Kind::Note, R"(
Return whether VALUE is a note.
  (note? (note c4 :q))  =>  #t)")
KIND_PREDICATE(rest_p, "rest?", "(rest? VALUE)", Kind::Rest, R"(
Return whether VALUE is a rest.
  (rest? (rest :q))  =>  #t)")
KIND_PREDICATE(chord_p, "chord?", "(chord? VALUE)", Kind::Chord, R"(
Return whether VALUE is a chord.
  (chord? (chord (c4 e4) :q))  =>  #t)")
KIND_PREDICATE(grace_p, "grace?", "(grace? VALUE)", Kind::Grace, R"(
Return whether VALUE is a group of grace notes.
  (grace? (grace d5))  =>  #t)")
KIND_PREDICATE(tuplet_p, "tuplet?", "(tuplet? VALUE)", Kind::Tuplet, R"(
Return whether VALUE is a tuplet.
  (tuplet? (note c4 :q))  =>  #f)")
KIND_PREDICATE(skip_p, "skip?", "(skip? VALUE)", Kind::Skip, R"(
Return whether VALUE is a gap in a voice, as forward makes it.
  (skip? (note c4 :q))  =>  #f)")
KIND_PREDICATE(direction_p, "direction?", "(direction? VALUE)", Kind::Direction, R"(
Return whether VALUE is a direction: a dynamic, tempo, hairpin, words and the like.
  (direction? (mf))  =>  #t)")
KIND_PREDICATE(key_p, "key?", "(key? VALUE)", Kind::Key, R"(
Return whether VALUE is a key signature.
  (key? (key d :major))  =>  #t)")
KIND_PREDICATE(time_p, "time?", "(time? VALUE)", Kind::Time, R"(
Return whether VALUE is a time signature.
  (time? (time 3 4))  =>  #t)")
KIND_PREDICATE(clef_p, "clef?", "(clef? VALUE)", Kind::Clef, R"(
Return whether VALUE is a clef.
  (clef? (clef :bass))  =>  #t)")
KIND_PREDICATE(barline_p, "barline?", "(barline? VALUE)", Kind::Barline, R"(
Return whether VALUE is a barline.
  (barline? (barline :final))  =>  #t)")

PRIMITIVE(pitch_p, "pitch?", "(pitch? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a pitch. A pitch is also a procedure?, so ask this first.
  (pitch? c4)  =>  #t)") {
  return scm_from_bool(is_pitch(value));
}

PRIMITIVE(duration_p, "duration?", "(duration? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a duration.
  (duration? q.)  =>  #t)") {
  return scm_from_bool(is_duration(value));
}

PRIMITIVE(interval_p, "interval?", "(interval? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is an interval.
  (interval? (interval :M3))  =>  #t)") {
  return scm_from_bool(is_interval(value));
}

PRIMITIVE(event_p, "event?", "(event? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a note, rest, chord, grace, tuplet or skip.
  (event? (rest :q))  =>  #t)") {
  const Item* item = item_in(value);
  return scm_from_bool(item && is_event(*item));
}

PRIMITIVE(item_p, "item?", "(item? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is an event or a sign, anything that stands in a measure.
  (item? (clef :bass))  =>  #t)") {
  return scm_from_bool(item_in(value) != nullptr);
}

PRIMITIVE(measure_p, "measure?", "(measure? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a measure.
  (measure? (measure (note c4 :w)))  =>  #t)") {
  return scm_from_bool(measure_in(value) != nullptr);
}

PRIMITIVE(part_p, "part?", "(part? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a part.
  (part? c4)  =>  #f)") {
  return scm_from_bool(part_in(value) != nullptr);
}

PRIMITIVE(group_p, "group?", "(group? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a group of parts.
  (group? c4)  =>  #f)") {
  return scm_from_bool(group_in(value) != nullptr);
}

PRIMITIVE(score_p, "score?", "(score? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is a score.
  (score? c4)  =>  #f)") {
  return scm_from_bool(score_in(value) != nullptr);
}

PRIMITIVE(music_p, "music?", "(music? VALUE)", 1, 0, 0, (SCM value), R"(
Return whether VALUE is music of any kind: a pitch, interval, duration, event, sign, measure, part,
group or score.
  (music? c4)  =>  #t)") {
  return scm_from_bool(is_music(value));
}

PRIMITIVE(value_key, "value-key", "(value-key VALUE)", 1, 0, 0, (SCM value), R"doc(
Return something equal? for equal VALUEs that hashes well: use it as the key of a hash table, since
all notes hash alike.
  (value-key (note c4 :q))  =>  "(note c4 :q)")doc") {
  if (!is_music(value) || is_pitch(value)) return value;
  return give([&] {
    Conversion conversion;
    return to_source(conversion.value(value), 1 << 20);
  });
}

// Intervals and durations

std::optional<Rational> length_value(SCM value) {
  if (is_duration(value)) return duration_in(value);
  if (scm_is_keyword(value)) return parse_duration(keyword_name(value));
  if (scm_is_real(value) && scm_is_exact(value)) return rational_value(value);
  return std::nullopt;
}

PRIMITIVE(duration_length, "duration-length", "(duration-length DURATION)", 1, 0, 0, (SCM value),
          R"(
Return the exact number of whole notes that DURATION, a duration or keyword, lasts.
  (duration-length q.)  =>  3/8)") {
  if (!is_duration(value) && !scm_is_keyword(value) && !scm_is_real(value))
    raise_wrong_type(value, 1, "a duration", std::source_location::current());
  return give([&] {
    const std::optional<Rational> length = length_value(value);
    if (!length) throw Error(ErrorKind::Value, "this is no duration").at_argument(0);
    return *length;
  });
}

PRIMITIVE(duration_named, "duration-named", "(duration-named NAME)", 1, 0, 0, (SCM name), R"(
Return the duration called NAME, a string such as "q.", or #f.
  (duration-named "bogus")  =>  #f)") {
  const std::optional<Rational> length = parse_duration(take<std::string_view>(name, 1));
  return length ? make_duration(*length) : SCM_BOOL_F;
}

PRIMITIVE(interval_prim, "interval", "(interval NAME-OR-PITCH [PITCH])", 1, 1, 0,
          (SCM first, SCM second), R"(
Return an interval: by name, or from one pitch to another.
  (interval c4 e4)  =>  (interval :M3))") {
  if (SCM_UNBNDP(second)) return to_scm(take<Interval>(first, 1));
  return to_scm(interval_between(take<Pitch>(first, 1), take<Pitch>(second, 2)));
}

PRIMITIVE(interval_steps, "interval-steps", "(interval-steps INTERVAL)", 1, 0, 0, (SCM interval),
          R"(
Return how many letters INTERVAL travels, below zero downwards.
  (interval-steps (interval :M3))  =>  2)") {
  return scm_from_int(take<Interval>(interval, 1).steps);
}

PRIMITIVE(interval_semitones, "interval-semitones", "(interval-semitones INTERVAL)", 1, 0, 0,
          (SCM interval), R"(
Return the exact number of semitones INTERVAL travels.
  (interval-semitones (interval :M3))  =>  4)") {
  return to_scm(Rational(take<Interval>(interval, 1).quarter_tones, 2));
}

PRIMITIVE(interval_name, "interval-name", "(interval-name INTERVAL)", 1, 0, 0, (SCM interval), R"(
Return the name of INTERVAL as a string.
  (interval-name (interval c4 e4))  =>  "M3")") {
  const Interval which = take<Interval>(interval, 1);
  return give([&] { return to_string(which); });
}

PRIMITIVE(ratio_prim, "ratio", "(ratio ACTUAL NORMAL)", 2, 0, 0, (SCM actual, SCM normal), R"(
Return ACTUAL in the time of NORMAL, as tuplet takes it; 3:2 reads as this.
  (ratio 3 2)  =>  (ratio 3 2))") {
  take<int>(actual, 1);
  take<int>(normal, 2);
  return scm_list_3(scm_from_utf8_symbol("ratio"), actual, normal);
}

}  // namespace

void define_values_module() { define_native_module(kModule); }

}  // namespace fermata
