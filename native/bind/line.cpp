#include "base/file.h"
#include "bind/modules.h"
#include "bind/values.h"
#include "line/editor.h"
#include "line/painter.h"
#include "line/past.h"
#include "line/terminal.h"
#include "line/width.h"

namespace fermata {

namespace {

constexpr const char* kModule = "line";

Painter painter;

editor::Hooks hooks() {
  return {[](std::string_view text) { return painter.is_complete(text); },
          [](std::string_view text) { return painter.indentation(text); },
          [](std::string_view text, size_t cursor) { return painter.typed(text, cursor); }};
}

void change(bool& option, SCM alist, const char* name) {
  SCM pair = scm_assq(scm_from_utf8_symbol(name), alist);
  if (scm_is_pair(pair)) option = scm_is_true(SCM_CDR(pair));
}

// Of an alist only; scm_assq would raise in the middle of C++ on anything else.
editor::Options changed(editor::Options options, SCM alist) {
  for (SCM rest = proper_list(alist); scm_is_pair(rest); rest = SCM_CDR(rest))
    if (!scm_is_pair(SCM_CAR(rest)))
      throw Error(ErrorKind::Type, "expected an alist of options",
                  "such as ((colour . #t) (suggestions . #f))");
  change(options.colour, alist, "colour");
  change(options.suggestions, alist, "suggestions");
  change(options.plain, alist, "plain");
  return options;
}

PRIMITIVE(editor_open, "editor-open!", "(editor-open! OPTIONS)", 1, 0, 0, (SCM options), R"(
Make the line editor ready. OPTIONS is an alist of colour, suggestions (both true unless given) and
plain, which means no escape sequences at all, as for a dumb terminal.)") {
  return give([&] {
    editor::open(changed({}, options), hooks());
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_options, "editor-options!", "(editor-options! OPTIONS)", 1, 0, 0, (SCM options),
          R"(
Change those of the editor's options that the alist OPTIONS holds.)") {
  return give([&] {
    editor::set_options(changed(editor::options(), options));
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_prompt, "editor-prompt!", "(editor-prompt! PROMPT)", 1, 0, 0, (SCM prompt), R"(
Take the terminal over and draw PROMPT, with a text to edit after it. What the current output port
still holds must have been written before.)") {
  const std::string_view text = take<std::string_view>(prompt, 1);
  return give([&] {
    editor::prompt(std::string(text));
    return SCM_UNSPECIFIED;
  });
}

SCM as_list(const editor::Event& event) {
  switch (event.kind) {
    case editor::Event::Nothing: return SCM_BOOL_F;
    case editor::Event::Line:
      if (!is_utf8(event.text)) return scm_list_1(scm_from_utf8_symbol("garbled"));
      return scm_cons(scm_from_utf8_symbol(event.is_whole ? "whole" : "line"), to_scm(event.text));
    case editor::Event::EndOfInput: return scm_list_1(scm_from_utf8_symbol("eof"));
    case editor::Event::Interrupt: return scm_list_1(scm_from_utf8_symbol("interrupt"));
    case editor::Event::Complete:
      if (!is_utf8(event.text))
        return scm_list_3(scm_from_utf8_symbol("complete"), to_scm(std::string()), to_scm(0));
      return scm_list_3(scm_from_utf8_symbol("complete"), to_scm(event.text), to_scm(event.point));
  }
  return SCM_BOOL_F;
}

PRIMITIVE(editor_read, "editor-read!", "(editor-read!)", 0, 0, 0, (), R"(
Take in what was typed; call it when descriptor 0 can be read or (editor-pending?). Return #f while
the text is edited, (line . TEXT) when it is finished, (whole . TEXT) when moreover something was
pasted into what had been typed, (garbled) when that is not UTF-8, (eof), (interrupt) when it was
dropped by Ctrl-C, or (complete TEXT POINT), to be answered by editor-complete!. After a line, eof
or interrupt the next text needs editor-prompt! again.)") {
  return give([] { return as_list(editor::read()); });
}

PRIMITIVE(editor_pending, "editor-pending?", "(editor-pending?)", 0, 0, 0, (), R"(
Return whether the editor has read keys that it has not yet used, so that nobody need wait.
  (editor-pending?)  =>  #f)") {
  return give([] { return editor::is_pending(); });
}

std::vector<Candidate> candidates_of(SCM list) {
  std::vector<Candidate> candidates;
  Conversion conversion;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    SCM pair = SCM_CAR(list);
    if (!scm_is_pair(pair) || !scm_is_string(SCM_CAR(pair)))
      throw Error(ErrorKind::Type, "expected a list of candidates, each (TEXT . DOC)");
    const bool has_doc = scm_is_string(SCM_CDR(pair));
    candidates.push_back({std::string(conversion.text(SCM_CAR(pair))),
                          has_doc ? std::string(conversion.text(SCM_CDR(pair))) : ""});
  }
  return candidates;
}

PRIMITIVE(editor_complete, "editor-complete!", "(editor-complete! START CANDIDATES)", 2, 0, 0,
          (SCM start, SCM candidates), R"(
Complete what is typed from character START to the cursor. CANDIDATES are (TEXT . DOC), DOC one
line or #f. One is inserted, of several what they have in common, and they are listed below.)") {
  const long from = take<long>(start, 1);
  return give([&] {
    editor::complete(static_cast<size_t>(std::max(0L, from)), candidates_of(candidates));
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_pause, "editor-pause!", "(editor-pause!)", 0, 0, 0, (), R"(
Give the terminal back as it was found, so that Ctrl-C interrupts; to be done before an
evaluation. A text that is being edited is dropped.)") {
  return give([] {
    editor::pause();
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_above, "editor-above!", "(editor-above! TEXT)", 1, 0, 0, (SCM text), R"(
Print TEXT above the prompt; what is being edited stays.)") {
  const std::string_view lines = take<std::string_view>(text, 1);
  return give([&] {
    editor::above(lines);
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_set_text, "editor-set-text!", "(editor-set-text! TEXT)", 1, 0, 0, (SCM text), R"(
Make TEXT the text that is edited, the cursor at its end.)") {
  const std::string_view whole = take<std::string_view>(text, 1);
  return give([&] {
    editor::set_text(whole);
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_resize, "editor-resize!", "(editor-resize!)", 0, 0, 0, (), R"(
Paint again, because the window has another size or the process went on after a stop.)") {
  return give([] {
    editor::resize();
    return SCM_UNSPECIFIED;
  });
}

void add_names(SCM list) {
  Conversion conversion;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    if (!scm_is_symbol(SCM_CAR(list)) && !scm_is_string(SCM_CAR(list)))
      throw Error(ErrorKind::Type, "expected a list of names, symbols or strings");
    painter.names.emplace(conversion.text(SCM_CAR(list)));
  }
}

PRIMITIVE(editor_names, "editor-names!", "(editor-names! NAMES)", 1, 0, 0, (SCM names), R"(
Tell the editor what names are defined, as symbols or strings; all others are coloured as
unknown.)") {
  return give([&] {
    painter.names.clear();
    add_names(names);
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_add_names, "editor-add-names!", "(editor-add-names! NAMES)", 1, 0, 0, (SCM names),
          R"(
Tell the editor of more names that are defined.)") {
  return give([&] {
    add_names(names);
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_command, "editor-command!", "(editor-command! NAME CODE? WORDS)", 3, 0, 0,
          (SCM name, SCM code, SCM words), R"(
Tell the editor that after NAME, a command such as "notebook music", stand so many WORDS and then
code, if CODE?, or else text. Enter goes on in code that is open, and in a text begun with a quote.)") {
  const std::string_view command = take<std::string_view>(name, 1);
  const int count = take<int>(words, 3);
  return give([&] {
    painter.commands[std::string(command)] = {scm_is_true(code), count};
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_history, "editor-history!", "(editor-history! PATH)", 1, 0, 0, (SCM path), R"(
Take in what was typed before from the file PATH, which need not exist, and keep it there.)") {
  const std::string_view file = take<std::string_view>(path, 1);
  return give([&] {
    past::load(std::string(file));
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(editor_remember, "editor-remember!", "(editor-remember! TEXT)", 1, 0, 0, (SCM text), R"(
Keep TEXT among what was typed before, unless it begins with a space or is there as the last.)") {
  const std::string_view typed = take<std::string_view>(text, 1);
  return give([&] {
    past::remember(typed);
    return SCM_UNSPECIFIED;
  });
}

PRIMITIVE(paint_text, "paint-text", "(paint-text TEXT)", 1, 0, 0, (SCM text), R"(
Return TEXT, which is code, with the colours it would have when it is typed.)") {
  const std::string_view code = take<std::string_view>(text, 1);
  return give([&] { return inked(code, painter.shown(code), editor::options().colour); });
}

PRIMITIVE(text_columns, "text-columns", "(text-columns TEXT)", 1, 0, 0, (SCM text), R"(
Return how many columns of the screen TEXT takes; colours take none.
  (text-columns "caf\u00e9")  =>  4)") {
  const std::string_view line = take<std::string_view>(text, 1);
  return give([&] { return columns_of(line); });
}

PRIMITIVE(screen_size, "screen-size", "(screen-size)", 0, 0, 0, (), R"(
Return (COLUMNS . ROWS) of the terminal, (80 . 24) when there is none.)") {
  const terminal::Size size = terminal::size();
  return scm_cons(scm_from_int(size.columns), scm_from_int(size.rows));
}

PRIMITIVE(editor_close, "editor-close!", "(editor-close!)", 0, 0, 0, (), R"(
Leave the terminal as it was found.)") {
  return give([] {
    editor::pause();
    return SCM_UNSPECIFIED;
  });
}

}  // namespace

void define_line_module() { define_native_module(kModule); }

}  // namespace fermata
