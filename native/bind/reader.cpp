#include <algorithm>
#include <unordered_map>

#include "bind/modules.h"
#include "bind/source.h"
#include "bind/values.h"
#include "text/notation.h"

namespace fermata {

namespace {

constexpr const char* kModule = "reader";
scm_t_bits source_tag;

size_t free_source(SCM object) {
  delete reinterpret_cast<Source*>(SCM_SMOB_DATA(object));
  return 0;
}

const Source& take_source(SCM object, int position,
                          const Where& where = std::source_location::current()) {
  if (!SCM_SMOB_PREDICATE(source_tag, object))
    raise_wrong_type(object, position, "a source", where);
  return *reinterpret_cast<const Source*>(SCM_SMOB_DATA(object));
}

size_t take_token(const Source& source, SCM object, int position,
                  const Where& where = std::source_location::current()) {
  const long index = take<long>(object, position, where);
  if (index < 0 || static_cast<size_t>(index) > source.syntax.tokens.size())
    raise_wrong_type(object, position, "the index of a token", where);
  return static_cast<size_t>(index);
}

std::unique_ptr<Source> make_source(std::string_view text, std::string_view name) {
  auto source = std::make_unique<Source>();
  source->text = text;
  source->name = name;
  source->syntax = tokenize(source->text);
  source->lines.push_back(0);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') source->lines.push_back(static_cast<uint32_t>(i + 1));
  return source;
}

SCM pair_of(long a, long b) { return scm_cons(scm_from_long(a), scm_from_long(b)); }

SCM extent(const Source& source, size_t index) {
  const std::vector<Token>& tokens = source.syntax.tokens;
  if (index >= tokens.size()) return pair_of(static_cast<long>(source.text.size()), 0);
  const Token& last = tokens[after_datum(source.syntax, index) - 1];
  return pair_of(tokens[index].offset, last.offset + last.length - tokens[index].offset);
}

PRIMITIVE(make_source_prim, "make-source", "(make-source TEXT NAME [FIRST-LINE])", 2, 1, 0,
          (SCM text, SCM name, SCM first_line), R"(
Return TEXT cut into tokens, to be read and located by the other source procedures. NAME is what
errors call it, such as "tune.ferm"; FIRST-LINE, 1 unless given, is the number of its first line.)") {
  const int first = SCM_UNBNDP(first_line) ? 1 : take<int>(first_line, 3);
  const std::string_view contents = take<std::string_view>(text, 1);
  const std::string_view label = take<std::string_view>(name, 2);
  Source* made = nullptr;
  try {
    made = make_source(contents, label).release();
    made->first_line = first;
  } catch (...) {
    keep_current_exception();
  }
  if (!made) raise_kept("make-source");
  scm_gc_register_allocation(contents.size() * 4);
  return scm_new_smob(source_tag, reinterpret_cast<scm_t_bits>(made));
}

PRIMITIVE(source_text, "source-text", "(source-text SOURCE)", 1, 0, 0, (SCM source), R"(
Return the whole text of SOURCE.)") {
  return to_scm(take_source(source, 1).text);
}

PRIMITIVE(source_name, "source-name", "(source-name SOURCE)", 1, 0, 0, (SCM source), R"(
Return what errors call SOURCE.)") {
  return to_scm(take_source(source, 1).name);
}

PRIMITIVE(source_problem, "source-problem", "(source-problem SOURCE)", 1, 0, 0, (SCM source), R"(
Return #f when SOURCE reads, else (STATUS MESSAGE HINT OFFSET LENGTH), where STATUS is the symbol
incomplete or error.)") {
  const Syntax& syntax = take_source(source, 1).syntax;
  if (syntax.status == ReadStatus::Complete) return SCM_BOOL_F;
  const bool open = syntax.status == ReadStatus::Incomplete;
  return scm_list_5(scm_from_utf8_symbol(open ? "incomplete" : "error"), to_scm(syntax.message),
                    syntax.hint.empty() ? SCM_BOOL_F : to_scm(syntax.hint),
                    scm_from_uint32(syntax.offset), scm_from_uint32(syntax.length));
}

PRIMITIVE(source_next, "source-next", "(source-next SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return the token at which the next datum at or after TOKEN begins, or #f at the end.)") {
  const Source& from = take_source(source, 1);
  size_t index = take_token(from, token, 2);
  const std::vector<Token>& tokens = from.syntax.tokens;
  while (index < tokens.size()) {
    if (tokens[index].kind == TokenKind::DatumComment)
      index = after_datum(from.syntax, index + 1);
    else if (tokens[index].kind == TokenKind::Comment)
      ++index;
    else
      return scm_from_size_t(index);
  }
  return SCM_BOOL_F;
}

PRIMITIVE(source_after, "source-after", "(source-after SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return the token just past the datum that begins at TOKEN.)") {
  const Source& from = take_source(source, 1);
  return scm_from_size_t(after_datum(from.syntax, take_token(from, token, 2)));
}

PRIMITIVE(source_datum, "source-datum", "(source-datum SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return the datum that begins at TOKEN, with source properties on its lists. Too deep or too wide is
an error of kind limit.)") {
  const Source& from = take_source(source, 1);
  return read_datum(from, to_scm(from.name), take_token(from, token, 2));
}

PRIMITIVE(source_extent, "source-extent", "(source-extent SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return (OFFSET . LENGTH) in bytes of the datum that begins at TOKEN.)") {
  const Source& from = take_source(source, 1);
  return extent(from, take_token(from, token, 2));
}

PRIMITIVE(source_slice, "source-slice", "(source-slice SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return the text of the datum that begins at TOKEN.)") {
  const Source& from = take_source(source, 1);
  const SCM range = extent(from, take_token(from, token, 2));
  return to_scm(std::string_view(from.text).substr(scm_to_size_t(SCM_CAR(range)),
                                                   scm_to_size_t(SCM_CDR(range))));
}

PRIMITIVE(source_place, "source-place", "(source-place SOURCE OFFSET LENGTH)", 3, 0, 0,
          (SCM source, SCM offset, SCM length), R"(
Return (LINE COLUMN WIDTH LINE-TEXT): the place of byte OFFSET counted from 1 in characters, and how
many characters of LENGTH bytes are on that line, at least 1.)") {
  const Source& from = take_source(source, 1);
  const size_t at = std::min(static_cast<size_t>(take<long>(offset, 2)), from.text.size());
  const size_t bytes = static_cast<size_t>(std::max(1L, take<long>(length, 3)));
  const Place place = place_of(from.text, at);
  const std::string_view rest = std::string_view(from.text).substr(at, bytes);
  long width = 0;
  for (const char c : rest.substr(0, rest.find('\n'))) width += (c & 0xC0) != 0x80;
  return scm_list_4(scm_from_int(from.first_line - 1 + place.line), scm_from_int(place.column),
                    scm_from_long(std::max(1L, width)), to_scm(place.source_line));
}

PRIMITIVE(source_offset, "source-offset", "(source-offset SOURCE LINE COLUMN)", 3, 0, 0,
          (SCM source, SCM line, SCM column), R"(
Return the byte offset of LINE and COLUMN, both from 0 and COLUMN in bytes, as source properties
give them, or #f when SOURCE has no such line.)") {
  const Source& from = take_source(source, 1);
  const long row = take<long>(line, 2), byte = take<long>(column, 3);
  if (row < 0 || static_cast<size_t>(row) >= from.lines.size()) return SCM_BOOL_F;
  return scm_from_long(static_cast<long>(from.lines[static_cast<size_t>(row)]) + byte);
}

size_t token_at(const Source& source, long offset) {
  const std::vector<Token>& tokens = source.syntax.tokens;
  const auto at =
      std::lower_bound(tokens.begin(), tokens.end(), offset,
                       [](const Token& token, long where) { return token.offset < where; });
  return static_cast<size_t>(at - tokens.begin());
}

PRIMITIVE(source_token, "source-token", "(source-token SOURCE OFFSET)", 2, 0, 0,
          (SCM source, SCM offset), R"(
Return the index of the first token at or after byte OFFSET.)") {
  const Source& from = take_source(source, 1);
  return scm_from_size_t(token_at(from, take<long>(offset, 2)));
}

PRIMITIVE(source_head, "source-head", "(source-head SOURCE TOKEN)", 2, 0, 0,
          (SCM source, SCM token), R"(
Return the symbol that is the operator of the list that begins at TOKEN, or #f.)") {
  const Source& from = take_source(source, 1);
  const size_t index = take_token(from, token, 2);
  const std::vector<Token>& tokens = from.syntax.tokens;
  if (index + 1 >= tokens.size() || tokens[index].kind != TokenKind::Open ||
      tokens[index + 1].kind != TokenKind::Symbol)
    return SCM_BOOL_F;
  const std::string_view name = from.syntax.of(tokens[index + 1]);
  return scm_from_utf8_symboln(name.data(), name.size());
}

PRIMITIVE(source_find, "source-find", "(source-find SOURCE NAME TOKEN END)", 4, 0, 0,
          (SCM source, SCM name, SCM token, SCM end), R"(
Return (OFFSET . LENGTH) of the first symbol NAME among the tokens from TOKEN to before
END, or #f.)") {
  const Source& from = take_source(source, 1);
  const std::string_view wanted = take<std::string_view>(name, 2);
  const size_t first = take_token(from, token, 3), last = take_token(from, end, 4);
  for (size_t i = first; i < last; ++i) {
    const Token& candidate = from.syntax.tokens[i];
    if (candidate.kind == TokenKind::Symbol && from.syntax.of(candidate) == wanted)
      return pair_of(candidate.offset, candidate.length);
  }
  return SCM_BOOL_F;
}

Error located(const Source& source, size_t index, int argument, int element, int part,
              int measure) {
  Error error(ErrorKind::Value, "");
  error.at_argument(argument, element);
  error.part = part;
  error.measure = measure;
  locate(error, source.syntax, index);
  return error;
}

PRIMITIVE(source_operand, "source-operand",
          "(source-operand SOURCE TOKEN ARGUMENT ELEMENT PART MEASURE)", 6, 0, 0,
          (SCM source, SCM token, SCM argument, SCM element, SCM part, SCM measure), R"(
Return (OFFSET . LENGTH) of what an error in the form at TOKEN means: operand ARGUMENT, its ELEMENT,
or MEASURE of PART; -1 where it does not say.)") {
  const Source& from = take_source(source, 1);
  const size_t index = take_token(from, token, 2);
  const int which = take<int>(argument, 3), inner = take<int>(element, 4);
  const int in_part = take<int>(part, 5), in_measure = take<int>(measure, 6);
  return give([&] {
    const Error error = located(from, index, which, inner, in_part, in_measure);
    return error.offset < 0 ? extent(from, index) : pair_of(error.offset, error.length);
  });
}

/// What a session has defined, asked name by name: listing it all for every form would cost more
/// than the forms.
struct Defined {
  SCM tables;  // list of hash tables by symbol
  std::unordered_map<std::string_view, bool> known;
};

bool is_defined(void* context, std::string_view name) {
  auto& defined = *static_cast<Defined*>(context);
  auto [place, is_new] = defined.known.try_emplace(name, false);
  if (!is_new) return place->second;
  SCM symbol = scm_from_utf8_symboln(name.data(), name.size());
  for (SCM rest = defined.tables; scm_is_pair(rest); rest = SCM_CDR(rest))
    if (scm_is_true(scm_hashq_get_handle(SCM_CAR(rest), symbol))) place->second = true;
  return place->second;
}

bool are_tables(SCM list) {
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list))
    if (!scm_is_true(scm_hash_table_p(SCM_CAR(list)))) return false;
  return true;
}

std::optional<Value> notation(const Source& source, size_t index, SCM tables) {
  if (!are_tables(tables)) throw Error(ErrorKind::Type, "expected a list of hash tables");
  Defined defined{tables, {}};
  return notation_value(source.syntax, index, is_defined, &defined);
}

PRIMITIVE(source_notation, "source-notation", "(source-notation SOURCE TOKEN TABLES)", 3, 0, 0,
          (SCM source, SCM token, SCM tables), R"(
Return a list of the one music value that the datum at TOKEN is, when it is pure notation that uses
none of the symbols that are keys in the hash tables TABLES; else #f. Nothing is evaluated.)") {
  const Source& from = take_source(source, 1);
  const size_t index = take_token(from, token, 2);
  return give([&] {
    const std::optional<Value> value = notation(from, index, tables);
    return value ? scm_list_1(to_scm(*value)) : SCM_BOOL_F;
  });
}

}  // namespace

void define_reader_module() {
  source_tag = scm_make_smob_type("source", 0);
  scm_set_smob_free(source_tag, free_source);
  define_native_module(kModule);
}

}  // namespace fermata
