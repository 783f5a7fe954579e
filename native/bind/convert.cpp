#include "bind/convert.h"

#include <array>
#include <cstdlib>
#include <unordered_map>

#include "base/interrupt.h"
#include "bind/values.h"

namespace fermata {

namespace {

constexpr int kMaxListDepth = 1000;

std::string utf8(SCM string) {
  size_t length = 0;
  char* text = scm_to_utf8_stringn(string, &length);
  std::string result(text, length);
  std::free(text);
  return result;
}

// Words of the language come again and again; only these few are remembered, since remembered
// symbols are never collected.
std::string_view common_word(SCM symbol) {
  struct Known {
    SCM symbol;
    std::string_view name;
  };
  static const auto known = [] {
    constexpr std::array names{"start", "stop", "continue", "both", "up", "down", "none", "r",
                               "c",     "d",    "e",        "f",    "g",  "a",    "b",    "ratio"};
    std::array<Known, names.size()> table;
    for (size_t i = 0; i < names.size(); ++i)
      table[i] = {scm_permanent_object(scm_from_utf8_symbol(names[i])), names[i]};
    return table;
  }();
  for (const Known& row : known)
    if (scm_is_eq(row.symbol, symbol)) return row.name;
  return {};
}

std::string_view opaque_text(SCM object) {
  if (scm_is_true(scm_procedure_p(object))) return "a procedure";
  if (SCM_CHARP(object)) return "a character";
  if (scm_is_vector(object)) return "a vector";
  if (scm_is_pair(object)) return "a dotted pair";
  if (scm_is_eq(object, SCM_UNSPECIFIED)) return "#<unspecified>";
  if (scm_is_number(object)) return "a complex number";
  return "#<object>";
}

bool is_ratio(SCM list) {
  return scm_is_pair(list) && scm_is_symbol(SCM_CAR(list)) &&
         common_word(SCM_CAR(list)) == "ratio" && scm_ilength(list) == 3 &&
         scm_is_signed_integer(SCM_CADR(list), 1, 10000) &&
         scm_is_signed_integer(SCM_CADDR(list), 1, 10000);
}

SCM symbol_to_scm(std::string_view name) { return scm_from_utf8_symboln(name.data(), name.size()); }

struct ToScheme {
  SCM operator()(std::monostate) const { return SCM_UNSPECIFIED; }
  SCM operator()(const Keyword& keyword) const {
    return scm_symbol_to_keyword(symbol_to_scm(keyword.name));
  }
  SCM operator()(const Word& word) const { return symbol_to_scm(word.name); }
  SCM operator()(const Text& text) const { return to_scm(text.text); }
  SCM operator()(const Rational& number) const { return to_scm(number); }
  SCM operator()(double number) const { return scm_from_double(number); }
  SCM operator()(bool truth) const { return scm_from_bool(truth); }
  SCM operator()(const Pitch& pitch) const { return to_scm(pitch); }
  SCM operator()(const Duration& duration) const { return make_duration(duration.length); }
  SCM operator()(const Ratio& ratio) const {
    return scm_list_3(symbol_to_scm("ratio"), scm_from_int(ratio.actual),
                      scm_from_int(ratio.normal));
  }
  SCM operator()(const Interval& interval) const { return to_scm(interval); }
  SCM operator()(const Item& item) const { return to_scm(item); }
  SCM operator()(const List& list) const { return list ? to_scm(*list) : SCM_EOL; }
  SCM operator()(const Opaque& opaque) const { return to_scm(opaque.text); }
  template <class T>
  SCM operator()(const std::shared_ptr<const T>& pointer) const {
    return make_handle(pointer);
  }
};

}  // namespace

std::string_view keyword_name(SCM keyword) {
  static std::unordered_map<scm_t_bits, std::string> names;
  const auto [row, added] = names.try_emplace(SCM_UNPACK(keyword));
  if (added) {
    scm_permanent_object(keyword);
    row->second = utf8(scm_symbol_to_string(scm_keyword_to_symbol(keyword)));
  }
  return row->second;
}

SCM proper_list(SCM object) {
  if (scm_ilength(object) < 0) throw Error(ErrorKind::Type, "expected a list");
  return object;
}

Rational rational_value(SCM number) {
  if (!scm_is_real(number) || !scm_is_exact(number))
    throw Error(ErrorKind::Type, "expected an exact number");
  const SCM num = scm_numerator(number), den = scm_denominator(number);
  if (!scm_is_signed_integer(num, INT64_MIN, INT64_MAX) ||
      !scm_is_signed_integer(den, 1, INT64_MAX))
    throw Error(ErrorKind::Overflow, "a number outgrew exact arithmetic",
                "numerators and denominators have at most 18 digits");
  return Rational(scm_to_int64(num), scm_to_int64(den));
}

std::string_view Conversion::text(SCM object) {
  if (scm_is_symbol(object)) object = scm_symbol_to_string(object);
  return texts_.emplace_back(utf8(object));
}

Value Conversion::list(SCM object, int depth) {
  if (is_ratio(object)) return Ratio{scm_to_int(SCM_CADR(object)), scm_to_int(SCM_CADDR(object))};
  const long length = scm_ilength(object);
  if (length < 0) return Opaque{opaque_text(object)};
  if (depth >= kMaxListDepth) throw Error(ErrorKind::Limit, "this list nests more than 1000 deep");
  auto elements = std::make_shared<std::vector<Value>>();
  elements->reserve(static_cast<size_t>(length));
  for (SCM at = object; scm_is_pair(at); at = SCM_CDR(at)) {
    if ((elements->size() & 4095) == 4095) poll_interrupt();
    elements->push_back(value(SCM_CAR(at), depth + 1));
  }
  return List(std::move(elements));
}

Value Conversion::value(SCM object, int depth) {
  if (is_pitch(object)) return pitch_in(object);
  if (scm_is_keyword(object)) return Keyword{keyword_name(object)};
  if (const Item* item = item_in(object)) return *item;
  if (SCM_I_INUMP(object)) return Rational(SCM_I_INUM(object));
  if (scm_is_symbol(object)) {
    const std::string_view known = common_word(object);
    return Word{known.empty() ? text(object) : known};
  }
  if (scm_is_string(object)) return Text{text(object)};
  if (scm_is_pair(object) || scm_is_null(object)) return list(object, depth);
  if (is_duration(object)) return Duration{duration_in(object)};
  if (is_interval(object)) return interval_in(object);
  if (const auto* measure = measure_in(object)) return *measure;
  if (const auto* part = part_in(object)) return *part;
  if (const auto* group = group_in(object)) return *group;
  if (const auto* score = score_in(object)) return *score;
  if (const auto* ending = ending_in(object)) return *ending;
  if (scm_is_bool(object)) return scm_is_true(object);
  if (scm_is_real(object))
    return scm_is_exact(object) ? Value(rational_value(object)) : Value(scm_to_double(object));
  return Opaque{opaque_text(object)};
}

SCM to_scm(const Rational& value) {
  if (value.is_integer()) return scm_from_int64(value.num());
  return scm_divide(scm_from_int64(value.num()), scm_from_int64(value.den()));
}

SCM to_scm(const Value& value) { return std::visit(ToScheme{}, value.data); }

}  // namespace fermata
