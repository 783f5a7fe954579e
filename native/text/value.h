#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/rational.h"
#include "ir/interval.h"
#include "ir/score.h"

namespace fermata {

struct Value;

/// `:q`, without the colon. Texts are borrowed from the source or from the caller for one build.
struct Keyword {
  std::string_view name;
};
/// A symbol that stands for itself: `start`, `d` after key, `r`.
struct Word {
  std::string_view name;
};
struct Text {
  std::string_view text;
};
struct Duration {
  Rational length;
};
/// (ratio 3 2), as `3:2` reads.
struct Ratio {
  int actual, normal;
};
using List = std::shared_ptr<const std::vector<Value>>;
/// (ending 1 measure ...) inside a repeat-section.
struct EndingSection {
  std::string numbers;
  std::vector<MeasurePtr> measures;
};
using EndingSectionPtr = std::shared_ptr<const EndingSection>;
/// Something of Scheme's that music has no use for; `text` is how it prints, for the error.
struct Opaque {
  std::string_view text;
};

/// Anything that can be an operand of a music form, or its result. Both ways to make music,
/// evaluation and the native path, hand these to the same builders.
struct Value {
  using Data = std::variant<std::monostate, Keyword, Word, Text, Rational, double, bool, Pitch,
                            Duration, Ratio, Interval, Item, MeasurePtr, PartPtr, PartGroupPtr,
                            ScorePtr, List, EndingSectionPtr, Opaque>;
  Data data;

  Value() = default;
  template <class T>
    requires(!std::is_same_v<std::decay_t<T>, Value>)
  Value(T&& thing) : data(std::forward<T>(thing)) {}  // NOLINT: values are made from their data

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
};

using Operands = std::span<const Value>;

/// A word of the notation language: one row gives the constructor, its help and its arity.
struct Form {
  std::string_view name;
  std::string_view usage;    // "(note PITCH [DURATION] MARK ...)"
  std::string_view doc;      // one sentence, then details
  std::string_view example;  // evaluates without an error
  int min_operands;
  int max_operands;  // -1: any number
  Value (*build)(const Form& form, Operands operands);
};

std::span<const Form> form_table();
const Form* find_form(std::string_view name);
/// Check the number of operands, then build. Errors carry the operand at fault.
Value build(const Form& form, Operands operands);

/// (note PITCH LENGTH) without any marks, as the form makes it.
inline Item plain_note(const Pitch& pitch, const Rational& length) {
  Item note;
  note.pitch = pitch;
  note.length = length;
  return note;
}

/// How long an event is that does not say so: a quarter, unless the session has set another.
const Rational& default_length();
void set_default_length(const Rational& length);

/// "a pitch", "the keyword :q", "a measure": what an error calls this value.
std::string describe(const Value& value);

/// Keywords that mean something to the form called `name`, without colons: for completion and
/// did-you-mean.
std::vector<std::string_view> keywords_of(std::string_view form);

}  // namespace fermata
