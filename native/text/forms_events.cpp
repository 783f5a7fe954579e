// Events: note, rest, chord, grace, tuplet, line.

#include <algorithm>

#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/split.h"
#include "text/event_draft.h"

namespace fermata {

Value build_note(const Form& form, Operands operands) {
  Taking taking(form, operands);
  const Value& first = taking.next();
  EventDraft draft = draft_of(Kind::Note);
  if (const Pitch* pitch = first.as<Pitch>()) {
    if (operands.size() == 2)
      if (std::optional<Rational> length = duration_of(operands[1]))
        return plain_note(*pitch, *length);
    draft.item.pitch = *pitch;
  } else if (const Word* word = first.as<Word>();
             word && (word->name == "r" || word->name == "rest")) {
    draft.item.kind = Kind::Rest;
  } else {
    std::string hint = first.as<List>() ? "several pitches make a chord: (chord (c4 e4 g4) :q)"
                                        : "such as (note c4 :q)";
    taking.fail(ErrorKind::Type, "note takes a pitch first, not " + describe(first), hint);
  }
  take_marks(taking, draft);
  return finish(draft);
}

Value build_rest(const Form& form, Operands operands) {
  Taking taking(form, operands);
  EventDraft draft = draft_of(Kind::Rest);
  bool whole_measure = false;
  while (taking.more()) {
    const Value& value = taking.next();
    const Keyword* keyword = value.as<Keyword>();
    if (keyword && keyword->name == "measure")
      whole_measure = true;
    else if (keyword)
      take_keyword(taking, draft, keyword->name);
    else if (std::optional<Rational> length = duration_of(value))
      take_length(taking, draft, *length);
    else
      bad_operand(taking, value);
  }
  bool given = draft.has_length;
  Item item = finish(draft);
  if (whole_measure) {
    item.flags |= kWholeMeasure;
    if (!given) item.length = Rational(0);
  }
  return item;
}

namespace {

Member member_of(Taking& taking, const Value& value, int element) {
  Member member;
  if (const Pitch* pitch = value.as<Pitch>()) {
    member.pitch = *pitch;
    return member;
  }
  const Item* item = value.as<Item>();
  if (!item || item->kind != Kind::Note)
    throw Error(ErrorKind::Type, "a chord is made of pitches, not " + describe(value),
                "such as (chord (c4 e4 g4) :q)")
        .at_argument(static_cast<int>(taking.index()) - 1, element);
  // A member keeps what is drawn at its own head; everything else belongs to the chord, and is
  // refused rather than lost.
  Item bare = plain_note(item->pitch, default_length());
  bare.tie = item->tie;
  bare.accidental = item->accidental;
  bare.notehead = item->notehead;
  bare.flags = item->flags;
  Item drawn = *item;
  drawn.detail = nullptr;
  bool only_finger = true;
  if (item->detail) {
    EventDetail finger;
    finger.fingerings = detail<EventDetail>(*item).fingerings;
    only_finger = finger.fingerings.size() <= 1 && finger.equals(*item->detail);
  }
  if (!(drawn == bare) || !only_finger)
    throw Error(
        ErrorKind::Value,
        "a note in a chord has only a tie, an accidental, a notehead or a fingering of its own",
        "write the duration and other marks after the pitches")
        .at_argument(static_cast<int>(taking.index()) - 1, element);
  member.pitch = item->pitch;
  member.tie = item->tie;
  member.accidental = item->accidental;
  member.notehead = item->notehead;
  member.flags = item->flags;
  if (item->detail && !detail<EventDetail>(*item).fingerings.empty())
    member.fingering = detail<EventDetail>(*item).fingerings[0];
  return member;
}

void take_members(Taking& taking, EventDraft& draft, const Value& value) {
  std::vector<Member>& members = draft.texts().members;
  if (const Text* text = value.as<Text>()) {
    std::optional<ChordSymbol> symbol = parse_chord_symbol(text->text);
    if (!symbol)
      taking.fail(ErrorKind::Value, "unknown chord symbol \"" + std::string(text->text) + "\"",
                  "such as \"Cmaj7\", \"F#m7b5\" or \"G7/B\"");
    for (const Pitch& pitch : chord_pitches(*symbol)) members.push_back({pitch, 0, 0, 0, 0, {}});
    return;
  }
  if (value.as<List>()) {
    int element = 0;
    each_spliced(value,
                 [&](const Value& one) { members.push_back(member_of(taking, one, element++)); });
    if (element == 0)
      taking.fail(ErrorKind::Value, "a chord needs at least one pitch",
                  "such as (chord (c4 e4 g4) :q)");
    return;
  }
  members.push_back(member_of(taking, value, -1));
}

bool is_member(const Value& value) {
  const Item* item = value.as<Item>();
  return value.as<Pitch>() || value.as<List>() || value.as<Text>() ||
         (item && item->kind == Kind::Note);
}

void check_distinct(const std::vector<Member>& members) {
  for (size_t i = 0; i < members.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (members[i].pitch == members[j].pitch)
        throw Error(ErrorKind::Value, "the chord has " + to_string(members[i].pitch) + " twice",
                    "leave one out");
}

}  // namespace

Value build_chord(const Form& form, Operands operands) {
  Taking taking(form, operands);
  EventDraft draft = draft_of(Kind::Chord);
  draft.texts();
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>())
      take_keyword(taking, draft, keyword->name);
    else if (is_member(value))
      take_members(taking, draft, value);
    else if (std::optional<Rational> length = duration_of(value))
      take_length(taking, draft, *length);
    else
      bad_operand(taking, value);
  }
  if (draft.detail->members.empty())
    throw Error(ErrorKind::Value, "a chord needs at least one pitch",
                "such as (chord (c4 e4 g4) :q)");
  if (draft.detail->members.size() > 64)
    throw Error(ErrorKind::Limit, "a chord has at most 64 pitches");
  check_distinct(draft.detail->members);
  return finish(draft);
}

namespace {

struct GraceNote {
  Item item;
  bool complete = false;  // given as a (note ...) with its own length and marks
};

/// The members of a grace chord, if it is one, with the lyrics and fingerings given for the group.
DetailPtr with_texts(const DetailPtr& members, const EventDetail& texts) {
  auto result = std::make_shared<EventDetail>(texts);
  if (members) result->members = static_cast<const EventDetail&>(*members).members;
  return result;
}

/// A grace group: slurs open on its first note and close on its last, other marks are on all of
/// them.
Item grace_of(const EventDraft& draft, const std::vector<GraceNote>& notes, bool slash) {
  auto grace = std::make_shared<GraceDetail>();
  for (size_t i = 0; i < notes.size(); ++i) {
    Item note = notes[i].complete ? notes[i].item : draft.item;
    if (!notes[i].complete) {
      note.kind = notes[i].item.kind;
      note.pitch = notes[i].item.pitch;
      note.detail = notes[i].item.detail;
      note.slurs &=
          static_cast<uint16_t>((i == 0 ? 0x5555 : 0) | (i + 1 == notes.size() ? 0xAAAA : 0));
      if (i > 0) note.dynamic = 0;
      if (i == 0 && draft.detail) note.detail = with_texts(note.detail, *draft.detail);
    }
    note.voice = note.staff = 0;
    grace->items.push_back(note);
  }
  Item item = make_item(Kind::Grace, grace);
  item.voice = draft.item.voice;
  item.staff = draft.item.staff;
  if (slash) item.flags |= kSlash;
  return item;
}

}  // namespace

namespace {

/// The voice or staff that a note inside the group names is the group's.
void adopt(Taking& taking, uint8_t& group, uint8_t inner, std::string_view what) {
  if (inner && group && inner != group)
    taking.fail(ErrorKind::Music, "a grace group cannot be in two of :" + std::string(what));
  if (inner) group = inner;
}

}  // namespace

Value build_grace(const Form& form, Operands operands) {
  Taking taking(form, operands);
  EventDraft draft = draft_of(Kind::Note);
  std::vector<GraceNote> notes;
  bool slash = false;
  while (taking.more()) {
    const Value& value = taking.next();
    const Keyword* keyword = value.as<Keyword>();
    if (keyword && keyword->name == "slash")
      slash = true;
    else if (keyword)
      take_keyword(taking, draft, keyword->name);
    else if (value.as<Pitch>() || value.as<List>()) {
      EventDraft one = draft_of(value.as<Pitch>() ? Kind::Note : Kind::Chord);
      take_members(taking, one, value);
      one.item.pitch = one.detail->members[0].pitch;
      if (one.item.kind == Kind::Note)
        one.detail = nullptr;
      else
        one.item.pitch = Pitch{};
      one.item.detail = one.detail;
      notes.push_back({one.item, false});
    } else if (const Item* item = value.as<Item>();
               item && (item->kind == Kind::Note || item->kind == Kind::Chord)) {
      if (!note_value(item->length))
        taking.fail(ErrorKind::Value, "a grace note is drawn as one note value");
      adopt(taking, draft.item.voice, item->voice, "voice");
      adopt(taking, draft.item.staff, item->staff, "staff");
      notes.push_back({*item, true});
    } else if (std::optional<Rational> length = duration_of(value)) {
      take_length(taking, draft, *length);
    } else {
      bad_operand(taking, value);
    }
  }
  if (notes.empty())
    throw Error(ErrorKind::Value, "a grace needs at least one pitch", "such as (grace d5 :slash)");
  if (!draft.has_length) take_length(taking, draft, Rational(1, 8));
  if (!note_value(draft.item.length))
    throw Error(ErrorKind::Value, "a grace note is drawn as one note value, such as :8 or :16");
  draft.item = finish(draft);
  return grace_of(draft, notes, slash);
}

namespace {

constexpr int kMaxTupletDepth = 8;

int usual_normal(int actual) {
  if (actual == 2) return 3;
  if (actual == 4) return 3;
  int normal = 1;
  while (normal * 2 < actual) normal *= 2;
  return normal;
}

int ratio_part(Taking& taking, int64_t number) {
  if (number < 1 || number > 1000)
    taking.fail(ErrorKind::Value, "a tuplet's ratio goes from 1 to 1000");
  return static_cast<int>(number);
}

Ratio tuplet_ratio(Taking& taking) {
  const Value& value = taking.next();
  if (const Ratio* ratio = value.as<Ratio>())
    return {ratio_part(taking, ratio->actual), ratio_part(taking, ratio->normal)};
  const Rational* number = value.as<Rational>();
  if (!number)
    taking.fail(ErrorKind::Type, "tuplet takes its ratio first, not " + describe(value),
                "such as (tuplet 3:2 ...)");
  int actual = ratio_part(taking, number->num());
  if (!number->is_integer()) return {actual, ratio_part(taking, number->den())};
  const Rational* second = taking.take<Rational>();
  if (!second) return {actual, usual_normal(actual)};
  if (!second->is_integer())
    taking.fail(ErrorKind::Value, "a tuplet's ratio is made of whole numbers");
  return {actual, ratio_part(taking, second->num())};
}

/// A tuplet lives in one voice; that of its notes becomes its own.
void adopt_voice(Item& tuplet, Item& inner) {
  if (inner.voice && tuplet.voice && inner.voice != tuplet.voice)
    throw Error(ErrorKind::Music, "a tuplet cannot be in two voices",
                "write one tuplet for each voice");
  if (inner.voice) tuplet.voice = inner.voice;
  inner.voice = 0;
}

bool fits_tuplet(const Item& item) {
  return item.kind <= Kind::Direction || item.kind == Kind::Mark || item.kind == Kind::Clef;
}

}  // namespace

Value build_tuplet(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Ratio ratio = tuplet_ratio(taking);
  Item result = make_item(Kind::Tuplet);
  std::vector<Item> items;
  while (taking.more()) {
    each_spliced(taking.next(), [&](const Value& value) {
      const Item* item = value.as<Item>();
      if (!item || !fits_tuplet(*item)) taking.misplaced(value, "events and directions");
      if (item->flags & kWholeMeasure)
        taking.fail(ErrorKind::Music, "a rest for the whole measure cannot be in a tuplet");
      for (Item& piece : split_to_values(*item)) {
        adopt_voice(result, piece);
        items.push_back(std::move(piece));
      }
    });
  }
  auto tuplet = std::make_shared<TupletDetail>();
  tuplet->actual = ratio.actual;
  tuplet->normal = ratio.normal;
  tuplet->items = with_marks_applied(items);
  Rational sum = Rational(0);
  for (const Item& item : tuplet->items) {
    sum += time_of(item);
    if (item.kind == Kind::Tuplet)
      tuplet->depth = std::max(tuplet->depth, detail<TupletDetail>(item).depth + 1);
  }
  if (tuplet->depth > kMaxTupletDepth)
    throw Error(ErrorKind::Limit, "tuplets are nested more than eight deep");
  if (sum.is_zero())
    throw Error(ErrorKind::Music, "a tuplet needs at least one event",
                "such as (tuplet 3:2 (line :8 c4 d4 e4))");
  result.length = sum * Rational(ratio.normal, ratio.actual);
  result.detail = tuplet;
  return result;
}

Value build_line(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto list = make_list();
  Rational length(1, 4);
  auto add = [&](Item item) {
    item.length = length;
    list->push_back(std::move(item));
  };
  auto take = [&](const Value& value, auto&& self) -> void {
    const Word* word = value.as<Word>();
    if (const Pitch* pitch = value.as<Pitch>()) {
      Item note = make_item(Kind::Note);
      note.pitch = *pitch;
      add(note);
    } else if (word && (word->name == "r" || word->name == "rest")) {
      add(make_item(Kind::Rest));
    } else if (const List* inner = value.as<List>()) {
      bool pitches = !(*inner)->empty() && (*inner)->front().as<Pitch>();
      if (!pitches) {
        for (const Value& one : **inner) self(one, self);
        return;
      }
      EventDraft chord = draft_of(Kind::Chord);
      take_members(taking, chord, value);
      check_distinct(chord.detail->members);
      chord.item.detail = chord.detail;
      add(chord.item);
    } else if (value.as<Item>()) {
      list->push_back(value);
    } else if (std::optional<Rational> given = duration_of(value)) {
      length = *given;
    } else if (const Keyword* keyword = value.as<Keyword>()) {
      unknown_mark(taking, keyword->name);
    } else {
      taking.misplaced(value, "durations, pitches, r and events");
    }
  };
  while (taking.more()) take(taking.next(), take);
  return List(list);
}

Value build_duration(const Form& form, Operands operands) {
  Taking taking(form, operands);
  EventDraft draft = draft_of(Kind::Rest);
  while (taking.more()) {
    const Keyword* keyword = taking.peek().as<Keyword>();
    if (keyword && (keyword->name == "base" || keyword->name == "duration")) taking.next();
    const Value& value = taking.next();
    const Word* word = value.as<Word>();
    std::optional<Rational> length = word ? parse_duration(word->name) : duration_of(value);
    const Keyword* mark = value.as<Keyword>();
    if (length)
      take_length(taking, draft, *length);
    else if (mark && (mark->name == "dots" || mark->name == "dot" || mark->name == "double-dot"))
      take_keyword(taking, draft, mark->name);
    else
      bad_operand(taking, value);
  }
  return Duration{finish(draft).length};
}

Value build_ratio(const Form& form, Operands operands) {
  Taking taking(form, operands);
  int actual = taking.integer("ratio", 1, 1000), normal = taking.integer("ratio", 1, 1000);
  return Ratio{actual, normal};
}

}  // namespace fermata
