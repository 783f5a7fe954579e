#include "line/editor.h"

#include <locale.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <readline/readline.h>

#include "line/buffer.h"
#include "line/keys.h"
#include "line/past.h"
#include "line/paste.h"
#include "line/recall.h"
#include "line/screen.h"
#include "line/terminal.h"
#include "line/width.h"

namespace fermata::editor {

namespace {

constexpr std::string_view kPasteOn = "\x1b[?2004h", kPasteOff = "\x1b[?2004l";
constexpr std::string_view kPasteEnd = "\x1b[201~";
constexpr char kCtrlC = 3, kCtrlZ = 26;

/// Readline has one state, so there is one editor.
struct Editor {
  Options options;
  Hooks hooks;
  bool is_open = false;
  bool is_editing = false;  // between prompt() and an event that ends the text
  bool is_dirty = false;
  bool is_pasting = false;
  bool is_pasted_into = false;  // what was pasted last went into a text that had begun
  bool is_closed = false;       // the terminal is gone
  std::string input;            // keys that were read
  size_t used = 0;              // of them
  std::string pasted;
  std::string earlier_lines;  // plain only: readline's own display knows one line
  std::string prompt;
  std::vector<Candidate> list;
  Event event;
  Recall recall;
  Screen screen;
  terminal::Size size;
  int top = 0;
};
Editor the;

// --- input -----------------------------------------------------------------------------------

std::string_view unused() { return std::string_view(the.input).substr(the.used); }

bool is_readable(int milliseconds) {
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  return poll(&ready, 1, milliseconds) > 0;
}

void read_chunk() {
  char chunk[1 << 16];
  const ssize_t got = ::read(STDIN_FILENO, chunk, sizeof chunk);
  if (got > 0) {
    the.input.erase(0, the.used);
    the.used = 0;
    the.input.append(chunk, static_cast<size_t>(got));
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    the.is_closed = true;
  }
}

void read_available() {
  constexpr size_t kAtOnce = 1 << 20;
  while (!the.is_closed && the.input.size() < kAtOnce && is_readable(0)) read_chunk();
}

int next_key(FILE*) {
  while (unused().empty() && !the.is_closed) read_chunk();
  if (unused().empty()) return EOF;
  return static_cast<unsigned char>(the.input[the.used++]);
}

// Asked with a time when a key might begin a longer one, as Escape does in vi mode. Asked without,
// readline would take in more keys at once, past those that are not for it.
int is_key_coming() {
  const int microseconds = rl_set_keyboard_input_timeout(-1);
  return microseconds > 0 && (!unused().empty() || is_readable(microseconds / 1000));
}

// --- painting --------------------------------------------------------------------------------

bool is_searching() { return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH); }

Scene scene_now() {
  Scene scene;
  scene.prompt = rl_display_prompt ? rl_display_prompt : "";
  scene.text = buffer::text();
  scene.cursor = buffer::point();
  scene.columns = the.size.columns;
  scene.rows = the.size.rows;
  scene.top = the.top;
  scene.colour = the.options.colour;
  return scene;
}

void paint() {
  the.is_dirty = false;
  if (the.options.plain || !the.is_editing) return;
  Scene scene = scene_now();
  scene.spans = the.hooks.spans(scene.text, scene.cursor);
  scene.list = &the.list;
  std::string ahead;
  if (the.options.suggestions && !is_searching()) {
    const std::string_view rest = suggestion();
    ahead = rest.substr(0, rest.find('\n'));
    if (ahead.size() < rest.size()) ahead += " ...";
  }
  scene.suggestion = ahead;
  Picture picture = lay_out(scene);
  the.top = picture.top;
  terminal::write(the.screen.repaint(std::move(picture)));
}

// All of the text without anything that was only help, then `mark`; the cursor goes below.
void paint_finished(std::string_view mark) {
  Scene scene = scene_now();
  scene.prompt = the.prompt;
  scene.cursor = scene.text.size();
  scene.spans = the.hooks.spans(scene.text, std::string_view::npos);
  scene.whole = true;
  std::string bytes = the.screen.repaint(lay_out(scene));
  bytes.append(mark).append(the.screen.leave()).append(kPasteOff);
  terminal::write(bytes);
}

void mark_dirty() { the.is_dirty = true; }

void redraw_plain() {
  rl_on_new_line();
  rl_redisplay();
}

// --- keys ------------------------------------------------------------------------------------

bool continue_plain() {
  the.earlier_lines.append(buffer::text()) += '\n';
  rl_replace_line("", 1);
  rl_crlf();
  rl_set_prompt(std::string(static_cast<size_t>(columns_of(the.prompt)), ' ').c_str());
  rl_on_new_line();
  return false;
}

void on_new_line() {
  const std::string_view before = buffer::text().substr(0, buffer::point());
  const int indent = the.hooks.indentation(before);
  buffer::insert("\n" + std::string(static_cast<size_t>(indent), ' '));
}

bool on_enter() {
  const std::string text = the.earlier_lines + std::string(buffer::text());
  if (the.hooks.is_complete(text)) {
    if (!the.options.plain) paint_finished("");
    return true;
  }
  if (the.options.plain) return continue_plain();
  on_new_line();
  return false;
}

void on_complete() {
  const size_t point = character_index(buffer::text(), buffer::point());
  the.event = {Event::Complete, std::string(buffer::text()), false, point};
}

void on_older() { the.recall.older(); }
void on_newer() { the.recall.newer(); }

void on_clear() {
  if (the.options.plain) return;
  terminal::write("\x1b[H\x1b[2J");
  the.screen.forget();
  the.is_dirty = true;
}

// --- events ----------------------------------------------------------------------------------

void stop_editing() {
  the.is_editing = the.is_pasting = the.is_pasted_into = false;
  the.pasted.clear();
  the.list.clear();
  the.earlier_lines.clear();
  rl_callback_handler_remove();
}

// Readline calls it with the line, which is ours to free, or with nothing at the end of input.
void on_line(char* line) {
  if (line)
    the.event = {Event::Line, the.earlier_lines + line, the.is_pasted_into};
  else
    the.event.kind = Event::EndOfInput;
  std::free(line);
  if (the.event.kind == Event::EndOfInput && !the.options.plain) paint_finished("");
  stop_editing();
}

void drop_line() {
  rl_callback_sigcleanup();
  if (the.options.plain)
    terminal::write("^C\r\n");
  else
    paint_finished("^C");
  rl_free_line_state();
  rl_replace_line("", 1);
  stop_editing();
  the.event.kind = Event::Interrupt;
}

void suspend() {
  terminal::write(the.options.plain ? "\r\n" : the.screen.leave().append(kPasteOff));
  terminal::restore();
  terminal::suspend();
  terminal::prepare();
  the.size = terminal::size();
  if (the.options.plain) return redraw_plain();
  terminal::write(kPasteOn);
  the.is_dirty = true;
}

// --- paste -----------------------------------------------------------------------------------

void insert_pasted() {
  std::string text = pasted_text(the.pasted);
  const std::string_view before = buffer::text().substr(0, buffer::point());
  the.is_pasted_into = before.find_first_not_of(" \n") != std::string_view::npos;
  the.pasted.clear();
  if (buffer::at_end()) text.erase(text.find_last_not_of('\n') + 1);
  buffer::insert(text);
  the.is_dirty = true;
}

// The end mark may have been cut in two by the end of what was read before.
void take_pasted() {
  const size_t before = the.pasted.size();
  the.pasted += unused();
  the.used = the.input.size();
  const size_t end = the.pasted.find(kPasteEnd, before - std::min(before, kPasteEnd.size()));
  if (end == std::string::npos) return;
  the.input = the.pasted.substr(end + kPasteEnd.size());
  the.used = 0;
  the.pasted.resize(end);
  the.is_pasting = false;
  insert_pasted();
}

void on_paste() { the.is_pasting = true; }

void use_key() {
  const char key = unused().front();
  if (the.is_pasting && unused().size() > 1) return take_pasted();
  if (key != kCtrlC && key != kCtrlZ)
    return the.is_pasting ? take_pasted() : rl_callback_read_char();
  ++the.used;
  key == kCtrlC ? drop_line() : suspend();
}

// --- completion ------------------------------------------------------------------------------

size_t common_length(std::string_view one, std::string_view other) {
  size_t at = 0;
  while (at < std::min(one.size(), other.size())) {
    const size_t bytes = glyph_at(one, at).bytes;
    if (one.substr(at, bytes) != other.substr(at, bytes)) break;
    at += bytes;
  }
  return at;
}

std::string common_beginning(const std::vector<Candidate>& candidates) {
  std::string common = candidates.front().text;
  for (const Candidate& candidate : candidates)
    common.resize(common_length(common, candidate.text));
  return common;
}

/// What follows a word that is certain: the quote that ends a file's name, or a space.
std::string closing(size_t start, std::string_view word) {
  const std::string_view text = buffer::text();
  const bool is_open_ended = word.empty() || word.back() == '/' || word.back() == ' ';
  if (is_open_ended) return "";
  const char next = buffer::at_end() ? '\0' : text[buffer::point()];
  if (start > 0 && text[start - 1] == '"') return next == '"' ? "" : "\"";
  return next == '\0' || next == '(' ? " " : "";
}

void list_plainly() {
  std::string lines = "\r\n";
  for (const Candidate& candidate : the.list)
    lines.append(candidate.text).append("  ").append(candidate.doc).append("\r\n");
  the.list.clear();
  terminal::write(lines);
  redraw_plain();
}

// --- setting up ------------------------------------------------------------------------------

// Readline asks the locale what a character is; in the plain C locale a letter of two bytes would
// be two.
void ensure_utf8() {
  if (MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
}

bool is_dumb() {
  const char* name = std::getenv("TERM");
  return !name || !*name || std::string_view(name) == "dumb";
}

void bind() {
  bind_keys({on_enter, on_new_line, on_paste, on_complete, on_older, on_newer, on_clear,
             the.options.suggestions});
}

void bind_variables() {
  for (const char* name : {"blink-matching-paren", "enable-bracketed-paste", "convert-meta"})
    rl_variable_bind(name, "off");
  for (const char* name : {"input-meta", "output-meta"}) rl_variable_bind(name, "on");
}

void initialize_readline() {
  rl_readline_name = "fermata";
  rl_catch_signals = rl_catch_sigwinch = rl_change_environment = 0;
  rl_prep_term_function = nullptr;
  rl_deprep_term_function = nullptr;
  rl_getc_function = next_key;
  rl_input_available_hook = is_key_coming;
  ensure_utf8();
  rl_initialize();
  ensure_utf8();
  bind_variables();
}

}  // namespace

void open(const Options& options, Hooks hooks) {
  the.hooks = std::move(hooks);
  if (!the.is_open) {
    initialize_readline();
    std::atexit(pause);  // whoever calls exit, the terminal is left as it was found
  }
  the.is_open = true;
  set_options(options);
}

Options options() { return the.options; }

void set_options(const Options& options) {
  the.options = options;
  the.options.plain = options.plain || is_dumb();
  if (the.options.plain) the.options.colour = the.options.suggestions = false;
  rl_redisplay_function = the.options.plain ? rl_redisplay : mark_dirty;
  rl_tty_set_echoing(the.options.plain);
  bind();
  paint();
}

void prompt(const std::string& text) {
  terminal::prepare();
  the.size = terminal::size();
  the.prompt = text;
  the.top = 0;
  the.recall.reset();
  rl_set_screen_size(the.size.rows, the.size.columns);
  if (the.is_editing) {
    rl_set_prompt(text.c_str());
    return paint();
  }
  the.is_editing = true;
  the.screen.forget();
  if (!the.options.plain) terminal::write(kPasteOn);
  rl_callback_handler_install(text.c_str(), on_line);
  ensure_utf8();
  paint();
}

Event read() {
  the.event = {};
  if (!the.is_editing) return the.event;
  read_available();
  if (!is_pending() && !the.is_closed) return the.event;
  const std::vector<Candidate> shown = std::exchange(the.list, {});
  while (the.event.kind == Event::Nothing && !unused().empty()) use_key();
  if (the.event.kind == Event::Nothing && the.is_closed) {
    the.event.kind = Event::EndOfInput;
    stop_editing();
  }
  if (the.event.kind == Event::Complete)
    the.list = shown;
  else if (the.is_dirty || !shown.empty())
    paint();
  return the.event;
}

bool is_pending() { return !unused().empty(); }

void complete(size_t start, std::vector<Candidate> candidates) {
  the.list.clear();
  if (!the.is_editing) return;
  const size_t from = std::min(byte_offset(buffer::text(), start), buffer::point());
  const std::string typed(buffer::text().substr(from, buffer::point() - from));
  if (!candidates.empty()) {
    std::string word = common_beginning(candidates);
    if (candidates.size() == 1) word += closing(from, word);
    if (word.size() > typed.size() || candidates.size() == 1)
      buffer::replace(from, buffer::point(), word);
  }
  if (candidates.size() > 1) the.list = std::move(candidates);
  if (the.options.plain && !the.list.empty()) return list_plainly();
  if (the.options.plain) return rl_redisplay();
  paint();
}

void above(std::string_view text) {
  std::string bytes = the.is_editing && !the.options.plain ? the.screen.erase() : "";
  if (the.is_editing && the.options.plain) bytes = "\r\n";
  for (const char c : text) c == '\n' ? bytes.append("\r\n") : bytes.append(1, c);
  if (!text.ends_with('\n')) bytes += "\r\n";
  terminal::write(bytes);
  if (!the.is_editing) return;
  the.options.plain ? redraw_plain() : paint();
}

void set_text(std::string_view text) {
  if (!the.is_editing) return;
  buffer::replace_all(text);
  the.options.plain ? rl_redisplay() : paint();
}

void resize() {
  if (!the.is_editing) return;
  terminal::prepare(true);
  the.size = terminal::size();
  rl_set_screen_size(the.size.rows, the.size.columns);
  if (the.options.plain) return;
  terminal::write(the.screen.erase_wrapped(the.size.columns).append(kPasteOn));
  paint();
}

void pause() {
  if (the.is_editing) {
    if (!the.options.plain) terminal::write(the.screen.leave().append(kPasteOff));
    stop_editing();
  }
  terminal::restore();
}

}  // namespace fermata::editor
