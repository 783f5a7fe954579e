// Places in a score, and the edits that make another score of it.

#include "ir/edit.h"

#include "bind/cursor.h"
#include "bind/modules.h"
#include "bind/values.h"
#include "ir/assemble.h"
#include "ir/select.h"
#include "ir/validate.h"
#include "text/notation.h"

namespace fermata {

namespace {

constexpr const char* kModule = "edit";

const Part& part_of(const Score& score, long index) {
  if (index < 0 || static_cast<size_t>(index) >= score.parts.size())
    throw Error(ErrorKind::Value, "the score has no part number " + std::to_string(index + 1));
  return *score.parts[static_cast<size_t>(index)];
}

size_t natural(long number) {
  if (number < 0) throw Error(ErrorKind::Value, "a place is counted from 0");
  return static_cast<size_t>(number);
}

std::vector<Item> items_from(SCM list) {
  std::vector<Item> items;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    const Item* item = item_in(SCM_CAR(list));
    if (!item) throw Error(ErrorKind::Type, "expected only events and signs");
    items.push_back(*item);
  }
  return items;
}

std::vector<MeasurePtr> measures_from(SCM list) {
  std::vector<MeasurePtr> measures;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    const MeasurePtr* measure = measure_in(SCM_CAR(list));
    if (!measure) throw Error(ErrorKind::Type, "expected only measures", "such as (measure ...)");
    measures.push_back(*measure);
  }
  return measures;
}

Rational beat_length(const Part& part, size_t measure) {
  const ContextPtr& context =
      measure < part.measures.size() ? part.measures[measure].after : part.measures.before(measure);
  return Rational(1, context->time ? context->time->beat_type : 4);
}

// Places

PRIMITIVE(part_index_prim, "part-index", "(part-index SCORE NAME)", 2, 0, 0, (SCM score, SCM name),
          R"(
Return the index, from 0, of the part of SCORE whose id or name is NAME.)") {
  const Score& music = take<const Score&>(score, 1);
  const std::string_view id = take<std::string_view>(name, 2);
  return give([&] { return find_part(music, id); });
}

PRIMITIVE(measure_index_prim, "measure-index", "(measure-index SCORE PART NUMBER)", 3, 0, 0,
          (SCM score, SCM part, SCM number), R"(
Return the index, from 0, of the measure of part number PART, from 0, that is printed as NUMBER.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  const int printed = take<int>(number, 3);
  return give([&] { return measure_index(part_of(music, index), printed); });
}

PRIMITIVE(measure_number_prim, "measure-number", "(measure-number SCORE PART INDEX)", 3, 0, 0,
          (SCM score, SCM part, SCM measure), R"(
Return the printed number of the measure at INDEX, from 0, of part number PART, from 0; one past
the last it is the number that a further measure would get.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2), place = take<long>(measure, 3);
  return give([&] { return part_of(music, index).measures.number(natural(place)); });
}

PRIMITIVE(part_ids, "part-ids", "(part-ids SCORE)", 1, 0, 0, (SCM score), R"(
Return the list of the ids of the parts of SCORE.
  (part-ids (score (part :flute) (part :oboe)))  =>  ("P1" "P2"))") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] {
    std::vector<std::string> ids;
    for (const PartPtr& part : music.parts) ids.push_back(part->id);
    return ids;
  });
}

PRIMITIVE(measure_count, "measure-count", "(measure-count SCORE PART)", 2, 0, 0,
          (SCM score, SCM part), R"(
Return how many measures part number PART, from 0, of SCORE has.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  return give([&] { return part_of(music, index).measures.size(); });
}

PRIMITIVE(score_measure_count, "score-measure-count", "(score-measure-count SCORE)", 1, 0, 0,
          (SCM score), R"(
Return how many measures the longest part of SCORE has.
  (score-measure-count (score))  =>  0)") {
  size_t count = 0;
  for (const PartPtr& part : take<const Score&>(score, 1).parts)
    count = std::max(count, part->measures.size());
  return to_scm(count);
}

PRIMITIVE(score_key, "score-key", "(score-key SCORE)", 1, 0, 0, (SCM score), R"(
Return the key in which the first part of SCORE begins, such as "d minor", or #f.
  (score-key (score (part "Solo" (measure (key d :minor) (note d4 :w)))))  =>  "d minor")") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] {
    if (music.parts.empty() || music.parts[0]->measures.size() == 0) return SCM_BOOL_F;
    const auto& keys = music.parts[0]->measures[0].after->keys;
    if (keys.empty() || !keys[0]) return SCM_BOOL_F;
    return to_scm(tonic_name(*keys[0]) + " " +
                  std::string(mode_table()[static_cast<size_t>(keys[0]->mode)].name));
  });
}

PRIMITIVE(part_instrument, "part-instrument", "(part-instrument PART)", 1, 0, 0, (SCM part), R"(
Return the keyword of PART's instrument as a string, "" when it has none.)") {
  return to_scm(take<const Part&>(part, 1).instrument);
}

PRIMITIVE(same_music, "same-music?", "(same-music? A B)", 2, 0, 0, (SCM a, SCM b), R"(
Return whether A and B are the very same part or score, not only equal ones.
  (same-music? c4 c4)  =>  #f)") {
  const ScorePtr *first = score_in(a), *second = score_in(b);
  if (first && second) return scm_from_bool(*first == *second);
  const PartPtr *one = part_in(a), *other = part_in(b);
  return scm_from_bool(one && other && *one == *other);
}

PRIMITIVE(voice_end_prim, "voice-end", "(voice-end SCORE PART STAFF VOICE)", 4, 0, 0,
          (SCM score, SCM part, SCM staff, SCM voice), R"(
Return the cursor after the last event of that voice of part number PART, from 0; its beginning when
it has none. A cursor is a list (PART STAFF VOICE MEASURE OFFSET), all but the voices from 0.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  const int home = take<int>(staff, 3), number = take<int>(voice, 4);
  return give([&] { return voice_end(music, natural(index), home, number); });
}

PRIMITIVE(cursor_at, "cursor-at", "(cursor-at SCORE PART STAFF VOICE NUMBER BEAT)", 6, 0, 0,
          (SCM score, SCM part, SCM staff, SCM voice, SCM number, SCM beat), R"(
Return the cursor at BEAT, an exact number from 1, of the measure that is printed as NUMBER, which
may be the one after the last.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  const int home = take<int>(staff, 3), which = take<int>(voice, 4), printed = take<int>(number, 5);
  return give([&] {
    const Part& in = part_of(music, index);
    const size_t count = in.measures.size();
    const bool next = printed == in.measures.number(count);
    const size_t place = next && !in.measures.find(printed) ? count : measure_index(in, printed);
    const Rational offset = (rational_value(beat) - Rational(1)) * beat_length(in, place);
    const Rational room = room_of(in, place);
    if (offset < Rational(0) || (!room.is_zero() && offset >= room))
      throw Error(ErrorKind::Value, "measure " + std::to_string(printed) + " has no such beat",
                  "beats count from 1 to " + to_string(room / beat_length(in, place)));
    return Cursor{natural(index), home, which, place, offset};
  });
}

PRIMITIVE(cursor_place, "cursor-place", "(cursor-place SCORE CURSOR)", 2, 0, 0,
          (SCM score, SCM cursor), R"(
Return (ID NUMBER BEAT) for the place where the CURSOR stands: the part's id, the printed number of
the measure, and the beat from 1, or #f at the end of a full measure.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] {
    const Cursor at = cursor_from(cursor);
    const Part& part = part_of(music, static_cast<long>(at.part));
    const Rational room = room_of(part, at.measure);
    const bool full = !room.is_zero() && at.offset >= room;
    const SCM beat =
        full ? SCM_BOOL_F : to_scm(at.offset / beat_length(part, at.measure) + Rational(1));
    return scm_list_3(to_scm(part.id), to_scm(part.measures.number(at.measure)), beat);
  });
}

// Edits

SCM edited_to_scm(const Edited& edited) {
  return scm_list_3(to_scm(Value(edited.score)), to_scm(edited.cursor), to_scm(edited.from));
}

PRIMITIVE(append_items, "append-items", "(append-items SCORE CURSOR ITEMS)", 3, 0, 0,
          (SCM score, SCM cursor, SCM items), R"(
Return (SCORE CURSOR FROM): the score with ITEMS at CURSOR, cut and tied at barlines; where the next
would go; and where these went.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] { return edited_to_scm(append(music, cursor_from(cursor), items_from(items))); });
}

PRIMITIVE(put_items, "put-items", "(put-items SCORE CURSOR ITEMS)", 3, 0, 0,
          (SCM score, SCM cursor, SCM items), R"(
Return SCORE with ITEMS in place of what the voice has at CURSOR; signs are added.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] { return Value(put(music, cursor_from(cursor), items_from(items))); });
}

PRIMITIVE(splice_measures, "splice-measures", "(splice-measures SCORE PART INDEX COUNT MEASURES)",
          5, 0, 0, (SCM score, SCM part, SCM index, SCM count, SCM measures), R"(
Return SCORE with COUNT measures from INDEX, from 0, of part number PART replaced by MEASURES.)") {
  const Score& music = take<const Score&>(score, 1);
  const long which = take<long>(part, 2), from = take<long>(index, 3), many = take<long>(count, 4);
  return give([&] {
    return Value(replace_measures(music, natural(which), natural(from), natural(many),
                                  measures_from(measures)));
  });
}

PRIMITIVE(append_measure_prim, "append-measure", "(append-measure SCORE PART MEASURE)", 3, 0, 0,
          (SCM score, SCM part, SCM measure), R"(
Return SCORE with MEASURE at the end of part number PART, from 0. A last measure without events gives
way; its signs stay.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  take<const Measure&>(measure, 3);
  return give([&] { return Value(append_measure(music, natural(index), *measure_in(measure))); });
}

PRIMITIVE(add_part_prim, "add-part", "(add-part SCORE PART)", 2, 0, 0, (SCM score, SCM part), R"(
Return SCORE with PART, or the parts of a group, at its end; ids that are missing or taken are
given.)") {
  const Score& music = take<const Score&>(score, 1);
  const PartGroupPtr* group = group_in(part);
  if (!group) take<const Part&>(part, 2);
  return give(
      [&] { return Value(group ? add_group(music, **group) : add_part(music, *part_in(part))); });
}

PRIMITIVE(remove_part_prim, "remove-part", "(remove-part SCORE PART)", 2, 0, 0,
          (SCM score, SCM part), R"(
Return SCORE without part number PART, from 0.)") {
  const Score& music = take<const Score&>(score, 1);
  const long index = take<long>(part, 2);
  return give([&] { return Value(remove_part(music, natural(index))); });
}

PRIMITIVE(score_with_sign, "score-with-sign", "(score-with-sign SCORE PART INDEX SIGN)", 4, 0, 0,
          (SCM score, SCM part, SCM index, SCM sign), R"(
Return SCORE with SIGN, a key, time, clef or tempo, at the beginning of the measure at INDEX, from 0,
of part number PART, from 0, in place of one of its kind.)") {
  const Score& music = take<const Score&>(score, 1);
  const long which = take<long>(part, 2), measure = take<long>(index, 3);
  const Item& item = take<const Item&>(sign, 4);
  return give([&] { return Value(with_sign(music, natural(which), natural(measure), item)); });
}

std::string* title_field(Score& score, std::string_view name) {
  return name == "title"       ? &score.title
         : name == "subtitle"  ? &score.subtitle
         : name == "composer"  ? &score.composer
         : name == "lyricist"  ? &score.lyricist
         : name == "arranger"  ? &score.arranger
         : name == "copyright" ? &score.copyright
                               : nullptr;
}

PRIMITIVE(score_with_title, "score-with-title", "(score-with-title SCORE FIELD TEXT)", 3, 0, 0,
          (SCM score, SCM field, SCM text), R"(
Return SCORE with TEXT as its title; FIELD is title, subtitle, composer, lyricist, arranger or
copyright.)") {
  const Score& music = take<const Score&>(score, 1);
  const std::string_view name = take<std::string_view>(field, 2);
  const std::string_view title = take<std::string_view>(text, 3);
  return give([&] {
    auto changed = std::make_shared<Score>(music);
    std::string* place = title_field(*changed, name);
    if (!place)
      throw Error(ErrorKind::Value, "a score has no " + std::string(name),
                  "title, subtitle, composer, lyricist, arranger or copyright");
    *place = title;
    return Value(ScorePtr(changed));
  });
}

PRIMITIVE(part_with_name, "part-with-name", "(part-with-name PART NAME)", 2, 0, 0,
          (SCM part, SCM name), R"(
Return PART with another NAME.)") {
  const Part& music = take<const Part&>(part, 1);
  const std::string_view text = take<std::string_view>(name, 2);
  return give([&] {
    auto changed = std::make_shared<Part>(music);
    changed->name = text;
    return Value(PartPtr(changed));
  });
}

// Notation

PRIMITIVE(read_notation, "read-notation", "(read-notation TEXT)", 1, 0, 0, (SCM text), R"doc(
Return the music that TEXT, one form of pure notation, is. Nothing is evaluated.
  (read-notation "(note c4 :q)")  =>  (note c4 :q))doc") {
  const std::string_view source = take<std::string_view>(text, 1);
  return give([&] {
    const Syntax syntax = tokenize(source);
    std::optional<Value> value;
    if (syntax.status == ReadStatus::Complete && !syntax.tokens.empty())
      value = notation_value(syntax, 0);
    if (!value) throw Error(ErrorKind::Syntax, "this is not pure notation");
    return to_scm(*value);
  });
}

PRIMITIVE(set_default_length_prim, "set-default-length!", "(set-default-length! LENGTH)", 1, 0, 0,
          (SCM length), R"(
From now on an event that gives no duration lasts LENGTH whole notes. Return how long it lasted.)") {
  return give([&] {
    const Rational before = default_length();
    set_default_length(rational_value(length));
    return before;
  });
}

}  // namespace

void define_edit_module() { define_native_module(kModule); }

}  // namespace fermata
