#include "base/suggest.h"
#include "bind/modules.h"
#include "bind/values.h"
#include "musicxml/writer.h"
#include "text/layout.h"
#include "text/notation.h"
#include "text/printer.h"
#include "text/topics.h"

namespace fermata {

namespace {

constexpr const char* kModule = "text";

PRIMITIVE(value_source, "value->source", "(value->source VALUE [WIDTH])", 1, 1, 0,
          (SCM value, SCM width), R"doc(
Return the source that makes VALUE, laid out in WIDTH columns (80).
  (value->source (note c4 :q))  =>  "(note c4 :q)")doc") {
  const int columns = SCM_UNBNDP(width) ? 80 : take<int>(width, 2);
  return give([&] {
    Conversion conversion;
    return to_source(conversion.value(value), columns);
  });
}

PRIMITIVE(format_source_prim, "format-source", "(format-source TEXT [WIDTH])", 1, 1, 0,
          (SCM text, SCM width), R"doc(
Return TEXT in canonical layout, comments kept.
  (format-source "(note  c4   :q)")  =>  "(note c4 :q)\n")doc") {
  const std::string_view source = take<std::string_view>(text, 1);
  const int columns = SCM_UNBNDP(width) ? 80 : take<int>(width, 2);
  return give([&] { return format_source(source, columns); });
}

PRIMITIVE(score_musicxml, "score->musicxml", "(score->musicxml SCORE [DATE])", 1, 1, 0,
          (SCM score, SCM date), R"(
Return SCORE as MusicXML 4.0. DATE, when given, is written as the encoding date.)") {
  const Score& music = take<const Score&>(score, 1);
  const std::string_view day =
      SCM_UNBNDP(date) ? std::string_view{} : take<std::string_view>(date, 2);
  return give([&] {
    MusicXmlOptions options;
    options.date = day;
    return write_musicxml(music, options);
  });
}

PRIMITIVE(score_warnings, "score-warnings", "(score-warnings SCORE)", 1, 0, 0, (SCM score), R"(
Return a list of sentences: what is still open at the end of SCORE.)") {
  const Score& music = take<const Score&>(score, 1);
  return give([&] { return export_warnings(music); });
}

PRIMITIVE(read_score_prim, "read-score", "(read-score TEXT)", 1, 0, 0, (SCM text), R"(
Return the score that TEXT, pure notation, is. Nothing is evaluated.)") {
  const std::string_view source = take<std::string_view>(text, 1);
  return give([&] { return Value(read_score(source)); });
}

PRIMITIVE(topic_name_list, "topic-names", "(topic-names)", 0, 0, 0, (), R"(
Return the names of the topics that `fermata show` knows.)") {
  return give([] { return topic_names(); });
}

PRIMITIVE(topic_text_prim, "topic-text", "(topic-text NAME)", 1, 0, 0, (SCM name), R"(
Return what `fermata show NAME` prints.)") {
  const std::string_view topic = take<std::string_view>(name, 1);
  return give([&] { return topic_text(topic); });
}

PRIMITIVE(topic_json_prim, "topic-json", "(topic-json NAME)", 1, 0, 0, (SCM name), R"(
Return the topic NAME as JSON; all of them when NAME is empty.)") {
  const std::string_view topic = take<std::string_view>(name, 1);
  return give([&] { return topic_json(topic); });
}

PRIMITIVE(suggest_name, "suggest-name", "(suggest-name WRONG NAMES)", 2, 0, 0,
          (SCM wrong, SCM names), R"(
Return the string or symbol in the list NAMES that is nearest to WRONG, as a string, or #f when
none is near enough to be meant.
  (suggest-name "nite" '("note" "rest"))  =>  "note")") {
  const std::string_view given = take<std::string_view>(wrong, 1);
  return give([&] {
    Conversion conversion;
    std::vector<std::string_view> candidates;
    for (SCM at = proper_list(names); scm_is_pair(at); at = SCM_CDR(at))
      if (scm_is_symbol(SCM_CAR(at)) || scm_is_string(SCM_CAR(at)))
        candidates.push_back(conversion.text(SCM_CAR(at)));
    const std::string best = nearest(given, candidates);
    return best.empty() ? SCM_BOOL_F : to_scm(best);
  });
}

SCM row(const char* module, std::string_view name, std::string_view usage, std::string_view doc) {
  return scm_list_4(scm_from_utf8_symbol(module), scm_from_utf8_symboln(name.data(), name.size()),
                    to_scm(usage), to_scm(doc));
}

PRIMITIVE(primitive_rows, "primitive-rows", "(primitive-rows)", 0, 0, 0, (), R"(
Return (MODULE NAME USAGE DOC) for every native procedure, the music forms included.)") {
  SCM rows = SCM_EOL;
  for (const Primitive& primitive : primitives())
    rows = scm_cons(row(primitive.module, primitive.name, primitive.usage, primitive.doc), rows);
  for (const Form& form : form_table())
    rows = scm_cons(row("notation", form.name, form.usage, form.doc), rows);
  return scm_reverse_x(rows, SCM_EOL);
}

PRIMITIVE(form_row, "form-row", "(form-row NAME)", 1, 0, 0, (SCM name), R"(
Return (NAME USAGE DOC EXAMPLE) of the music form called NAME, or #f.)") {
  const Form* form = find_form(take<std::string_view>(name, 1));
  if (!form) return SCM_BOOL_F;
  return scm_list_4(name, to_scm(form->usage), to_scm(form->doc), to_scm(form->example));
}

PRIMITIVE(form_keywords, "form-keywords", "(form-keywords NAME)", 1, 0, 0, (SCM name), R"(
Return the keywords that mean something to the music form called NAME, as strings
without colon.)") {
  const std::string_view form = take<std::string_view>(name, 1);
  return give([&] { return keywords_of(form); });
}

}  // namespace

void define_text_module() { define_native_module(kModule); }

}  // namespace fermata
