#include "bind/modules.h"
#include "bind/values.h"
#include "ir/attributes.h"
#include "ir/part.h"

namespace fermata {

namespace {

constexpr const char* kModule = "instruments";

std::string text_of(const Value& value, int operand) {
  if (const Text* text = value.as<Text>()) return std::string(text->text);
  if (const Word* word = value.as<Word>()) return std::string(word->name);
  if (const Keyword* keyword = value.as<Keyword>()) return std::string(keyword->name);
  throw Error(ErrorKind::Type, "expected a string, got " + describe(value)).at_argument(operand);
}

int number_of(const Value& value, int operand) {
  const Rational* number = value.as<Rational>();
  if (!number || !number->is_integer() || number->num() < 1 || number->num() > 128)
    throw Error(ErrorKind::Type, "expected a General MIDI program from 1 to 128")
        .at_argument(operand);
  return static_cast<int>(number->num());
}

Pitch pitch_of(const Value& value, int operand) {
  if (const Pitch* pitch = value.as<Pitch>()) return *pitch;
  throw Error(ErrorKind::Type, "expected a pitch, got " + describe(value)).at_argument(operand);
}

std::vector<int> clefs_of(const Value& value, int operand) {
  std::vector<Value> names{value};
  if (const List* list = value.as<List>()) names = **list;
  std::vector<int> clefs;
  for (const Value& name : names) {
    const int row = find_clef(text_of(name, operand));
    if (row < 0)
      throw Error(ErrorKind::Value, "unknown clef " + text_of(name, operand)).at_argument(operand);
    clefs.push_back(row);
  }
  return clefs;
}

void transpose_by(Instrument& instrument, const Value& value, int operand) {
  std::optional<Interval> interval;
  if (const Interval* given = value.as<Interval>()) interval = *given;
  if (const Keyword* name = value.as<Keyword>()) interval = parse_interval(name->name);
  if (!interval)
    throw Error(ErrorKind::Type, "expected an interval such as :-M2").at_argument(operand);
  instrument.diatonic = interval->steps;
  instrument.chromatic = interval->quarter_tones / 2;
}

void set_field(Instrument& instrument, std::string_view name, const Value& value, int operand) {
  if (name == "name")
    instrument.name = text_of(value, operand);
  else if (name == "abbr" || name == "abbreviation")
    instrument.abbr = text_of(value, operand);
  else if (name == "family")
    instrument.family = text_of(value, operand);
  else if (name == "clef" || name == "clefs")
    instrument.clefs = clefs_of(value, operand);
  else if (name == "program")
    instrument.program = number_of(value, operand);
  else if (name == "transpose")
    transpose_by(instrument, value, operand);
  else if (name == "low")
    instrument.low = pitch_of(value, operand);
  else if (name == "high")
    instrument.high = pitch_of(value, operand);
  else
    throw Error(ErrorKind::Value, "an instrument has no :" + std::string(name),
                "it has :name :abbr :family :clef :program :transpose :low :high")
        .at_argument(operand - 1);
}

Instrument instrument_from(const std::vector<Value>& operands) {
  const Keyword* key = operands.empty() ? nullptr : operands[0].as<Keyword>();
  if (!key)
    throw Error(ErrorKind::Type, "an instrument is defined by its keyword",
                "write (define-instrument :lute :name \"Lute\" :clef :treble)");
  Instrument instrument;
  if (const Instrument* old = find_instrument(key->name)) instrument = *old;
  instrument.key = key->name;
  if (instrument.clefs.empty()) instrument.clefs = {find_clef("treble")};
  for (size_t i = 1; i + 1 < operands.size(); i += 2) {
    const Keyword* field = operands[i].as<Keyword>();
    const int at = static_cast<int>(i);
    if (!field) throw Error(ErrorKind::Type, "expected a keyword such as :name").at_argument(at);
    set_field(instrument, field->name, operands[i + 1], at + 1);
  }
  if (operands.size() % 2 == 0)
    throw Error(ErrorKind::Arity, "the last keyword has no value")
        .at_argument(static_cast<int>(operands.size()) - 1);
  if (instrument.name.empty()) instrument.name = instrument.key;
  return instrument;
}

PRIMITIVE(define_instrument_prim, "define-instrument",
          "(define-instrument :KEYWORD :name STRING ...)", 0, 0, 1, (SCM operands), R"(
Add an instrument, or change one: :name :abbr :family :clef :program :transpose :low :high. Later,
(part :KEYWORD ...) knows all this. Return the keyword.)") {
  return give([&] {
    Conversion conversion;
    std::vector<Value> values;
    for (SCM at = operands; scm_is_pair(at); at = SCM_CDR(at))
      values.push_back(conversion.value(SCM_CAR(at)));
    Instrument instrument = instrument_from(values);
    const Value key = values[0];
    define_instrument(std::move(instrument));
    return to_scm(key);
  });
}

PRIMITIVE(instrument_keys, "instrument-keywords", "(instrument-keywords)", 0, 0, 0, (), R"(
Return the keywords of all instruments, as strings without colon.)") {
  return give([] {
    std::vector<std::string> keys;
    for (const Instrument* instrument : all_instruments()) keys.push_back(instrument->key);
    return keys;
  });
}

}  // namespace

void define_instruments_module() { define_native_module(kModule); }

}  // namespace fermata
