#pragma once

#include <memory>

#include "text/operands.h"

namespace fermata {

/// An event on the way: the item, its texts, and what the duration will be.
struct EventDraft {
  Item item;
  std::shared_ptr<EventDetail> detail;
  bool has_length = false;
  int dots = 0;
  int verses = 0;  // an empty text leaves its verse out

  EventDetail& texts() {
    if (!detail) detail = std::make_shared<EventDetail>();
    return *detail;
  }
};

EventDraft draft_of(Kind kind);
/// The finished item: its length with dots, the default when none was given, and its texts.
Item finish(EventDraft& draft);

/// Everything after the pitch: durations and marks in any order.
void take_marks(Taking& taking, EventDraft& draft);
/// What the keyword called `name`, just taken, says; its value is taken as well.
void take_keyword(Taking& taking, EventDraft& draft, std::string_view name);
void take_length(Taking& taking, EventDraft& draft, const Rational& length);

/// Complain about a keyword that is neither duration nor mark, and about an operand that is no
/// keyword.
[[noreturn]] void unknown_mark(Taking& taking, std::string_view name);
[[noreturn]] void bad_operand(Taking& taking, const Value& value);

}  // namespace fermata
