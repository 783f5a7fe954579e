#include "bind/modules.h"
#include "bind/values.h"
#include "ir/assemble.h"
#include "ir/duration.h"

namespace fermata {

namespace {

constexpr const char* kModule = "music";

const Item& take_event(SCM object, int position,
                       const Where& where = std::source_location::current()) {
  const Item& item = take<const Item&>(object, position, where);
  if (!is_event(item)) raise_wrong_type(object, position, "an event", where);
  return item;
}

std::vector<Pitch> pitches_from(SCM list) {
  std::vector<Pitch> pitches;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    if (!is_pitch(SCM_CAR(list)))
      throw Error(ErrorKind::Type, "expected only pitches")
          .at_argument(1, static_cast<int>(pitches.size()));
    pitches.push_back(pitch_in(SCM_CAR(list)));
  }
  return pitches;
}

PRIMITIVE(note_pitch, "note-pitch", "(note-pitch NOTE)", 1, 0, 0, (SCM note), R"(
Return the pitch of NOTE.
  (note-pitch (note c#4 :q))  =>  c#4)") {
  const Item& item = take_event(note, 1);
  if (item.kind != Kind::Note) raise_wrong_type(note, 1, "a note", std::source_location::current());
  return to_scm(item.pitch);
}

PRIMITIVE(event_pitches, "event-pitches", "(event-pitches EVENT)", 1, 0, 0, (SCM event), R"(
Return the list of pitches that sound in EVENT: none for a rest, one for a note.
  (event-pitches (chord (c4 e4) :q))  =>  (c4 e4))") {
  const Item& item = take_event(event, 1);
  return give([&] { return pitches_of(item); });
}

Item with_pitches(const Item& item, const std::vector<Pitch>& pitches) {
  Item changed = item;
  if (item.kind == Kind::Note && pitches.size() == 1) {
    changed.pitch = pitches[0];
    return changed;
  }
  if (item.kind != Kind::Chord || detail<EventDetail>(item).members.size() != pitches.size())
    throw Error(ErrorKind::Value, "this event does not have that many pitches").at_argument(1);
  auto copy = std::make_shared<EventDetail>(detail<EventDetail>(item));
  for (size_t i = 0; i < pitches.size(); ++i) copy->members[i].pitch = pitches[i];
  changed.detail = std::move(copy);
  return changed;
}

PRIMITIVE(event_with_pitches, "event-with-pitches", "(event-with-pitches EVENT PITCHES)", 2, 0, 0,
          (SCM event, SCM pitches), R"(
Return EVENT, a note or chord, with PITCHES, as many as it has, and all its marks.
  (event-with-pitches (note c4 :q) (list d4))  =>  (note d4 :q))") {
  const Item& item = take_event(event, 1);
  return give([&] { return with_pitches(item, pitches_from(pitches)); });
}

PRIMITIVE(event_length, "event-length", "(event-length EVENT)", 1, 0, 0, (SCM event), R"(
Return how long EVENT is, exactly, in whole notes; a tuplet sounds as long as it is played.
  (event-length (note c4 :q.))  =>  3/8)") {
  return to_scm(time_of(take<const Item&>(event, 1)));
}

PRIMITIVE(event_duration, "event-duration", "(event-duration EVENT)", 1, 0, 0, (SCM event), R"(
Return the written duration of EVENT.
  (event-duration (note c4 :q.))  =>  q.)") {
  return make_duration(take_event(event, 1).length);
}

PRIMITIVE(event_with_length, "event-with-length", "(event-with-length EVENT LENGTH)", 2, 0, 0,
          (SCM event, SCM length), R"(
Return EVENT, a note, rest, chord or skip, with LENGTH whole notes.
  (event-with-length (note c4 :q) 1/2)  =>  (note c4 :h))") {
  const Item& item = take_event(event, 1);
  if (item.kind == Kind::Tuplet || item.kind == Kind::Grace)
    raise_wrong_type(event, 1, "a note, rest or chord", std::source_location::current());
  return give([&] {
    Item changed = item;
    changed.length = rational_value(length);
    if (changed.length <= Rational(0))
      throw Error(ErrorKind::Value, "a length must be above zero").at_argument(1);
    changed.flags &= static_cast<uint8_t>(~kWholeMeasure);
    return changed;
  });
}

PRIMITIVE(event_children, "event-children", "(event-children EVENT)", 1, 0, 0, (SCM event), R"(
Return the list of what a tuplet, grace, voice or staff contains; nothing for anything else.
  (event-children (note c4 :q))  =>  ())") {
  const Item& item = take<const Item&>(event, 1);
  return give([&] {
    switch (item.kind) {
      case Kind::Tuplet: return to_scm(detail<TupletDetail>(item).items);
      case Kind::Grace: return to_scm(detail<GraceDetail>(item).items);
      case Kind::Voice:
      case Kind::Staff: return to_scm(detail<GroupDetail>(item).items);
      default: return SCM_EOL;
    }
  });
}

PRIMITIVE(tuplet_ratio, "tuplet-ratio", "(tuplet-ratio TUPLET)", 1, 0, 0, (SCM tuplet), R"(
Return the ratio of TUPLET, as 3:2 reads.
  (tuplet-ratio (tuplet 3:2 (note c4 :8) (note d4 :8) (note e4 :8)))  =>  (ratio 3 2))") {
  const Item& item = take<const Item&>(tuplet, 1);
  if (item.kind != Kind::Tuplet)
    raise_wrong_type(tuplet, 1, "a tuplet", std::source_location::current());
  const TupletDetail& group = detail<TupletDetail>(item);
  return to_scm(Value(Ratio{group.actual, group.normal}));
}

// Measures, parts, scores

SCM voice_row(const Voice& voice) {
  return scm_cons2(scm_from_int(voice.staff), scm_from_int(voice.number), to_scm(voice.items));
}

PRIMITIVE(measure_voices, "measure-voices", "(measure-voices MEASURE)", 1, 0, 0, (SCM measure), R"(
Return the voices of MEASURE: a list of (STAFF NUMBER ITEM ...).
  (measure-voices (measure (note c4 :w)))  =>  (list (list 1 1 (note c4 :w))))") {
  const Measure& music = take<const Measure&>(measure, 1);
  return give([&] {
    SCM rows = SCM_EOL;
    for (auto voice = music.voices.rbegin(); voice != music.voices.rend(); ++voice)
      rows = scm_cons(voice_row(*voice), rows);
    return rows;
  });
}

PRIMITIVE(measure_length, "measure-length", "(measure-length MEASURE)", 1, 0, 0, (SCM measure), R"(
Return how long the longest voice of MEASURE is, in whole notes.
  (measure-length (measure (note c4 :h)))  =>  1/2)") {
  const Measure& music = take<const Measure&>(measure, 1);
  return give([&] { return length_of(music); });
}

PRIMITIVE(part_measures, "part-measures", "(part-measures PART)", 1, 0, 0, (SCM part), R"(
Return the list of the measures of PART.)") {
  const Part& music = take<const Part&>(part, 1);
  return give([&] {
    std::vector<Value> measures;
    music.measures.each([&](size_t, const Slot& slot) { measures.emplace_back(slot.measure); });
    return measures;
  });
}

std::vector<MeasurePtr> measures_from(SCM list) {
  std::vector<MeasurePtr> measures;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    const MeasurePtr* measure = measure_in(SCM_CAR(list));
    if (!measure) throw Error(ErrorKind::Type, "expected only measures").at_argument(1);
    measures.push_back(*measure);
  }
  return measures;
}

PRIMITIVE(part_with_measures, "part-with-measures", "(part-with-measures PART MEASURES)", 2, 0, 0,
          (SCM part, SCM measures), R"(
Return PART with other MEASURES, checked.)") {
  const Part& music = take<const Part&>(part, 1);
  return give([&] {
    Part changed = music;
    changed.loose = false;
    changed.loose_items.clear();
    changed.measures = Measures();
    return Value(make_part(std::move(changed), measures_from(measures)));
  });
}

PRIMITIVE(part_name, "part-name", "(part-name PART)", 1, 0, 0, (SCM part), R"(
Return the name of PART.)") {
  return to_scm(take<const Part&>(part, 1).name);
}

PRIMITIVE(part_id, "part-id", "(part-id PART)", 1, 0, 0, (SCM part), R"(
Return the id of PART, "P1" and so on; "" until a score has given it one.)") {
  return to_scm(take<const Part&>(part, 1).id);
}

PRIMITIVE(part_measure_numbers, "part-measure-numbers", "(part-measure-numbers PART)", 1, 0, 0,
          (SCM part), R"(
Return the printed number of every measure of PART.)") {
  const Part& music = take<const Part&>(part, 1);
  return give([&] { return measure_numbers(music); });
}

PRIMITIVE(score_parts, "score-parts", "(score-parts SCORE)", 1, 0, 0, (SCM score), R"(
Return the list of the parts of SCORE.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] { return std::vector<Value>(music.parts.begin(), music.parts.end()); });
}

std::vector<PartPtr> parts_from(SCM list) {
  std::vector<PartPtr> parts;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    const PartPtr* part = part_in(SCM_CAR(list));
    if (!part) throw Error(ErrorKind::Type, "expected only parts").at_argument(1);
    parts.push_back(*part);
  }
  return parts;
}

PRIMITIVE(score_with_parts, "score-with-parts", "(score-with-parts SCORE PARTS)", 2, 0, 0,
          (SCM score, SCM parts), R"(
Return SCORE with other PARTS, checked; groups stay when there are as many parts as before.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] {
    ScoreParts changed;
    changed.score = music;
    changed.score.parts.clear();
    changed.score.groups.clear();
    changed.parts = parts_from(parts);
    if (changed.parts.size() == music.parts.size()) changed.groups = music.groups;
    return Value(make_score(std::move(changed)));
  });
}

PRIMITIVE(score_title, "score-title", "(score-title SCORE)", 1, 0, 0, (SCM score), R"(
Return the title of SCORE, "" when it has none.)") {
  return to_scm(take<const Score&>(score, 1).title);
}

PRIMITIVE(score_composer, "score-composer", "(score-composer SCORE)", 1, 0, 0, (SCM score), R"(
Return the composer of SCORE, "" when it has none.)") {
  return to_scm(take<const Score&>(score, 1).composer);
}

}  // namespace

void define_music_module() { define_native_module(kModule); }

}  // namespace fermata
