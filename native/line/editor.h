#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "line/layout.h"

namespace fermata {

/// The line editor: GNU readline's keys, kill ring, undo, searches and vi mode, with a screen of
/// our own. It never waits: it is told when there is something to read, and says what came of it.
namespace editor {

struct Options {
  bool colour = true;
  bool suggestions = true;
  bool plain = false;  // no escape sequences; so too when the terminal is a dumb one
};

/// What the editor asks about a text, so that it needs to know nothing of the language.
struct Hooks {
  std::function<bool(std::string_view)> is_complete;
  std::function<int(std::string_view)> indentation;
  std::function<Spans(std::string_view, size_t cursor)> spans;
};

struct Event {
  enum Kind : unsigned char { Nothing, Line, EndOfInput, Interrupt, Complete } kind = Nothing;
  std::string text;       // Line and Complete
  bool is_whole = false;  // Line: some of it was pasted into what had been typed
  size_t point = 0;       // Complete: the cursor, in characters
};

void open(const Options& options, Hooks hooks);
Options options();
void set_options(const Options& options);

/// Prepare the terminal and draw; from now on there is a text to edit.
void prompt(const std::string& prompt);
/// Take in what was typed. Call it when standard input is readable or is_pending().
Event read();
/// Whether keys wait that were read and not yet used.
bool is_pending();
/// Answer to Complete: `candidates` replace the text from character `start` to the cursor.
void complete(size_t start, std::vector<Candidate> candidates);
/// Print `text` above what is being edited.
void above(std::string_view text);
void set_text(std::string_view text);
/// The window has another size, or the process went on after a stop.
void resize();
/// Give the terminal back as it was found; a text that is being edited is dropped. Also done when
/// the process exits.
void pause();

}  // namespace editor

}  // namespace fermata
