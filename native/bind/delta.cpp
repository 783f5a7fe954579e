// Differences between scores as data, and regions of a score.

#include "ir/delta.h"
#include "base/error.h"
#include "bind/cursor.h"
#include "bind/modules.h"
#include "bind/values.h"
#include "ir/excerpt.h"
#include "ir/select.h"
#include "text/delta_source.h"
#include "text/grid.h"

namespace fermata {

namespace {

long element(SCM list, long index) {
  const SCM value = scm_list_ref(list, scm_from_long(index));
  if (!scm_is_signed_integer(value, 0, 1 << 30)) throw Error(ErrorKind::Type, "expected a cursor");
  return scm_to_long(value);
}

}  // namespace

Cursor cursor_from(SCM list) {
  if (scm_ilength(list) != 5) throw Error(ErrorKind::Type, "expected a cursor");
  Cursor cursor;
  cursor.part = static_cast<size_t>(element(list, 0));
  cursor.staff = static_cast<int>(element(list, 1));
  cursor.voice = static_cast<int>(element(list, 2));
  cursor.measure = static_cast<size_t>(element(list, 3));
  cursor.offset = rational_value(scm_list_ref(list, scm_from_int(4)));
  return cursor;
}

SCM to_scm(const Cursor& cursor) {
  return scm_list_5(to_scm(cursor.part), to_scm(cursor.staff), to_scm(cursor.voice),
                    to_scm(cursor.measure), to_scm(cursor.offset));
}

namespace {

constexpr const char* kModule = "edit";

const Score& score_or_none(SCM score, int position,
                           const Where& where = std::source_location::current()) {
  static const Score none;
  return scm_is_false(score) ? none : take<const Score&>(score, position, where);
}

// A row as an object of JSON

SCM symbol(const char* name) { return scm_from_utf8_symbol(name); }

SCM text_or_null(const std::optional<std::string>& text) {
  return text ? to_scm(*text) : symbol("null");
}

SCM to_scm(const DeltaRow& row) {
  SCM fields = SCM_EOL;
  auto add = [&](const char* name, SCM value) { fields = scm_acons(symbol(name), value, fields); };
  add("op", fermata::to_scm(row.op));
  if (!row.part.empty()) add("part", fermata::to_scm(row.part));
  if (row.measure) add("measure", fermata::to_scm(*row.measure));
  add("position", fermata::to_scm(row.position));
  if (row.voice) add("voice", fermata::to_scm(row.voice));
  add("before", text_or_null(row.before));
  add("after", text_or_null(row.after));
  return scm_reverse_x(fields, SCM_EOL);
}

SCM field(SCM fields, const char* name) {
  const SCM key = symbol(name);
  for (fields = proper_list(fields); scm_is_pair(fields); fields = SCM_CDR(fields))
    if (scm_is_pair(SCM_CAR(fields)) && scm_is_eq(SCM_CAAR(fields), key)) return SCM_CDAR(fields);
  return SCM_BOOL_F;
}

std::optional<std::string> text_field(SCM fields, const char* name) {
  const SCM value = field(fields, name);
  if (!scm_is_string(value)) return {};
  Conversion conversion;
  return std::string(conversion.text(value));
}

std::optional<int> number_field(SCM fields, const char* name) {
  const SCM value = field(fields, name);
  if (!scm_is_signed_integer(value, 0, 1 << 30)) return {};
  return scm_to_int(value);
}

DeltaRow row_from(SCM fields) {
  DeltaRow row;
  row.op = text_field(fields, "op").value_or("");
  row.part = text_field(fields, "part").value_or("");
  row.measure = number_field(fields, "measure");
  row.position = static_cast<size_t>(number_field(fields, "position").value_or(0));
  row.before = text_field(fields, "before");
  row.after = text_field(fields, "after");
  return row;
}

std::vector<DeltaRow> rows_from(SCM delta) {
  if (!scm_is_vector(delta)) throw Error(ErrorKind::Type, "expected a vector of changes");
  std::vector<DeltaRow> rows;
  for (size_t i = 0; i < scm_c_vector_length(delta); ++i)
    rows.push_back(row_from(scm_c_vector_ref(delta, i)));
  return rows;
}

PRIMITIVE(score_delta, "score-delta", "(score-delta BEFORE AFTER)", 2, 0, 0,
          (SCM before, SCM after), R"(
Return the steps that make the score AFTER out of BEFORE, each of which may be #f for nothing: a
vector of alists with op (insert, replace, delete, attribute), part, measure (its printed number),
position (its index), voice when only one differs, and before and after as source or null.)") {
  const Score& from = score_or_none(before, 1);
  const Score& to = score_or_none(after, 2);
  return give([&] {
    SCM rows = SCM_EOL;
    for (const DeltaRow& row : delta_rows(from, to)) rows = scm_cons(to_scm(row), rows);
    return scm_vector(scm_reverse_x(rows, SCM_EOL));
  });
}

PRIMITIVE(apply_score_delta, "apply-score-delta", "(apply-score-delta SCORE DELTA)", 2, 0, 0,
          (SCM score, SCM delta), R"(
Return SCORE with the steps of DELTA done; #f stands for the empty score on both sides.)") {
  const Score& music = score_or_none(score, 1);
  return give([&] {
    const ScorePtr result = apply_delta(music, delta_from(rows_from(delta)));
    return *result == Score() ? SCM_BOOL_F : fermata::to_scm(Value(result));
  });
}

PRIMITIVE(select_region, "select-region", "(select-region SCORE REGION)", 2, 0, 0,
          (SCM score, SCM region), R"(
Return a list of (PART FIRST MEASURE ...) for the parts that REGION covers, a text such as "m3-5",
"P1:m3" or "P1.v2:m3.1-m4.2": index of the part, index of the first measure, and the measures.)") {
  const Score& music = take<const Score&>(score, 1);
  const std::string_view text = take<std::string_view>(region, 2);
  return give([&] {
    SCM rows = SCM_EOL;
    for (const Selection& selection : select(music, parse_region(text))) {
      const std::vector<Value> measures(selection.measures.begin(), selection.measures.end());
      rows = scm_cons(scm_cons2(fermata::to_scm(selection.part), fermata::to_scm(selection.first),
                                fermata::to_scm(measures)),
                      rows);
    }
    return scm_reverse_x(rows, SCM_EOL);
  });
}

PRIMITIVE(score_grid_prim, "score-grid", "(score-grid SCORE REGION WIDTH)", 3, 0, 0,
          (SCM score, SCM region, SCM width), R"(
Return SCORE, or the REGION of it such as "m3-5" when that is not #f, as text to be read at a glance:
measures in aligned columns, one line a voice, in systems of about WIDTH columns.)") {
  const Score& music = take<const Score&>(score, 1);
  const bool all = scm_is_false(region);
  const std::string_view text = all ? std::string_view{} : take<std::string_view>(region, 2);
  const int columns = take<int>(width, 3);
  return give([&] {
    return score_grid(music, all ? std::nullopt : std::optional(parse_region(text)), columns);
  });
}

PRIMITIVE(score_excerpt, "score-excerpt", "(score-excerpt SCORE REGION)", 2, 0, 0,
          (SCM score, SCM region), R"(
Return what REGION, a text such as "P1:m3-5", covers, as a score of its own that begins with the
clefs, keys and time that hold there. A region that cuts through a tie or slur is refused.)") {
  const Score& music = take<const Score&>(score, 1);
  const std::string_view text = take<std::string_view>(region, 2);
  return give([&] { return Value(excerpt(music, parse_region(text))); });
}

}  // namespace

}  // namespace fermata
