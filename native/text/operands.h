#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/marks.h"
#include "text/value.h"

namespace fermata {

/// Walks the operands of a form under construction. Every complaint names the form and carries the
/// operand.
class Taking {
 public:
  Taking(const Form& form, Operands operands) : form_(form), operands_(operands) {}

  bool more() const { return at_ < operands_.size(); }
  size_t index() const { return at_; }
  const Value& peek() const { return operands_[at_]; }
  const Value& next() {
    if (!more()) ran_out();
    return operands_[at_++];
  }
  const Form& form() const { return form_; }

  /// The next operand, if it is a `T`; it is then taken.
  template <class T>
  const T* take() {
    const T* found = more() ? peek().as<T>() : nullptr;
    if (found) ++at_;
    return found;
  }

  /// The value after the keyword that was just taken, an integer from `low` to `high`.
  int integer(std::string_view keyword, int low, int high);
  std::string text(std::string_view keyword);
  /// A word of `table` as symbol or keyword: `up`, `:up`. 1-based index.
  int word(std::string_view keyword, std::span<const WordRow> table);
  /// The same when it may be left out: 0 if the next operand is not in the table.
  int optional_word(std::span<const WordRow> table);
  /// Name of a symbol, keyword or string; empty when the next operand is none of these.
  std::string_view name() const;

  /// Throw about the operand just taken (`back` 1) or an earlier one.
  [[noreturn]] void fail(ErrorKind kind, std::string message, std::string hint = {},
                         size_t back = 1) const;
  [[noreturn]] void unknown_keyword(std::string_view keyword) const;
  [[noreturn]] void misplaced(const Value& value, std::string_view wanted) const;
  /// Complain about the next operand: there should be none.
  [[noreturn]] void too_many();
  /// The value after a keyword, made by another form: `:clef :alto` as (clef :alto) makes it.
  Value built_by(std::string_view keyword, std::string_view form);

 private:
  void need_value(std::string_view keyword) const;
  [[noreturn]] void ran_out() const;
  std::string shown(std::string_view keyword) const;

  const Form& form_;
  Operands operands_;
  size_t at_ = 0;
};

/// Call `visit(value)` for each value in `value`, descending into lists (sequences are spliced).
template <class F>
void each_spliced(const Value& value, F&& visit) {
  const List* list = value.as<List>();
  if (!list) return visit(value);
  for (const Value& inner : **list) each_spliced(inner, visit);
}

/// A duration written as a keyword, a value or an exact number.
std::optional<Rational> duration_of(const Value& value);

Item make_item(Kind kind, DetailPtr detail = nullptr);
std::shared_ptr<std::vector<Value>> make_list();

// The builders, by subject; one row of the form table each.
Value build_note(const Form&, Operands);
Value build_rest(const Form&, Operands);
Value build_chord(const Form&, Operands);
Value build_grace(const Form&, Operands);
Value build_tuplet(const Form&, Operands);
Value build_line(const Form&, Operands);
Value build_duration(const Form&, Operands);
Value build_ratio(const Form&, Operands);
Value build_mark(const Form&, Operands);
Value build_key(const Form&, Operands);
Value build_time(const Form&, Operands);
Value build_clef(const Form&, Operands);
Value build_transpose_instrument(const Form&, Operands);
Value build_dynamic(const Form&, Operands);
Value build_hairpin_sign(const Form&, Operands);
Value build_hairpin(const Form&, Operands);
Value build_tempo(const Form&, Operands);
Value build_gradual(const Form&, Operands);
Value build_text(const Form&, Operands);
Value build_harmony(const Form&, Operands);
Value build_figured_bass(const Form&, Operands);
Value build_pedal(const Form&, Operands);
Value build_ottava(const Form&, Operands);
Value build_jump(const Form&, Operands);
Value build_barline(const Form&, Operands);
Value build_repeat(const Form&, Operands);
Value build_ending(const Form&, Operands);
Value build_repeat_section(const Form&, Operands);
Value build_backup(const Form&, Operands);
Value build_voice(const Form&, Operands);
Value build_measure(const Form&, Operands);
Value build_part(const Form&, Operands);
Value build_group(const Form&, Operands);
Value build_score(const Form&, Operands);

/// Key and time as values of `:key` and `:time`: a sign, a list, a word.
std::shared_ptr<const Key> key_value(Taking& taking);
std::shared_ptr<const Time> time_value(Taking& taking);
/// A tempo from the operands that are left.
Item tempo_item(Taking& taking);

/// What each keyword of a note does, for completion.
std::vector<std::string_view> note_keywords();

}  // namespace fermata
