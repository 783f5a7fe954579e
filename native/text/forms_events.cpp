// Events: note, rest, chord, grace, tuplet, line, and the marks they carry.

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "ir/split.h"
#include "text/operands.h"

namespace fermata {

namespace {

enum class Mark : uint8_t {
  Voice, Staff, Stem, Notehead, Accidental, Cautionary, Editorial, Tie, TieStart, TieStop, Slur, SlurStart, SlurStop,
  Beam, Lyric, Fingering, String, Fret, Fermata, Tremolo, Glissando, Arpeggiate, Dot, DoubleDot, Dots, Duration,
};

const std::unordered_map<std::string_view, Mark>& mark_words() {
  static const std::unordered_map<std::string_view, Mark> words{
      {"voice", Mark::Voice}, {"staff", Mark::Staff}, {"stem", Mark::Stem}, {"notehead", Mark::Notehead},
      {"accidental", Mark::Accidental}, {"cautionary", Mark::Cautionary}, {"editorial", Mark::Editorial},
      {"tie", Mark::Tie}, {"tie-start", Mark::TieStart}, {"tie-stop", Mark::TieStop}, {"slur", Mark::Slur},
      {"slur-start", Mark::SlurStart}, {"slur-end", Mark::SlurStop}, {"slur-stop", Mark::SlurStop},
      {"beam", Mark::Beam}, {"lyric", Mark::Lyric}, {"fingering", Mark::Fingering}, {"string", Mark::String},
      {"fret", Mark::Fret}, {"fermata", Mark::Fermata}, {"tremolo", Mark::Tremolo},
      {"glissando", Mark::Glissando}, {"arpeggiate", Mark::Arpeggiate}, {"dot", Mark::Dot},
      {"double-dot", Mark::DoubleDot}, {"dots", Mark::Dots}, {"duration", Mark::Duration}};
  return words;
}

/// An event on the way: the item, its texts, and what the duration will be.
struct Draft {
  Item item;
  std::shared_ptr<EventDetail> detail;
  bool has_length = false;
  int dots = 0;
  int verses = 0;  // an empty text leaves its verse out

  EventDetail& texts() {
    if (!detail) detail = std::make_shared<EventDetail>();
    return *detail;
  }
};

Lyric lyric_of(std::string_view text, int verse) {
  Lyric lyric;
  lyric.verse = verse;
  if (text.size() > 1 && text.back() == '_') lyric.extend = true, text.remove_suffix(1);
  bool before = text.size() > 1 && text.front() == '-', after = text.size() > 1 && text.back() == '-';
  if (before) text.remove_prefix(1);
  if (after && text.size() > 1) text.remove_suffix(1);
  lyric.syllabic = before ? (after ? Lyric::Middle : Lyric::End) : (after ? Lyric::Begin : Lyric::Single);
  lyric.text = text;
  return lyric;
}

void take_lyrics(Taking& taking, Draft& draft) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":lyric needs a text");
  const Value& value = taking.next();
  each_spliced(value, [&](const Value& one) {
    const Text* text = one.as<Text>();
    if (!text) taking.fail(ErrorKind::Type, ":lyric takes a text or a list of texts, not " + describe(one));
    ++draft.verses;
    if (!text->text.empty()) draft.texts().lyrics.push_back(lyric_of(text->text, draft.verses));
  });
}

std::string fingering_of(Taking& taking, const Value& value) {
  if (const Text* text = value.as<Text>()) return std::string(text->text);
  const Rational* number = value.as<Rational>();
  if (!number || !number->is_integer() || number->num() < 0 || number->num() > 5)
    taking.fail(ErrorKind::Value, ":fingering takes a finger from 0 to 5, or a text, not " + describe(value));
  return to_string(*number);
}

void take_fingerings(Taking& taking, Draft& draft) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":fingering needs a value");
  each_spliced(taking.next(), [&](const Value& one) {
    draft.texts().fingerings.push_back(fingering_of(taking, one));
  });
}

constexpr WordRow kTieWords[] = {{"start", "1", ""}, {"stop", "2", ""}, {"both", "3", ""}, {"continue", "3", ""},
                                 {"begin", "1", ""}, {"end", "2", ""}};
constexpr WordRow kSlurWords[] = {{"start", "1", ""}, {"stop", "2", ""}, {"begin", "1", ""}, {"end", "2", ""}};

/// start 1, stop 2, both 3; a bare `:tie` or `:slur` starts one. What stands there and is no such word is an error.
int action(Taking& taking, std::string_view keyword, std::span<const WordRow> words) {
  if (int index = taking.optional_word(words)) return index;
  if (taking.more() && (taking.peek().as<Word>() || taking.peek().as<Text>())) return taking.word(keyword, words);
  return 1;
}

void take_slur(Taking& taking, Draft& draft, int which) {
  int number = 1;
  const Keyword* next = taking.more() ? taking.peek().as<Keyword>() : nullptr;
  if (next && (next->name == "slur-number" || next->name == "number")) {
    taking.next();
    number = taking.integer("slur-number", 1, 8);
  }
  draft.item.slurs |= static_cast<uint16_t>(which << (2 * (number - 1)));
}

uint8_t small(int number) { return static_cast<uint8_t>(number); }

void take_length(Taking& taking, Draft& draft, const Rational& length) {
  if (draft.has_length)
    taking.fail(ErrorKind::Syntax, std::string(taking.form().name) + " has two durations", "keep one of them");
  draft.item.length = length;
  draft.has_length = true;
}

void take_known(Taking& taking, Draft& draft, Mark mark) {
  Item& item = draft.item;
  switch (mark) {
    case Mark::Voice: item.voice = small(taking.integer("voice", 1, 16)); break;
    case Mark::Staff: item.staff = small(taking.integer("staff", 1, 16)); break;
    case Mark::Stem: item.stem = small(taking.word("stem", stem_table())); break;
    case Mark::Notehead: item.notehead = small(taking.word("notehead", notehead_table())); break;
    case Mark::Accidental: item.accidental = small(taking.word("accidental", accidental_table())); break;
    case Mark::Cautionary: item.flags |= kCautionary; break;
    case Mark::Editorial: item.flags |= kEditorial; break;
    case Mark::Tie: item.tie |= small(action(taking, "tie", kTieWords)); break;
    case Mark::TieStart: item.tie |= kTieStart; break;
    case Mark::TieStop: item.tie |= kTieStop; break;
    case Mark::Slur: take_slur(taking, draft, action(taking, "slur", kSlurWords)); break;
    case Mark::SlurStart: take_slur(taking, draft, 1); break;
    case Mark::SlurStop: take_slur(taking, draft, 2); break;
    case Mark::Beam: item.beam = small(taking.word("beam", beam_table())); break;
    case Mark::Lyric: take_lyrics(taking, draft); break;
    case Mark::Fingering: take_fingerings(taking, draft); break;
    case Mark::String: draft.texts().string = taking.integer("string", 1, 12); break;
    case Mark::Fret: draft.texts().fret = taking.integer("fret", 0, 36); break;
    case Mark::Fermata: item.fermata = small(std::max(1, taking.optional_word(fermata_table()))); break;
    case Mark::Tremolo: item.tremolo = small(taking.integer("tremolo", 1, 8)); break;
    case Mark::Glissando: item.glissando |= small(action(taking, "glissando", kSlurWords)); break;
    case Mark::Arpeggiate: item.arpeggio = small(std::max(1, taking.optional_word(arpeggio_table()))); break;
    case Mark::Dot: draft.dots += 1; break;
    case Mark::DoubleDot: draft.dots += 2; break;
    case Mark::Dots: draft.dots += taking.integer("dots", 1, kMaxDots); break;
    case Mark::Duration: {
      std::optional<Rational> length = taking.more() ? duration_of(taking.next()) : std::nullopt;
      if (!length) taking.fail(ErrorKind::Value, ":duration needs a duration", "such as :8");
      take_length(taking, draft, *length);
    }
  }
}

/// Whether the event may have the mark; a rest has no pitch to bend, and only a chord is rolled.
bool fits(Kind kind, Mark mark) {
  if (mark == Mark::Arpeggiate) return kind == Kind::Chord;
  if (kind == Kind::Rest)
    return mark == Mark::Voice || mark == Mark::Staff || mark == Mark::Fermata || mark >= Mark::Dot;
  return true;
}

void unknown_mark(Taking& taking, std::string_view name) {
  std::vector<std::string_view> durations;
  for (const DurationRow& row : duration_table()) durations.push_back(row.name);
  std::vector<std::string_view> all = keywords_of(taking.form().name);
  // A short word that is no mark was probably meant as a duration.
  if (name.size() <= 2 || (name[0] >= '0' && name[0] <= '9')) {
    std::string hint = did_you_mean(name, durations, ":");
    if (hint.empty()) hint = "durations are :w :h :q :8 :16 :32 ... with dots, as in :q.";
    taking.fail(ErrorKind::Value, "unknown duration :" + std::string(name), hint);
  }
  taking.unknown_keyword(name);
}

void take_keyword(Taking& taking, Draft& draft, std::string_view name) {
  if (std::optional<Rational> length = parse_duration(name)) return take_length(taking, draft, *length);
  auto known = mark_words().find(name);
  if (known != mark_words().end() && fits(draft.item.kind, known->second))
    return take_known(taking, draft, known->second);
  if (draft.item.kind == Kind::Note && name == "arpeggiate")
    taking.fail(ErrorKind::Value, "a single note cannot be rolled", "such as (chord (c4 e4 g4) :q :arpeggiate)");
  if (draft.item.kind != Kind::Rest) {
    if (std::optional<int> bit = find_mark(name)) {
      draft.item.marks |= uint64_t{1} << *bit;
      return;
    }
    if (int dynamic = find_word(dynamic_table(), name)) {
      draft.item.dynamic = small(dynamic);
      return;
    }
  }
  unknown_mark(taking, name);
}

[[noreturn]] void bad_operand(Taking& taking, const Value& value) {
  if (const double* real = value.as<double>()) {
    int whole = static_cast<int>(*real);
    taking.fail(ErrorKind::Type, "an inexact number is no duration",
                *real == whole ? "did you mean :" + std::to_string(whole) + ". ?" : "write a fraction such as 3/8");
  }
  if (value.as<Rational>()) taking.fail(ErrorKind::Value, "a duration must be more than zero", "such as :q, or 1/4 of a whole note");
  taking.misplaced(value, "a duration and marks");
}

/// Everything after the pitch: durations and marks in any order.
void take_marks(Taking& taking, Draft& draft) {
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>()) take_keyword(taking, draft, keyword->name);
    else if (std::optional<Rational> length = duration_of(value)) take_length(taking, draft, *length);
    else bad_operand(taking, value);
  }
}

Item finish(Draft& draft) {
  if (!draft.has_length) draft.item.length = Rational(1, 4);
  if (draft.dots) {
    std::optional<NoteValue> value = note_value(draft.item.length);
    if (!value || value->dots + draft.dots > kMaxDots)
      throw Error(ErrorKind::Value, "a note has at most three dots");
    draft.item.length = length_of(NoteValue{value->log2, value->dots + draft.dots});
  }
  if (draft.detail) draft.item.detail = draft.detail;
  return std::move(draft.item);
}

Draft draft_of(Kind kind) {
  Draft draft;
  draft.item.kind = kind;
  return draft;
}

}  // namespace

std::vector<std::string_view> note_keywords() {
  std::vector<std::string_view> names{"slur-number"};
  for (const auto& [name, mark] : mark_words()) names.push_back(name);
  for (const MarkRow& row : mark_table()) names.push_back(row.name);
  names.push_back("strong-accent");
  for (const WordRow& row : dynamic_table()) names.push_back(row.name);
  for (const DurationRow& row : duration_table()) names.push_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

Value build_note(const Form& form, Operands operands) {
  Taking taking(form, operands);
  const Value& first = taking.next();
  Draft draft = draft_of(Kind::Note);
  if (const Pitch* pitch = first.as<Pitch>()) {
    if (operands.size() == 2)
      if (std::optional<Rational> length = duration_of(operands[1])) return plain_note(*pitch, *length);
    draft.item.pitch = *pitch;
  } else if (const Word* word = first.as<Word>(); word && (word->name == "r" || word->name == "rest")) {
    draft.item.kind = Kind::Rest;
  } else {
    std::string hint = first.as<List>() ? "several pitches make a chord: (chord (c4 e4 g4) :q)" : "such as (note c4 :q)";
    taking.fail(ErrorKind::Type, "note takes a pitch first, not " + describe(first), hint);
  }
  take_marks(taking, draft);
  return finish(draft);
}

Value build_rest(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(Kind::Rest);
  bool whole_measure = false;
  while (taking.more()) {
    const Value& value = taking.next();
    const Keyword* keyword = value.as<Keyword>();
    if (keyword && keyword->name == "measure") whole_measure = true;
    else if (keyword) take_keyword(taking, draft, keyword->name);
    else if (std::optional<Rational> length = duration_of(value)) take_length(taking, draft, *length);
    else bad_operand(taking, value);
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
    throw Error(ErrorKind::Type, "a chord is made of pitches, not " + describe(value), "such as (chord (c4 e4 g4) :q)")
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

void take_members(Taking& taking, Draft& draft, const Value& value) {
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
    each_spliced(value, [&](const Value& one) { members.push_back(member_of(taking, one, element++)); });
    if (element == 0) taking.fail(ErrorKind::Value, "a chord needs at least one pitch", "such as (chord (c4 e4 g4) :q)");
    return;
  }
  members.push_back(member_of(taking, value, -1));
}

bool is_member(const Value& value) {
  const Item* item = value.as<Item>();
  return value.as<Pitch>() || value.as<List>() || value.as<Text>() || (item && item->kind == Kind::Note);
}

void check_distinct(const std::vector<Member>& members) {
  for (size_t i = 0; i < members.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (members[i].pitch == members[j].pitch)
        throw Error(ErrorKind::Value, "the chord has " + to_string(members[i].pitch) + " twice", "leave one out");
}

}  // namespace

Value build_chord(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(Kind::Chord);
  draft.texts();
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>()) take_keyword(taking, draft, keyword->name);
    else if (is_member(value)) take_members(taking, draft, value);
    else if (std::optional<Rational> length = duration_of(value)) take_length(taking, draft, *length);
    else bad_operand(taking, value);
  }
  if (draft.detail->members.empty())
    throw Error(ErrorKind::Value, "a chord needs at least one pitch", "such as (chord (c4 e4 g4) :q)");
  if (draft.detail->members.size() > 64) throw Error(ErrorKind::Limit, "a chord has at most 64 pitches");
  check_distinct(draft.detail->members);
  return finish(draft);
}

namespace {

struct GraceNote {
  Item item;
  bool complete = false;  // given as a (note ...) with its own length and marks
};

/// A grace group: slurs open on its first note and close on its last, other marks are on all of them.
Item grace_of(const Draft& draft, const std::vector<GraceNote>& notes, bool slash) {
  auto grace = std::make_shared<GraceDetail>();
  for (size_t i = 0; i < notes.size(); ++i) {
    Item note = notes[i].complete ? notes[i].item : draft.item;
    if (!notes[i].complete) {
      note.kind = notes[i].item.kind;
      note.pitch = notes[i].item.pitch;
      note.detail = notes[i].item.detail;
      note.slurs &= static_cast<uint16_t>((i == 0 ? 0x5555 : 0) | (i + 1 == notes.size() ? 0xAAAA : 0));
      if (i > 0) note.dynamic = 0;
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

Value build_grace(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(Kind::Note);
  std::vector<GraceNote> notes;
  bool slash = false;
  while (taking.more()) {
    const Value& value = taking.next();
    const Keyword* keyword = value.as<Keyword>();
    if (keyword && keyword->name == "slash") slash = true;
    else if (keyword) take_keyword(taking, draft, keyword->name);
    else if (value.as<Pitch>() || value.as<List>()) {
      Draft one = draft_of(value.as<Pitch>() ? Kind::Note : Kind::Chord);
      take_members(taking, one, value);
      one.item.pitch = one.detail->members[0].pitch;
      if (one.item.kind == Kind::Note) one.detail = nullptr;
      else one.item.pitch = Pitch{};
      one.item.detail = one.detail;
      notes.push_back({one.item, false});
    } else if (const Item* item = value.as<Item>(); item && (item->kind == Kind::Note || item->kind == Kind::Chord)) {
      if (!note_value(item->length)) taking.fail(ErrorKind::Value, "a grace note is drawn as one note value");
      notes.push_back({*item, true});
    } else if (std::optional<Rational> length = duration_of(value)) {
      take_length(taking, draft, *length);
    } else {
      bad_operand(taking, value);
    }
  }
  if (notes.empty()) throw Error(ErrorKind::Value, "a grace needs at least one pitch", "such as (grace d5 :slash)");
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

Ratio tuplet_ratio(Taking& taking) {
  const Value& value = taking.next();
  if (const Ratio* ratio = value.as<Ratio>()) return *ratio;
  const Rational* number = value.as<Rational>();
  if (!number) taking.fail(ErrorKind::Type, "tuplet takes its ratio first, not " + describe(value), "such as (tuplet 3:2 ...)");
  if (!number->is_integer()) return {static_cast<int>(number->num()), static_cast<int>(number->den())};
  const Rational* second = taking.take<Rational>();
  if (number->num() < 1 || number->num() > 1000) taking.fail(ErrorKind::Value, "a tuplet's ratio goes from 1 to 1000");
  auto actual = static_cast<int>(number->num());
  if (!second) return {actual, usual_normal(actual)};
  if (!second->is_integer()) taking.fail(ErrorKind::Value, "a tuplet's ratio is made of whole numbers");
  return {actual, static_cast<int>(second->num())};
}

/// A tuplet lives in one voice; that of its notes becomes its own.
void adopt_voice(Item& tuplet, Item& inner) {
  if (inner.voice && tuplet.voice && inner.voice != tuplet.voice)
    throw Error(ErrorKind::Music, "a tuplet cannot be in two voices", "write one tuplet for each voice");
  if (inner.voice) tuplet.voice = inner.voice;
  inner.voice = 0;
}

bool fits_tuplet(const Item& item) { return item.kind <= Kind::Direction || item.kind == Kind::Mark || item.kind == Kind::Clef; }

}  // namespace

Value build_tuplet(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Ratio ratio = tuplet_ratio(taking);
  if (ratio.actual < 1 || ratio.normal < 1 || ratio.actual > 1000 || ratio.normal > 1000)
    taking.fail(ErrorKind::Value, "a tuplet's ratio goes from 1 to 1000");
  Item result = make_item(Kind::Tuplet);
  std::vector<Item> items;
  while (taking.more()) {
    each_spliced(taking.next(), [&](const Value& value) {
      const Item* item = value.as<Item>();
      if (!item || !fits_tuplet(*item)) taking.misplaced(value, "events and directions");
      if (item->flags & kWholeMeasure) taking.fail(ErrorKind::Music, "a rest for the whole measure cannot be in a tuplet");
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
    if (item.kind == Kind::Tuplet) tuplet->depth = std::max(tuplet->depth, detail<TupletDetail>(item).depth + 1);
  }
  if (tuplet->depth > kMaxTupletDepth) throw Error(ErrorKind::Limit, "tuplets are nested more than eight deep");
  if (sum.is_zero()) throw Error(ErrorKind::Music, "a tuplet needs at least one event", "such as (tuplet 3:2 (line :8 c4 d4 e4))");
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
      Draft chord = draft_of(Kind::Chord);
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
  Draft draft = draft_of(Kind::Rest);
  while (taking.more()) {
    const Keyword* keyword = taking.peek().as<Keyword>();
    if (keyword && (keyword->name == "base" || keyword->name == "duration")) taking.next();
    const Value& value = taking.next();
    const Word* word = value.as<Word>();
    std::optional<Rational> length = word ? parse_duration(word->name) : duration_of(value);
    const Keyword* mark = value.as<Keyword>();
    if (length) take_length(taking, draft, *length);
    else if (mark && (mark->name == "dots" || mark->name == "dot" || mark->name == "double-dot"))
      take_keyword(taking, draft, mark->name);
    else bad_operand(taking, value);
  }
  return Duration{finish(draft).length};
}

Value build_ratio(const Form& form, Operands operands) {
  Taking taking(form, operands);
  int actual = taking.integer("ratio", 1, 1000), normal = taking.integer("ratio", 1, 1000);
  return Ratio{actual, normal};
}

namespace {

Value lyric_mark(Taking& taking, Draft draft) {
  const Text* text = taking.take<Text>();
  if (!text) taking.fail(ErrorKind::Type, "lyric takes a text in double quotes", "usage: (lyric \"hel\" :begin)", 0);
  Lyric lyric = lyric_of(text->text, 1);
  while (taking.more()) {
    std::string_view name = taking.name();
    taking.next();
    if (name == "begin" || name == "start") lyric.syllabic = Lyric::Begin;
    else if (name == "middle" || name == "continue") lyric.syllabic = Lyric::Middle;
    else if (name == "end" || name == "stop") lyric.syllabic = Lyric::End;
    else if (name == "single") lyric.syllabic = Lyric::Single;
    else if (name == "extend") lyric.extend = true;
    else if (name == "verse") lyric.verse = taking.integer("verse", 1, 16);
    else taking.fail(ErrorKind::Value, "lyric takes :begin :middle :end :single :extend or :verse N after its text");
  }
  draft.texts().lyrics.push_back(lyric);
  draft.item.detail = draft.detail;
  return draft.item;
}

}  // namespace

/// (tie :start), (slur :stop :number 2), (fermata), (staccato), (lyric "hel" :begin): for the event before.
Value build_mark(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(Kind::Mark);
  if (form.name == "lyric") return lyric_mark(taking, draft);
  auto known = mark_words().find(form.name);
  if (known != mark_words().end()) take_known(taking, draft, known->second);
  else draft.item.marks |= uint64_t{1} << *find_mark(form.name);
  if (taking.more()) taking.misplaced(taking.next(), "nothing more");
  if (draft.detail) draft.item.detail = draft.detail;
  return draft.item;
}

}  // namespace fermata
