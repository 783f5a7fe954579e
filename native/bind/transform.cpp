#include "text/transform.h"

#include "bind/modules.h"
#include "bind/values.h"
#include "ir/attributes.h"

namespace fermata {

namespace {

constexpr const char* kModule = "transform";

/// Music from Scheme, with the texts that it borrows: it must live as long as what is done with it.
class Music {
 public:
  explicit Music(SCM object) : value(conversion_.value(object)) {}

 private:
  Conversion conversion_;

 public:
  const Value value;
};

PRIMITIVE(transpose_prim, "transpose", "(transpose INTERVAL MUSIC)", 2, 0, 0,
          (SCM interval, SCM music), R"(
Return MUSIC moved by INTERVAL: a number of semitones, a keyword such as :M3 or :-P5, or an interval.
Keys and chord symbols move too.
  (transpose :M3 (note c4 :q))  =>  (note e4 :q)
  (transpose -12 (list c4 e4))  =>  (c3 e3))") {
  if (scm_is_exact_integer(interval)) {
    const int semitones = take<int>(interval, 1);
    return give([&] { return transpose(Music(music).value, semitones); });
  }
  const Interval by = take<Interval>(interval, 1);
  return give([&] { return transpose(Music(music).value, by); });
}

PRIMITIVE(transpose_in_key, "transpose-in-key", "(transpose-in-key STEPS KEY MUSIC)", 3, 0, 0,
          (SCM steps, SCM key, SCM music), R"(
Return MUSIC moved by STEPS letters within KEY, until a key inside MUSIC says otherwise; what was
altered against the key stays so.
  (transpose-in-key 2 (key d :major) (note d4 :q))  =>  (note f#4 :q))") {
  const int count = take<int>(steps, 1);
  const Item& sign = take<const Item&>(key, 2);
  if (sign.kind != Kind::Key) raise_wrong_type(key, 2, "a key", std::source_location::current());
  return give(
      [&] { return transpose_diatonic(Music(music).value, count, detail<Key>(sign).fifths); });
}

PRIMITIVE(invert_prim, "invert", "(invert AXIS MUSIC)", 2, 0, 0, (SCM axis, SCM music), R"(
Return MUSIC mirrored about the pitch AXIS: what went up goes down by the same interval.
  (invert c4 (note e4 :q))  =>  (note ab3 :q))") {
  const Pitch pitch = take<Pitch>(axis, 1);
  return give([&] { return invert(Music(music).value, pitch); });
}

PRIMITIVE(retrograde_prim, "retrograde", "(retrograde MUSIC)", 1, 0, 0, (SCM music), R"(
Return MUSIC from its end to its beginning; ties, slurs, hairpins and repeats turn around with it.
  (retrograde (line :q c4 d4))  =>  (list (note d4 :q) (note c4 :q)))") {
  return give([&] { return retrograde(Music(music).value); });
}

Rational factor_of(SCM number) {
  Rational factor = rational_value(number);
  if (factor <= Rational(0))
    throw Error(ErrorKind::Value, "the factor must be above zero", "such as 2 or 3/2")
        .at_argument(0);
  return factor;
}

PRIMITIVE(augment_prim, "augment", "(augment FACTOR MUSIC)", 2, 0, 0, (SCM factor, SCM music), R"(
Return MUSIC FACTOR times as long: every duration, and the time signatures with them.
  (augment 2 (note c4 :q))  =>  (note c4 :h))") {
  return give([&] { return scale_time(Music(music).value, factor_of(factor)); });
}

PRIMITIVE(diminish_prim, "diminish", "(diminish FACTOR MUSIC)", 2, 0, 0, (SCM factor, SCM music),
          R"(
Return MUSIC FACTOR times as short.
  (diminish 2 (note c4 :q))  =>  (note c4 :8))") {
  return give([&] { return scale_time(Music(music).value, Rational(1) / factor_of(factor)); });
}

PRIMITIVE(events_of_prim, "events-of", "(events-of MUSIC)", 1, 0, 0, (SCM music), R"(
Return the notes, rests and chords of MUSIC in order, those of tuplets and graces included.
  (events-of (measure (note c4 :h) (rest :h)))  =>  (list (note c4 :h) (rest :h)))") {
  return give([&] { return events_of(Music(music).value); });
}

std::vector<Item> replacement(SCM object) {
  std::vector<Item> items;
  Music music(object);
  const Value& value = music.value;
  auto add = [&](const Value& one) {
    const Item* item = one.as<Item>();
    if (!item || !is_event(*item))
      throw Error(ErrorKind::Type, "an event is replaced by events, not by " + describe(one));
    items.push_back(*item);
  };
  if (const List* list = value.as<List>())
    for (const Value& one : **list) add(one);
  else if (const bool* nothing = value.as<bool>(); !nothing || *nothing)
    add(value);
  return items;
}

PRIMITIVE(with_events_prim, "with-events", "(with-events MUSIC REPLACEMENTS)", 2, 0, 0,
          (SCM music, SCM replacements), R"(
Return MUSIC with each of its events replaced, in the order of events-of: by an event, a list of
events, or #f for nothing.
  (with-events (note c4 :q) (list (note d4 :q)))  =>  (note d4 :q))") {
  return give([&] {
    std::vector<std::vector<Item>> events;
    for (SCM list = proper_list(replacements); scm_is_pair(list); list = SCM_CDR(list))
      events.push_back(replacement(SCM_CAR(list)));
    return with_events(Music(music).value, events);
  });
}

PRIMITIVE(pitches_of_prim, "pitches-of", "(pitches-of MUSIC)", 1, 0, 0, (SCM music), R"(
Return the pitches of MUSIC in order, those of chords included.
  (pitches-of (line :q c4 (e4 g4)))  =>  (c4 e4 g4))") {
  return give([&] { return pitches_in(Music(music).value); });
}

PRIMITIVE(with_pitches_prim, "with-pitches", "(with-pitches MUSIC PITCHES)", 2, 0, 0,
          (SCM music, SCM pitches), R"(
Return MUSIC with its pitches replaced, in the order of pitches-of.
  (with-pitches (note c4 :q) (list d4))  =>  (note d4 :q))") {
  return give([&] {
    std::vector<Pitch> replaced;
    for (SCM list = proper_list(pitches); scm_is_pair(list); list = SCM_CDR(list)) {
      if (!is_pitch(SCM_CAR(list))) throw Error(ErrorKind::Type, "a pitch is replaced by a pitch");
      replaced.push_back(pitch_in(SCM_CAR(list)));
    }
    return with_pitches(Music(music).value, replaced);
  });
}

}  // namespace

void define_transform_module() { define_native_module(kModule); }

}  // namespace fermata
