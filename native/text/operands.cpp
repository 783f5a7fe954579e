#include "text/operands.h"

#include "base/suggest.h"
#include "ir/duration.h"

namespace fermata {

void Taking::fail(ErrorKind kind, std::string message, std::string hint, size_t back) const {
  throw Error(kind, std::move(message), std::move(hint))
      .at_argument(static_cast<int>(at_) - static_cast<int>(back));
}

void Taking::unknown_keyword(std::string_view keyword) const {
  std::vector<std::string_view> known = keywords_of(form_.name);
  std::string hint = did_you_mean(keyword, known, ":");
  if (hint.empty()) hint = "usage: " + std::string(form_.usage);
  fail(ErrorKind::Value, std::string(form_.name) + " has no use for :" + std::string(keyword),
       hint);
}

void Taking::misplaced(const Value& value, std::string_view wanted) const {
  fail(ErrorKind::Type,
       std::string(form_.name) + " takes " + std::string(wanted) + ", not " + describe(value),
       "usage: " + std::string(form_.usage));
}

void Taking::ran_out() const {
  throw Error(ErrorKind::Syntax, std::string(form_.name) + " lacks an operand",
              "usage: " + std::string(form_.usage));
}

void Taking::too_many() { misplaced(next(), "nothing more"); }

Value Taking::built_by(std::string_view keyword, std::string_view form) {
  need_value(keyword);
  const Value& value = next();
  try {
    return build(*find_form(form), Operands(&value, 1));
  } catch (Error& error) {
    throw error.at_argument(static_cast<int>(at_) - 1);
  }
}

void Taking::need_value(std::string_view keyword) const {
  if (more()) return;
  fail(ErrorKind::Syntax, shown(keyword) + " needs a value", "usage: " + std::string(form_.usage));
}

/// What errors call the operand: `:voice` in a note, plain `voice` in (voice 0 ...).
std::string Taking::shown(std::string_view keyword) const {
  return (keyword == form_.name ? "" : ":") + std::string(keyword);
}

int Taking::integer(std::string_view keyword, int low, int high) {
  need_value(keyword);
  const Value& value = next();
  const Rational* number = value.as<Rational>();
  if (!number || !number->is_integer())
    fail(ErrorKind::Type, shown(keyword) + " takes a whole number, not " + describe(value));
  if (number->num() < low || number->num() > high)
    fail(ErrorKind::Value, shown(keyword) + " " + to_string(*number) + " is out of range",
         "it goes from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(number->num());
}

std::string Taking::text(std::string_view keyword) {
  need_value(keyword);
  const Value& value = next();
  if (const Text* text = value.as<Text>()) return std::string(text->text);
  fail(ErrorKind::Type, shown(keyword) + " takes a text in double quotes, not " + describe(value));
}

std::string_view Taking::name() const {
  if (!more()) return {};
  if (const Word* word = peek().as<Word>()) return word->name;
  if (const Keyword* keyword = peek().as<Keyword>()) return keyword->name;
  if (const Text* text = peek().as<Text>()) return text->text;
  return {};
}

namespace {

std::vector<std::string_view> names_of(std::span<const WordRow> table) {
  std::vector<std::string_view> names;
  for (const WordRow& row : table) names.push_back(row.name);
  return names;
}

}  // namespace

int Taking::word(std::string_view keyword, std::span<const WordRow> table) {
  need_value(keyword);
  std::string_view wanted = name();
  const Value& value = next();
  if (wanted.empty())
    fail(ErrorKind::Type, shown(keyword) + " takes a word, not " + describe(value));
  if (int index = find_word(table, wanted)) return index;
  std::vector<std::string_view> names = names_of(table);
  std::string colon = value.as<Keyword>() ? ":" : "";  // as the user wrote it
  std::string hint = did_you_mean(wanted, names, colon);
  if (hint.empty()) {
    hint = "one of";
    for (size_t i = 0; i < names.size() && i < 8; ++i) hint += " " + colon + std::string(names[i]);
  }
  fail(ErrorKind::Value, shown(keyword) + " cannot be " + colon + std::string(wanted), hint);
}

int Taking::optional_word(std::span<const WordRow> table) {
  int index = find_word(table, name());
  if (index) ++at_;
  return index;
}

std::optional<Rational> duration_of(const Value& value) {
  if (const Keyword* keyword = value.as<Keyword>()) return parse_duration(keyword->name);
  if (const Duration* duration = value.as<Duration>()) return duration->length;
  if (const Rational* number = value.as<Rational>())
    if (*number > Rational(0)) return *number;
  return {};
}

Item make_item(Kind kind, DetailPtr detail) {
  Item item;
  item.kind = kind;
  item.detail = std::move(detail);
  return item;
}

std::shared_ptr<std::vector<Value>> make_list() { return std::make_shared<std::vector<Value>>(); }

}  // namespace fermata
