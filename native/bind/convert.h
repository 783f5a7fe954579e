#pragma once

#include <libguile.h>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/value.h"

namespace fermata {

/// Scheme to music, for one build: owns the texts that the values borrow. Throws Error only.
class Conversion {
 public:
  Value value(SCM object, int depth = 0);
  /// The characters of a string or symbol.
  std::string_view text(SCM object);

 private:
  Value list(SCM object, int depth);
  std::deque<std::string> texts_;
};

/// The name of a keyword, without colon, borrowed for ever.
std::string_view keyword_name(SCM keyword);
/// The list itself when it is one; Error when it is circular, dotted or something else.
SCM proper_list(SCM object);
/// An exact number that fits, else Error.
Rational rational_value(SCM number);

/// Music to Scheme.
SCM to_scm(const Value& value);
SCM to_scm(const Rational& value);
SCM to_scm(const Item& item);
SCM to_scm(const Pitch& pitch);
SCM to_scm(const Interval& interval);
inline SCM to_scm(bool value) { return scm_from_bool(value); }
inline SCM to_scm(int value) { return scm_from_int(value); }
inline SCM to_scm(long value) { return scm_from_long(value); }
inline SCM to_scm(size_t value) { return scm_from_size_t(value); }
inline SCM to_scm(double value) { return scm_from_double(value); }
inline SCM to_scm(std::string_view text) { return scm_from_utf8_stringn(text.data(), text.size()); }
inline SCM to_scm(const std::string& text) { return to_scm(std::string_view(text)); }
inline SCM to_scm(SCM value) { return value; }

template <class T>
SCM to_scm(const std::vector<T>& elements) {
  SCM list = SCM_EOL;
  for (auto at = elements.rbegin(); at != elements.rend(); ++at) list = scm_cons(to_scm(*at), list);
  return list;
}

}  // namespace fermata
