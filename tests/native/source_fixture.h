#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "base/error.h"
#include "text/notation.h"
#include "text/printer.h"

/// Music from source and back, for tests.
namespace fermata::from_source {

inline Value value(const std::string& text) {
  Syntax syntax = tokenize(text);
  REQUIRE(syntax.status == ReadStatus::Complete);
  std::optional<Value> result = notation_value(syntax, 0);
  REQUIRE(result);
  return std::move(*result);
}
inline MeasurePtr measure(const std::string& items) {
  return *value("(measure " + items + ")").as<MeasurePtr>();
}
inline ScorePtr score(const std::string& measures) {
  return read_score("(score (part :piano " + measures + "))");
}

/// What is said against `source`, as "message [text under the carets]"; "" when nothing is.
inline std::string complaint(const std::string& source) {
  try {
    Syntax syntax = tokenize(source);
    return notation_value(syntax, 0) ? "" : "not pure";
  } catch (const Error& error) {
    std::string place = error.offset < 0 ? "?"
                                         : source.substr(static_cast<size_t>(error.offset),
                                                         static_cast<size_t>(error.length));
    return error.message + " [" + place + "]";
  }
}

/// The rule that the music of `source` breaks.
inline std::string broken_rule(const std::string& source) {
  try {
    read_score(source);
    return "";
  } catch (const Error& error) {
    return error.rule.empty() ? error.message : error.rule;
  }
}

}  // namespace fermata::from_source
