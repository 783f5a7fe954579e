// Marks: what a note, chord or rest carries, and the same standing alone for the event before.

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "ir/duration.h"
#include "text/event_draft.h"

namespace fermata {

namespace {

enum class Mark : uint8_t {
  Voice,
  Staff,
  Stem,
  Notehead,
  Accidental,
  Cautionary,
  Editorial,
  Tie,
  TieStart,
  TieStop,
  Slur,
  SlurStart,
  SlurStop,
  Beam,
  Lyric,
  Fingering,
  String,
  Fret,
  Fermata,
  Tremolo,
  Glissando,
  Arpeggiate,
  Dot,
  DoubleDot,
  Dots,
  Duration,
};

constexpr std::pair<std::string_view, Mark> kMarkWords[] = {
    {"voice", Mark::Voice},
    {"staff", Mark::Staff},
    {"stem", Mark::Stem},
    {"notehead", Mark::Notehead},
    {"accidental", Mark::Accidental},
    {"cautionary", Mark::Cautionary},
    {"editorial", Mark::Editorial},
    {"tie", Mark::Tie},
    {"tie-start", Mark::TieStart},
    {"tie-stop", Mark::TieStop},
    {"slur", Mark::Slur},
    {"slur-start", Mark::SlurStart},
    {"slur-end", Mark::SlurStop},
    {"slur-stop", Mark::SlurStop},
    {"beam", Mark::Beam},
    {"lyric", Mark::Lyric},
    {"fingering", Mark::Fingering},
    {"string", Mark::String},
    {"fret", Mark::Fret},
    {"fermata", Mark::Fermata},
    {"tremolo", Mark::Tremolo},
    {"glissando", Mark::Glissando},
    {"arpeggiate", Mark::Arpeggiate},
    {"dot", Mark::Dot},
    {"double-dot", Mark::DoubleDot},
    {"dots", Mark::Dots},
    {"duration", Mark::Duration},
};

std::optional<Mark> find_mark_word(std::string_view name) {
  for (auto [word, mark] : kMarkWords)
    if (word == name) return mark;
  return {};
}

Lyric lyric_of(std::string_view text, int verse) {
  Lyric lyric;
  lyric.verse = verse;
  if (text.size() > 1 && text.back() == '_') lyric.extend = true, text.remove_suffix(1);
  bool before = text.size() > 1 && text.front() == '-',
       after = text.size() > 1 && text.back() == '-';
  if (before) text.remove_prefix(1);
  if (after && text.size() > 1) text.remove_suffix(1);
  lyric.syllabic =
      before ? (after ? Lyric::Middle : Lyric::End) : (after ? Lyric::Begin : Lyric::Single);
  lyric.text = text;
  return lyric;
}

void take_lyrics(Taking& taking, EventDraft& draft) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":lyric needs a text");
  const Value& value = taking.next();
  each_spliced(value, [&](const Value& one) {
    const Text* text = one.as<Text>();
    if (!text)
      taking.fail(ErrorKind::Type, ":lyric takes a text or a list of texts, not " + describe(one));
    ++draft.verses;
    if (!text->text.empty()) draft.texts().lyrics.push_back(lyric_of(text->text, draft.verses));
  });
}

std::string fingering_of(Taking& taking, const Value& value) {
  if (const Text* text = value.as<Text>()) return std::string(text->text);
  const Rational* number = value.as<Rational>();
  if (!number || !number->is_integer() || number->num() < 0 || number->num() > 5)
    taking.fail(ErrorKind::Value,
                ":fingering takes a finger from 0 to 5, or a text, not " + describe(value));
  return to_string(*number);
}

void take_fingerings(Taking& taking, EventDraft& draft) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":fingering needs a value");
  each_spliced(taking.next(), [&](const Value& one) {
    draft.texts().fingerings.push_back(fingering_of(taking, one));
  });
}

constexpr WordRow kTieWords[] = {{"start", "1", ""},    {"stop", "2", ""},  {"both", "3", ""},
                                 {"continue", "3", ""}, {"begin", "1", ""}, {"end", "2", ""}};
constexpr WordRow kSlurWords[] = {
    {"start", "1", ""}, {"stop", "2", ""}, {"begin", "1", ""}, {"end", "2", ""}};

/// start 1, stop 2, both 3; a bare `:tie` or `:slur` starts one. What stands there and is no such
/// word is an error.
int action(Taking& taking, std::string_view keyword, std::span<const WordRow> words) {
  if (int index = taking.optional_word(words)) return index;
  if (taking.more() && (taking.peek().as<Word>() || taking.peek().as<Text>()))
    return taking.word(keyword, words);
  return 1;
}

void take_slur(Taking& taking, EventDraft& draft, int which) {
  int number = 1;
  const Keyword* next = taking.more() ? taking.peek().as<Keyword>() : nullptr;
  if (next && (next->name == "slur-number" || next->name == "number")) {
    taking.next();
    number = taking.integer("slur-number", 1, 8);
  }
  draft.item.slurs |= static_cast<uint16_t>(which << (2 * (number - 1)));
}

uint8_t small(int number) { return static_cast<uint8_t>(number); }

}  // namespace

void take_length(Taking& taking, EventDraft& draft, const Rational& length) {
  if (draft.has_length)
    taking.fail(ErrorKind::Syntax, std::string(taking.form().name) + " has two durations",
                "keep one of them");
  draft.item.length = length;
  draft.has_length = true;
}

namespace {

/// A mark that an event has once: a second one is not dropped but refused.
void set_once(Taking& taking, uint8_t& field, int value, std::string_view what) {
  if (field && field != value)
    taking.fail(ErrorKind::Syntax, "the event has two values of " + std::string(what),
                "keep one of them");
  field = small(value);
}

void take_known(Taking& taking, EventDraft& draft, Mark mark) {
  Item& item = draft.item;
  switch (mark) {
    case Mark::Voice: set_once(taking, item.voice, taking.integer("voice", 1, 16), ":voice"); break;
    case Mark::Staff: set_once(taking, item.staff, taking.integer("staff", 1, 16), ":staff"); break;
    case Mark::Stem: set_once(taking, item.stem, taking.word("stem", stem_table()), ":stem"); break;
    case Mark::Notehead:
      set_once(taking, item.notehead, taking.word("notehead", notehead_table()), ":notehead");
      break;
    case Mark::Accidental:
      set_once(taking, item.accidental, taking.word("accidental", accidental_table()),
               ":accidental");
      break;
    case Mark::Cautionary: item.flags |= kCautionary; break;
    case Mark::Editorial: item.flags |= kEditorial; break;
    case Mark::Tie: item.tie |= small(action(taking, "tie", kTieWords)); break;
    case Mark::TieStart: item.tie |= kTieStart; break;
    case Mark::TieStop: item.tie |= kTieStop; break;
    case Mark::Slur: take_slur(taking, draft, action(taking, "slur", kSlurWords)); break;
    case Mark::SlurStart: take_slur(taking, draft, 1); break;
    case Mark::SlurStop: take_slur(taking, draft, 2); break;
    case Mark::Beam: set_once(taking, item.beam, taking.word("beam", beam_table()), ":beam"); break;
    case Mark::Lyric: take_lyrics(taking, draft); break;
    case Mark::Fingering: take_fingerings(taking, draft); break;
    case Mark::String: draft.texts().string = taking.integer("string", 1, 12); break;
    case Mark::Fret: draft.texts().fret = taking.integer("fret", 0, 36); break;
    case Mark::Fermata:
      set_once(taking, item.fermata, std::max(1, taking.optional_word(fermata_table())),
               ":fermata");
      break;
    case Mark::Tremolo:
      set_once(taking, item.tremolo, taking.integer("tremolo", 1, 8), ":tremolo");
      break;
    case Mark::Glissando: item.glissando |= small(action(taking, "glissando", kSlurWords)); break;
    case Mark::Arpeggiate:
      item.arpeggio = small(std::max(1, taking.optional_word(arpeggio_table())));
      break;
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

}  // namespace

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

void take_keyword(Taking& taking, EventDraft& draft, std::string_view name) {
  if (std::optional<Rational> length = parse_duration(name))
    return take_length(taking, draft, *length);
  std::optional<Mark> known = find_mark_word(name);
  if (known && fits(draft.item.kind, *known)) return take_known(taking, draft, *known);
  if (draft.item.kind == Kind::Note && name == "arpeggiate")
    taking.fail(ErrorKind::Value, "a single note cannot be rolled",
                "such as (chord (c4 e4 g4) :q :arpeggiate)");
  if (draft.item.kind != Kind::Rest) {
    if (std::optional<int> bit = find_mark(name)) {
      draft.item.marks |= uint64_t{1} << *bit;
      return;
    }
    if (int dynamic = find_word(dynamic_table(), name)) {
      set_once(taking, draft.item.dynamic, dynamic, "dynamics");
      return;
    }
  }
  unknown_mark(taking, name);
}

void bad_operand(Taking& taking, const Value& value) {
  if (const double* real = value.as<double>()) {
    int whole = static_cast<int>(*real);
    taking.fail(ErrorKind::Type, "an inexact number is no duration",
                *real == whole ? "did you mean :" + std::to_string(whole) + ". ?"
                               : "write a fraction such as 3/8");
  }
  if (value.as<Rational>())
    taking.fail(ErrorKind::Value, "a duration must be more than zero",
                "such as :q, or 1/4 of a whole note");
  taking.misplaced(value, "a duration and marks");
}

/// Everything after the pitch: durations and marks in any order.
void take_marks(Taking& taking, EventDraft& draft) {
  while (taking.more()) {
    const Value& value = taking.next();
    if (const Keyword* keyword = value.as<Keyword>())
      take_keyword(taking, draft, keyword->name);
    else if (std::optional<Rational> length = duration_of(value))
      take_length(taking, draft, *length);
    else
      bad_operand(taking, value);
  }
}

namespace {
Rational length_when_not_given(1, 4);
}

const Rational& default_length() { return length_when_not_given; }
void set_default_length(const Rational& length) { length_when_not_given = length; }

Item finish(EventDraft& draft) {
  if (!draft.has_length) draft.item.length = default_length();
  if (draft.dots) {
    std::optional<NoteValue> value = note_value(draft.item.length);
    if (!value || value->dots + draft.dots > kMaxDots)
      throw Error(ErrorKind::Value, "a note has at most three dots");
    draft.item.length = length_of(NoteValue{value->log2, value->dots + draft.dots});
  }
  if (draft.detail) draft.item.detail = draft.detail;
  return std::move(draft.item);
}

EventDraft draft_of(Kind kind) {
  EventDraft draft;
  draft.item.kind = kind;
  return draft;
}

std::vector<std::string_view> note_keywords() {
  std::vector<std::string_view> names{"slur-number"};
  for (const auto& [name, mark] : kMarkWords) names.push_back(name);
  for (const MarkRow& row : mark_table()) names.push_back(row.name);
  names.push_back("strong-accent");
  for (const WordRow& row : dynamic_table()) names.push_back(row.name);
  for (const DurationRow& row : duration_table()) {
    names.push_back(row.name);
    for (size_t at = 0; at < row.words.size();) {
      size_t end = std::min(row.words.find(' ', at), row.words.size());
      names.push_back(row.words.substr(at, end - at));
      at = end + 1;
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

Value lyric_mark(Taking& taking, EventDraft draft) {
  const Text* text = taking.take<Text>();
  if (!text)
    taking.fail(ErrorKind::Type, "lyric takes a text in double quotes",
                "usage: (lyric \"hel\" :begin)", 0);
  Lyric lyric = lyric_of(text->text, 1);
  while (taking.more()) {
    std::string_view name = taking.name();
    taking.next();
    if (name == "begin" || name == "start")
      lyric.syllabic = Lyric::Begin;
    else if (name == "middle" || name == "continue")
      lyric.syllabic = Lyric::Middle;
    else if (name == "end" || name == "stop")
      lyric.syllabic = Lyric::End;
    else if (name == "single")
      lyric.syllabic = Lyric::Single;
    else if (name == "extend")
      lyric.extend = true;
    else if (name == "verse")
      lyric.verse = taking.integer("verse", 1, 16);
    else
      taking.fail(ErrorKind::Value,
                  "lyric takes :begin :middle :end :single :extend or :verse N after its text");
  }
  draft.texts().lyrics.push_back(lyric);
  draft.item.detail = draft.detail;
  return draft.item;
}

}  // namespace

/// (tie :start), (slur :stop :number 2), (fermata), (staccato), (lyric "hel" :begin): for the event
/// before.
Value build_mark(const Form& form, Operands operands) {
  Taking taking(form, operands);
  EventDraft draft = draft_of(Kind::Mark);
  if (form.name == "lyric") return lyric_mark(taking, draft);
  std::optional<Mark> known = find_mark_word(form.name);
  if (known)
    take_known(taking, draft, *known);
  else
    draft.item.marks |= uint64_t{1} << *find_mark(form.name);
  if (taking.more()) taking.too_many();
  if (draft.detail) draft.item.detail = draft.detail;
  return draft.item;
}

}  // namespace fermata
