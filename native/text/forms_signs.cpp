// Signs: key, time, clef, directions.

#include <algorithm>

#include "base/suggest.h"
#include "ir/attributes.h"
#include "ir/direction.h"
#include "ir/duration.h"
#include "text/operands.h"

namespace fermata {

namespace {

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

[[noreturn]] void unknown_mode(Taking& taking, std::string_view name) {
  std::vector<std::string_view> names;
  for (const ModeRow& row : mode_table()) names.push_back(row.name);
  std::string hint = did_you_mean(name, names, ":");
  if (hint.empty())
    hint =
        "modes are :major :minor :dorian :phrygian :lydian :mixolydian :aeolian :ionian :locrian";
  taking.fail(ErrorKind::Value, "unknown mode " + std::string(name), hint);
}

int take_mode(Taking& taking) {
  std::string_view name = taking.name();
  if (name.empty())
    taking.fail(ErrorKind::Syntax, "the key lacks its mode", "such as d :major, or c :minor");
  taking.next();
  int mode = find_mode(name);
  if (mode < 0) unknown_mode(taking, name);
  return mode;
}

bool mode_follows(const Taking& taking) { return taking.more() && find_mode(taking.name()) >= 0; }

/// Tonic and mode, `c-major` in one word, or the number of fifths.
std::shared_ptr<const Key> take_key(Taking& taking) {
  auto key = std::make_shared<Key>();
  if (const Rational* fifths = taking.take<Rational>()) {
    if (!fifths->is_integer() || fifths->num() < -14 || fifths->num() > 14)
      taking.fail(ErrorKind::Value, "a key signature has from -14 to 14 fifths",
                  "(key -3) has three flats");
    key->fifths = static_cast<int>(fifths->num());
    if (mode_follows(taking)) key->mode = take_mode(taking);
    return key;
  }
  std::string_view name = taking.name();
  const Value& value = taking.next();
  const Pitch* pitch = value.as<Pitch>();
  std::optional<Pitch> tonic = pitch ? std::optional<Pitch>(*pitch) : parse_tonic(name);
  if (!tonic) {
    size_t dash = name.find('-', 1);
    if (dash != std::string_view::npos) {
      tonic = parse_tonic(name.substr(0, dash));
      key->mode = find_mode(name.substr(dash + 1));
      if (tonic && key->mode < 0) unknown_mode(taking, name.substr(dash + 1));
    }
    if (!tonic)
      taking.fail(ErrorKind::Value,
                  "a key begins with its tonic or its number of fifths, not " + describe(value),
                  "such as (key d :major), (key bb :minor) or (key -3)");
  } else {
    if (!taking.more())
      taking.fail(ErrorKind::Syntax, "the key lacks its mode",
                  "write (key " + std::string(name.empty() ? "c" : name) + " :major)");
    key->mode = take_mode(taking);
  }
  if (tonic->alter % 2 != 0) taking.fail(ErrorKind::Value, "a key's tonic has no quarter tones");
  key->fifths = fifths_of(*tonic, key->mode);
  if (key->fifths < -14 || key->fifths > 14)
    taking.fail(ErrorKind::Value, "this key would need more than two accidentals on a letter");
  return key;
}

[[noreturn]] void no_fraction(Taking& taking) {
  taking.fail(ErrorKind::Value, "a fraction forgets how it was written and is no time signature",
              "write two numbers: (time 6 8), :time (6 8)");
}

std::vector<int> take_beats(Taking& taking) {
  const Value& value = taking.next();
  if (const Rational* fraction = value.as<Rational>(); fraction && !fraction->is_integer())
    no_fraction(taking);
  std::vector<int> beats;
  auto add = [&](int64_t number) {
    if (number < 1 || number > 1000) taking.fail(ErrorKind::Value, "beats go from 1 to 1000");
    beats.push_back(static_cast<int>(number));
  };
  std::string_view name;
  if (const Word* word = value.as<Word>()) name = word->name;
  if (const Text* text = value.as<Text>()) name = text->text;
  if (const Rational* number = value.as<Rational>(); number && number->is_integer()) {
    add(number->num());
  } else if (const List* list = value.as<List>()) {
    for (const Value& one : **list) {
      const Rational* part = one.as<Rational>();
      if (!part || !part->is_integer()) taking.misplaced(one, "whole numbers of beats");
      add(part->num());
    }
  } else {
    int64_t sum = 0;
    for (char c : name) {
      if (c == '+')
        add(sum), sum = 0;
      else if (c >= '0' && c <= '9' && sum < 10000)
        sum = 10 * sum + (c - '0');
      else
        taking.misplaced(value, "beats such as 3 or 3+2");
    }
    if (name.empty()) taking.misplaced(value, "beats such as 3 or 3+2");
    add(sum);
  }
  if (beats.empty()) taking.fail(ErrorKind::Value, "a time signature needs at least one beat");
  return beats;
}

std::shared_ptr<const Time> take_time(Taking& taking) {
  auto time = std::make_shared<Time>();
  if (const Keyword* keyword = taking.take<Keyword>()) {
    std::string_view name = keyword->name;
    if (name == "common")
      time->symbol = Time::Common;
    else if (name == "cut")
      time->symbol = Time::Cut, time->beats = {2}, time->beat_type = 2;
    else if (name == "senza" || name == "senza-misura")
      time->symbol = Time::Senza;
    else
      taking.fail(ErrorKind::Value, "unknown time signature :" + std::string(name),
                  "one of :common :cut :senza, or numbers: (time 3 4)");
    return time;
  }
  time->beats = take_beats(taking);
  const Rational* type = taking.take<Rational>();
  if (!type)
    taking.fail(ErrorKind::Syntax, "the time signature lacks its beat type", "such as (time 3 4)");
  int64_t number = type->num();
  if (!type->is_integer() || number < 1 || number > 1024 || (number & (number - 1)) != 0)
    taking.fail(ErrorKind::Value, "a beat type is 1, 2, 4, 8, 16 ..., not " + to_string(*type));
  time->beat_type = static_cast<int>(number);
  return time;
}

}  // namespace

std::shared_ptr<const Key> key_value(Taking& taking) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":key needs a value", "such as :key d :major");
  if (const Item* item = taking.peek().as<Item>(); item && item->kind == Kind::Key) {
    taking.next();
    return std::static_pointer_cast<const Key>(item->detail);
  }
  const List* list = taking.take<List>();
  if (!list) return take_key(taking);
  Taking inner(taking.form(), **list);
  try {
    if ((*list)->empty())
      taking.fail(ErrorKind::Syntax, ":key needs a value", "such as :key (d :major)");
    auto key = take_key(inner);
    if (inner.more()) inner.too_many();
    return key;
  } catch (Error& error) {
    throw error.at_argument(static_cast<int>(taking.index()) - 1, error.argument);
  }
}

std::shared_ptr<const Time> time_value(Taking& taking) {
  if (!taking.more()) taking.fail(ErrorKind::Syntax, ":time needs a value", "such as :time (3 4)");
  if (const Item* item = taking.peek().as<Item>(); item && item->kind == Kind::Time) {
    taking.next();
    return std::static_pointer_cast<const Time>(item->detail);
  }
  if (const Rational* number = taking.peek().as<Rational>(); number && !number->is_integer()) {
    taking.next();
    no_fraction(taking);
  }
  const List* list = taking.take<List>();
  if (!list) return take_time(taking);
  Taking inner(taking.form(), **list);
  try {
    if ((*list)->empty())
      taking.fail(ErrorKind::Syntax, ":time needs a value", "such as :time (3 4)");
    auto time = take_time(inner);
    if (inner.more()) inner.too_many();
    return time;
  } catch (Error& error) {
    throw error.at_argument(static_cast<int>(taking.index()) - 1, error.argument);
  }
}

Value build_key(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto key = take_key(taking);
  if (taking.more()) taking.too_many();
  return make_item(Kind::Key, key);
}

Value build_time(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto time =
      operands.size() == 1 && operands[0].as<List>() ? time_value(taking) : take_time(taking);
  if (taking.more()) taking.too_many();
  return make_item(Kind::Time, time);
}

Value build_clef(const Form& form, Operands operands) {
  Taking taking(form, operands);
  const Keyword* keyword = taking.take<Keyword>();
  if (!keyword) taking.misplaced(taking.next(), "a keyword such as :treble");
  auto clef = std::make_shared<Clef>();
  clef->row = find_clef(keyword->name);
  if (clef->row < 0) {
    std::vector<std::string_view> names;
    for (const ClefRow& row : clef_table()) names.push_back(row.name);
    std::string hint = did_you_mean(keyword->name, names, ":");
    if (hint.empty()) hint = "clefs are listed by: fermata show clefs";
    taking.fail(ErrorKind::Value, "unknown clef :" + std::string(keyword->name), hint);
  }
  Item item = make_item(Kind::Clef, clef);
  while (taking.more()) {
    const Keyword* option = taking.take<Keyword>();
    if (!option) taking.too_many();
    if (option->name != "staff") taking.unknown_keyword(option->name);
    item.staff = static_cast<uint8_t>(taking.integer("staff", 1, 16));
  }
  return item;
}

Value build_transpose_instrument(const Form& form, Operands operands) {
  Taking taking(form, operands);
  auto transpose = std::make_shared<Transpose>();
  const Value& value = taking.next();
  std::optional<Interval> interval;
  if (const Keyword* keyword = value.as<Keyword>()) interval = parse_interval(keyword->name);
  if (const Interval* given = value.as<Interval>()) interval = *given;
  if (const Rational* semitones = value.as<Rational>();
      semitones && semitones->is_integer() && semitones->num() >= -48 && semitones->num() <= 48)
    interval = interval_between(
        {0, 0, 4}, transposed_semitones({0, 0, 4}, static_cast<int>(semitones->num())));
  if (!interval || interval->quarter_tones % 2 != 0)
    taking.misplaced(value, "an interval such as :-M2, or semitones");
  transpose->diatonic = interval->steps;
  transpose->chromatic = interval->quarter_tones / 2;
  return make_item(Kind::Transpose, transpose);
}

namespace {

struct Draft {
  std::shared_ptr<Direction> direction = std::make_shared<Direction>();
  uint8_t staff = 0;
};

Draft draft_of(DirectionKind kind) {
  Draft draft;
  draft.direction->kind = kind;
  return draft;
}

/// :placement above|below, :above, :below, :staff N stand on every direction.
bool take_option(Taking& taking, Draft& draft, std::string_view name) {
  if (name == "above")
    draft.direction->placement = kAbove;
  else if (name == "below")
    draft.direction->placement = kBelow;
  else if (name == "staff")
    draft.staff = static_cast<uint8_t>(taking.integer("staff", 1, 16));
  else if (name == "placement") {
    static constexpr WordRow words[] = {{"above", "above", ""}, {"below", "below", ""}};
    draft.direction->placement = static_cast<Placement>(taking.word("placement", words));
  } else
    return false;
  return true;
}

void take_options(Taking& taking, Draft& draft) {
  while (taking.more()) {
    const Keyword* keyword = taking.take<Keyword>();
    if (!keyword) taking.too_many();
    if (!take_option(taking, draft, keyword->name)) taking.unknown_keyword(keyword->name);
  }
}

Item finish(Draft& draft) {
  Item item = make_item(Kind::Direction, draft.direction);
  item.staff = draft.staff;
  return item;
}

}  // namespace

Value build_dynamic(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Dynamic);
  if (form.name == "dynamic")
    draft.direction->value = taking.word("dynamic", dynamic_table());
  else
    draft.direction->value = find_word(dynamic_table(), form.name);
  take_options(taking, draft);
  return finish(draft);
}

namespace {

int hairpin_value(std::string_view name) {
  bool crescendo = name.starts_with("cresc"), stop = name.ends_with("-stop");
  return (crescendo ? kCrescendo : kDiminuendo) + (stop ? 2 : 0);
}

Item hairpin_item(int value, int number) {
  Draft draft = draft_of(DirectionKind::Hairpin);
  draft.direction->value = value;
  draft.direction->number = number;
  return finish(draft);
}

}  // namespace

Value build_hairpin_sign(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Hairpin);
  draft.direction->value = hairpin_value(form.name);
  while (taking.more()) {
    const Keyword* keyword = taking.take<Keyword>();
    if (!keyword) taking.too_many();
    if (keyword->name == "number")
      draft.direction->number = taking.integer("number", 1, 6);
    else if (!take_option(taking, draft, keyword->name))
      taking.unknown_keyword(keyword->name);
  }
  return finish(draft);
}

/// (hairpin :< event ...) is the events with the hairpin around them.
Value build_hairpin(const Form& form, Operands operands) {
  Taking taking(form, operands);
  std::string_view name = taking.name();
  const Value& first = taking.next();
  bool up = name == "<" || name == "cresc" || name == "crescendo";
  if (!up && name != ">" && name != "dim" && name != "diminuendo" && name != "decresc" &&
      name != "decrescendo")
    taking.fail(ErrorKind::Value, "hairpin takes :< or :> first, not " + describe(first));
  auto list = make_list();
  list->push_back(hairpin_item(up ? kCrescendo : kDiminuendo, 1));
  while (taking.more())
    each_spliced(taking.next(), [&](const Value& value) {
      const Item* item = value.as<Item>();
      if (!item || (!is_event(*item) && item->kind > Kind::Mark)) taking.misplaced(value, "events");
      list->push_back(value);
    });
  list->push_back(hairpin_item(up ? kCrescendoStop : kDiminuendoStop, 1));
  return List(list);
}

namespace {

void take_tempo_operand(Taking& taking, Direction& tempo) {
  const Value& value = taking.next();
  const Rational* number = value.as<Rational>();
  if (const Text* text = value.as<Text>()) {
    if (!tempo.text.empty()) taking.fail(ErrorKind::Syntax, "the tempo has two texts");
    tempo.text = text->text;
  } else if (number || value.as<double>()) {
    Rational rate =
        number ? *number : Rational(static_cast<int64_t>(*value.as<double>() * 1000 + 0.5), 1000);
    if (rate < Rational(1) || rate > Rational(999))
      taking.fail(ErrorKind::Value, "a tempo of " + to_string(rate) + " is out of range",
                  "beats per minute go from 1 to 999");
    if (!tempo.per_minute.is_zero()) taking.fail(ErrorKind::Syntax, "the tempo has two rates");
    tempo.per_minute = rate;
  } else if (std::optional<Rational> beat = duration_of(value); beat && note_value(*beat)) {
    if (!tempo.beat2.is_zero()) taking.fail(ErrorKind::Syntax, "the tempo has three beat units");
    (tempo.beat.is_zero() ? tempo.beat : tempo.beat2) = *beat;
  } else {
    taking.misplaced(value, "a text, a beat unit and a rate");
  }
}

}  // namespace

Item tempo_item(Taking& taking) {
  Draft draft = draft_of(DirectionKind::Tempo);
  Direction& tempo = *draft.direction;
  while (taking.more()) {
    const Keyword* keyword = taking.peek().as<Keyword>();
    if (keyword && !parse_duration(keyword->name)) {
      std::string_view name = keyword->name;
      taking.next();
      if (!take_option(taking, draft, name)) taking.unknown_keyword(name);
    } else {
      take_tempo_operand(taking, tempo);
    }
  }
  if (tempo.per_minute.is_zero() && tempo.beat2.is_zero() && !tempo.beat.is_zero())
    taking.fail(ErrorKind::Syntax, "the tempo lacks its rate",
                "such as (tempo :q 120), or (tempo :q :h) for a modulation");
  if (!tempo.per_minute.is_zero() && !tempo.beat2.is_zero())
    taking.fail(ErrorKind::Syntax, "the tempo has two beat units and a rate",
                "write (tempo :q 120) or (tempo :q :h)");
  if (!tempo.per_minute.is_zero() && tempo.beat.is_zero()) tempo.beat = Rational(1, 4);
  return finish(draft);
}

Value build_tempo(const Form& form, Operands operands) {
  Taking taking(form, operands);
  return tempo_item(taking);
}

Value build_gradual(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Gradual);
  char first = form.name[0];
  draft.direction->value = form.name == "a-tempo" ? kATempo
                           : first == 'a'         ? kAccelerando
                                                  : kRitardando;
  if (const Text* text = taking.take<Text>()) draft.direction->text = text->text;
  take_options(taking, draft);
  return finish(draft);
}

Value build_text(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft =
      draft_of(form.name == "rehearsal" ? DirectionKind::Rehearsal : DirectionKind::Words);
  const Text* text = taking.take<Text>();
  if (!text) taking.misplaced(taking.next(), "a text in double quotes");
  if (text->text.empty())
    taking.fail(ErrorKind::Value, std::string(form.name) + " needs a text that is not empty");
  draft.direction->text = text->text;
  take_options(taking, draft);
  return finish(draft);
}

Value build_harmony(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Harmony);
  const Text* text = taking.take<Text>();
  if (!text) taking.misplaced(taking.next(), "a chord symbol in double quotes");
  std::optional<ChordSymbol> symbol = parse_chord_symbol(text->text);
  if (!symbol)
    taking.fail(ErrorKind::Value, "unknown chord symbol " + quoted(text->text),
                "such as \"Cmaj7\", \"F#m7b5\" or \"G7/B\"");
  draft.direction->harmony = *symbol;
  draft.direction->text = text->text;
  take_options(taking, draft);
  return finish(draft);
}

Value build_figured_bass(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::FiguredBass);
  while (taking.more()) {
    const Keyword* keyword = taking.peek().as<Keyword>();
    if (keyword) {
      taking.next();
      if (!take_option(taking, draft, keyword->name)) taking.unknown_keyword(keyword->name);
      continue;
    }
    each_spliced(taking.next(), [&](const Value& value) {
      const Rational* number = value.as<Rational>();
      const Text* text = value.as<Text>();
      std::string figure = number && number->is_integer() ? to_string(*number)
                           : text                         ? std::string(text->text)
                                                          : "";
      size_t digits = figure.find_first_of("0123456789");
      std::string_view sign = std::string_view(figure).substr(0, std::min(digits, figure.size()));
      std::string_view rest = std::string_view(figure).substr(sign.size());
      bool right = (sign.empty() || sign == "#" || sign == "b" || sign == "n") &&
                   rest.find_first_not_of("0123456789") == std::string_view::npos &&
                   rest.size() <= 2 && !figure.empty();
      if (!right) taking.misplaced(value, "figures such as 6 or \"#4\"");
      draft.direction->figures.push_back(figure);
    });
  }
  if (draft.direction->figures.empty())
    throw Error(ErrorKind::Value, "figured-bass needs at least one figure",
                "such as (figured-bass 6 4)");
  return finish(draft);
}

Value build_pedal(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Pedal);
  const Keyword* keyword = taking.take<Keyword>();
  if (!keyword) taking.misplaced(taking.next(), ":start, :stop or :change");
  if (keyword->name == "start")
    draft.direction->value = kPedalStart;
  else if (keyword->name == "stop")
    draft.direction->value = kPedalStop;
  else if (keyword->name == "change")
    draft.direction->value = kPedalChange;
  else
    taking.fail(ErrorKind::Value,
                "pedal takes :start, :stop or :change, not :" + std::string(keyword->name));
  take_options(taking, draft);
  return finish(draft);
}

Value build_ottava(const Form& form, Operands operands) {
  Taking taking(form, operands);
  Draft draft = draft_of(DirectionKind::Ottava);
  static constexpr WordRow words[] = {
      {"8va", "1", ""}, {"8vb", "2", ""}, {"15ma", "3", ""}, {"15mb", "4", ""}, {"stop", "0", ""}};
  int index = taking.word("ottava", words);
  draft.direction->value = index == 5 ? kOttavaStop : index;
  take_options(taking, draft);
  return finish(draft);
}

Value build_jump(const Form& form, Operands operands) {
  Taking taking(form, operands);
  static constexpr std::pair<std::string_view, DirectionKind> kinds[] = {
      {"segno", DirectionKind::Segno},    {"coda", DirectionKind::Coda},
      {"to-coda", DirectionKind::ToCoda}, {"fine", DirectionKind::Fine},
      {"da-capo", DirectionKind::DaCapo}, {"dal-segno", DirectionKind::DalSegno}};
  Draft draft;
  for (auto [name, kind] : kinds)
    if (name == form.name) draft = draft_of(kind);
  bool worded = form.name != "segno" && form.name != "coda";
  if (const Text* text = worded ? taking.take<Text>() : nullptr) draft.direction->text = text->text;
  take_options(taking, draft);
  return finish(draft);
}

}  // namespace fermata
