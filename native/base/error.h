#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace fermata {

/// What went wrong, as the socket names it and as the exit code is chosen.
enum class ErrorKind : uint8_t {
  Read,       // the text is not a datum
  Syntax,     // a form is put together wrongly
  Unbound,    // a name means nothing here
  Type,       // an operand is of the wrong kind
  Arity,      // too many or too few operands
  Value,      // the right kind, but not a possible value
  Music,      // the music breaks a rule of a valid score
  Overflow,   // a number outgrew exact arithmetic
  Limit,      // too deep, too wide, too large
  Interrupt,  // the user asked to stop
  File,       // the system refused a file
  Internal,   // our mistake
};

std::string_view name_of(ErrorKind kind);

/// The only exception our C++ throws. Places are given by what the thrower knows: the operand of
/// the form being built, or the measure of a part; `text/locate` turns them into a span of the
/// source.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message, std::string hint = {})
      : kind(kind), message(std::move(message)), hint(std::move(hint)) {}

  const char* what() const noexcept override { return message.c_str(); }

  Error& at_argument(int index, int element = -1) {
    argument = index;
    this->element = element;
    return *this;
  }

  ErrorKind kind;
  std::string message;
  std::string hint;   // what would be right; empty when nothing sensible can be said
  std::string rule;   // kind Music: the name of the rule broken, as `rule_table()` lists it
  int argument = -1;  // operand of the form that was being built, from 0; -1: the form itself
  int element = -1;   // element of that operand, when it is a list
  int part = -1;      // index of the part in its score, when a whole score was checked
  int measure = -1;   // index of the measure in its part, when a whole part was checked
  long offset = -1;   // byte offset in the source text, once known
  long length = 0;    // bytes from there
};

}  // namespace fermata
