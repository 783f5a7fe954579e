#include <charconv>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/interrupt.h"
#include "bind/modules.h"
#include "bind/values.h"

namespace fermata {

namespace {

constexpr const char* kModule = "json";
constexpr int kUsualDepth = 64;
constexpr int kMaxDepth = 1000;     // conversions recurse
constexpr size_t kMaxDigits = 308;  // the parser refuses what a double could not hold
constexpr size_t kMaxText = size_t{256} << 20;

// --- reading: the text becomes a row of steps, and these, when all is well, Scheme --------------

struct Null {};
struct Digits {
  std::string text;
};
struct Key {
  std::string text;
};
enum class Bracket { Object, ObjectEnd, Array, ArrayEnd };
using Step = std::variant<Null, bool, int64_t, double, std::string, Digits, Key, Bracket>;

/// What the parser tells of, in order; refuses what nests too deep.
class Recorder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Recorder(int max_depth) : max_depth_(max_depth) {}

  std::vector<Step> steps;

  bool null() override { return add(Null{}); }
  bool boolean(bool truth) override { return add(truth); }
  bool number_integer(int64_t number) override { return add(number); }
  bool number_unsigned(uint64_t number) override {
    if (number > INT64_MAX) return add(Digits{std::to_string(number)});
    return add(static_cast<int64_t>(number));
  }
  // An integer of many digits comes here too, and stays exact.
  bool number_float(double number, const std::string& text) override {
    if (text.find_first_not_of("-0123456789") != std::string::npos) return add(number);
    return add(Digits{text});
  }
  bool string(std::string& text) override { return add(std::move(text)); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool key(std::string& text) override { return add(Key{std::move(text)}); }
  bool start_object(size_t) override { return open(Bracket::Object); }
  bool end_object() override { return close(Bracket::ObjectEnd); }
  bool start_array(size_t) override { return open(Bracket::Array); }
  bool end_array() override { return close(Bracket::ArrayEnd); }

  bool parse_error(size_t position, const std::string&,
                   const nlohmann::detail::exception& problem) override {
    const bool overflow = dynamic_cast<const nlohmann::detail::out_of_range*>(&problem);
    throw Error(ErrorKind::Value,
                "this is not JSON: " + (overflow ? "a number too large" : reason(problem.what())) +
                    " at byte " + std::to_string(position));
  }

 private:
  bool add(Step step) {
    if ((steps.size() & 4095) == 4095) poll_interrupt();
    steps.push_back(std::move(step));
    return true;
  }
  bool open(Bracket bracket) {
    if (++depth_ > max_depth_)
      throw Error(ErrorKind::Value,
                  "this JSON nests more than " + std::to_string(max_depth_) + " deep");
    return add(bracket);
  }
  bool close(Bracket bracket) {
    --depth_;
    return add(bracket);
  }

  // The parser's "[...] parse error at line 1, column 2: while parsing value - REASON; expected X".
  static std::string reason(std::string_view message) {
    if (const size_t dash = message.find(" - "); dash != message.npos)
      message.remove_prefix(dash + 3);
    else if (const size_t colon = message.find(": "); colon != message.npos)
      message.remove_prefix(colon + 2);
    return std::string(message.substr(0, message.find(';')));
  }

  int max_depth_;
  int depth_ = 0;
};

SCM symbol(std::string_view name) { return scm_from_utf8_symboln(name.data(), name.size()); }

/// Steps to Scheme. Nothing here can fail but memory: the parser has checked the texts.
class Builder {
 public:
  explicit Builder(const std::vector<Step>& steps) : at_(steps.begin()) {}

  SCM value() {
    const Step& step = *at_++;
    if (const auto* bracket = std::get_if<Bracket>(&step))
      return *bracket == Bracket::Object ? object() : array();
    if (const auto* text = std::get_if<std::string>(&step)) return to_scm(*text);
    if (const auto* number = std::get_if<int64_t>(&step)) return scm_from_int64(*number);
    if (const auto* number = std::get_if<double>(&step)) return scm_from_double(*number);
    if (const auto* truth = std::get_if<bool>(&step)) return scm_from_bool(*truth);
    if (const auto* digits = std::get_if<Digits>(&step))
      return scm_string_to_number(to_scm(digits->text), scm_from_int(10));
    return symbol("null");
  }

 private:
  bool ends(Bracket bracket) {
    const auto* next = std::get_if<Bracket>(&*at_);
    if (!next || *next != bracket) return false;
    ++at_;
    return true;
  }

  SCM object() {
    SCM pairs = SCM_EOL;
    while (!ends(Bracket::ObjectEnd)) {
      SCM name = symbol(std::get<Key>(*at_++).text);
      pairs = scm_acons(name, value(), pairs);
    }
    return scm_reverse_x(pairs, SCM_EOL);
  }

  SCM array() {
    SCM elements = SCM_EOL;
    while (!ends(Bracket::ArrayEnd)) elements = scm_cons(value(), elements);
    return scm_vector(scm_reverse_x(elements, SCM_EOL));
  }

  std::vector<Step>::const_iterator at_;
};

SCM parse(std::string_view text, int max_depth) {
  Recorder recorder(max_depth);
  nlohmann::json::sax_parse(text.begin(), text.end(), &recorder);
  return Builder(recorder.steps).value();
}

// --- writing ------------------------------------------------------------------------------------

/// A Scheme value as JSON text, in the least space. Throws Error only.
class Writer {
 public:
  std::string text;

  void value(SCM object, int depth) {
    check_size();
    if (scm_is_string(object)) return string(object);
    if (scm_is_pair(object) || scm_is_null(object)) return pairs(object, depth);
    if (scm_is_vector(object)) return elements(object, depth);
    if (scm_is_exact_integer(object)) return integer(object);
    if (scm_is_real(object) && scm_is_true(scm_inexact_p(object))) return real(object);
    if (scm_is_bool(object)) return word(scm_is_true(object) ? "true" : "false");
    if (scm_is_eq(object, null_)) return word("null");
    throw Error(ErrorKind::Type, "this value has no form in JSON",
                "JSON has strings, integers, decimals, #t, #f, null, vectors and association lists "
                "with symbols as keys");
  }

 private:
  void check_size() {
    if ((++count_ & 4095) == 0) poll_interrupt();
    if (text.size() > kMaxText)
      throw Error(ErrorKind::Limit, "this value is longer than 256 MB as JSON");
  }

  // What is written can be read: the limit is that of json->value.
  void open(char bracket, int depth) {
    if (depth >= kUsualDepth)
      throw Error(ErrorKind::Limit, "this value nests more than 64 deep, too deep for JSON");
    text += bracket;
  }

  void word(std::string_view word) { text += word; }

  void string(SCM object) {
    Conversion conversion;
    text += '"';
    for (const char character : conversion.text(object)) put(character);
    text += '"';
  }

  void put(char character) {
    static constexpr char digits[] = "0123456789abcdef";
    switch (character) {
      case '"': text += "\\\""; return;
      case '\\': text += "\\\\"; return;
      case '\n': text += "\\n"; return;
      case '\r': text += "\\r"; return;
      case '\t': text += "\\t"; return;
    }
    const auto byte = static_cast<unsigned char>(character);
    if (byte >= 0x20) {
      text += character;
    } else {
      text += "\\u00";
      text += digits[byte >> 4];
      text += digits[byte & 15];
    }
  }

  void integer(SCM object) {
    Conversion conversion;
    const std::string_view digits = conversion.text(scm_number_to_string(object, scm_from_int(10)));
    if (digits.size() > kMaxDigits)
      throw Error(ErrorKind::Limit, "a number of more than 308 digits is too large for JSON");
    text += digits;
  }

  // The shortest digits that read back as the same number, with a point or exponent so that they
  // read back as a decimal.
  void real(SCM object) {
    const double number = scm_to_double(object);
    if (!std::isfinite(number))
      throw Error(ErrorKind::Value, "JSON has no infinity and no not-a-number");
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    const std::string_view shortest(digits, static_cast<size_t>(end - digits));
    text += shortest;
    if (shortest.find_first_of(".e") == shortest.npos) text += ".0";
  }

  void pairs(SCM object, int depth) {
    if (scm_ilength(object) < 0) refuse_pairs();
    open('{', depth);
    for (SCM at = object; scm_is_pair(at); at = SCM_CDR(at)) {
      SCM pair = SCM_CAR(at);
      if (!scm_is_pair(pair) || !scm_is_symbol(SCM_CAR(pair))) refuse_pairs();
      if (!scm_is_eq(at, object)) text += ',';
      string(SCM_CAR(pair));
      text += ':';
      value(SCM_CDR(pair), depth + 1);
    }
    text += '}';
  }

  [[noreturn]] static void refuse_pairs() {
    throw Error(ErrorKind::Type, "a list in JSON is an object: pairs of a symbol and a value",
                "an array is a vector, as by list->vector");
  }

  void elements(SCM object, int depth) {
    const size_t length = scm_c_vector_length(object);
    open('[', depth);
    for (size_t i = 0; i < length; ++i) {
      if (i > 0) text += ',';
      value(scm_c_vector_ref(object, i), depth + 1);
    }
    text += ']';
  }

  size_t count_ = 0;
  SCM null_ = symbol("null");
};

PRIMITIVE(json_to_value, "json->value", "(json->value TEXT [MAX-DEPTH])", 1, 1, 0,
          (SCM text, SCM max_depth), R"(
Return the value of the JSON TEXT: an object is an association list with symbols as keys, in
order (of a key given twice both pairs are there, and assq finds the first), an array a vector,
null the symbol null. What nests deeper than MAX-DEPTH, usually 64, is refused.
  (json->value "{\"a\":[1,2.5,null,true]}")  =>  '((a . #(1 2.5 null #t))))") {
  const std::string_view json = take<std::string_view>(text, 1);
  const int depth = SCM_UNBNDP(max_depth) ? kUsualDepth : take<int>(max_depth, 2);
  return give([&] {
    if (depth < 1 || depth > kMaxDepth)
      throw Error(ErrorKind::Value, "the depth of JSON is from 1 to 1000").at_argument(1);
    return parse(json, depth);
  });
}

PRIMITIVE(value_to_json, "value->json", "(value->json VALUE)", 1, 0, 0, (SCM value), R"(
Return VALUE as JSON in one line, as json->value would read it.
  (value->json '((a . #(1 2.5 null)) (b . ())))  =>  "{\"a\":[1,2.5,null],\"b\":{}}")") {
  return give([&] {
    Writer writer;
    writer.value(value, 0);
    return std::move(writer.text);
  });
}

}  // namespace

void define_json_module() { define_native_module(kModule); }

}  // namespace fermata
