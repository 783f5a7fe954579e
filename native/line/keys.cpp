#include "line/keys.h"

#include <cstdio>

#include <readline/readline.h>

#include "line/buffer.h"
#include "line/recall.h"

namespace fermata {

namespace {

KeyActions actions;

int on_enter(int, int key) { return actions.enter() ? rl_newline(1, key) : 0; }

int on_tab(int, int) {
  actions.complete();
  return 0;
}

int on_new_line(int, int) {
  actions.new_line();
  return 0;
}

int on_paste(int, int) {
  actions.paste();
  return 0;
}

int on_up(int, int) {
  if (!buffer::line_up()) actions.older();
  return 0;
}

int on_down(int, int) {
  if (!buffer::line_down()) actions.newer();
  return 0;
}

int on_clear(int, int) {
  actions.clear();
  return 0;
}

/// Take the suggestion, all of it or a word, if there is one.
bool take_suggestion(bool all) {
  const std::string rest(actions.suggests ? suggestion() : std::string_view{});
  if (rest.empty()) return false;
  buffer::insert(all ? rest : first_word(rest));
  return true;
}

int on_right(int count, int key) { return take_suggestion(true) ? 0 : rl_forward_char(count, key); }
int on_word(int count, int key) { return take_suggestion(false) ? 0 : rl_forward_word(count, key); }

// Of the line first, then of the whole text.
int on_home(int, int) {
  const size_t start = buffer::line_start(buffer::point());
  buffer::move_to(start == buffer::point() ? 0 : start);
  return 0;
}

int on_end(int, int) {
  const size_t end = buffer::line_end(buffer::point());
  if (buffer::at_end())
    take_suggestion(true);
  else
    buffer::move_to(end == buffer::point() ? buffer::text().size() : end);
  return 0;
}

// To the end of the line; at its end, the newline.
int on_kill(int, int) {
  const size_t end = buffer::line_end(buffer::point());
  const size_t to = end == buffer::point() && !buffer::at_end() ? end + 1 : end;
  return rl_kill_text(rl_point, static_cast<int>(to));
}

enum Maps : unsigned char { Emacs = 1, Insertion = 2, Movement = 4, Typing = 3, All = 7 };

struct KeyRow {
  const char* keys;
  int (*action)(int, int);
  Maps maps;
};

constexpr KeyRow kKeys[] = {
    {"\\C-m", on_enter, All},
    {"\\C-j", on_enter, All},
    {"\\C-i", on_tab, Typing},
    {"\\e\\C-m", on_new_line, Typing},
    {"\\e\\C-j", on_new_line, Typing},
    {"\\C-l", on_clear, All},
    {"\\e[A", on_up, All},
    {"\\eOA", on_up, All},
    {"\\e[B", on_down, All},
    {"\\eOB", on_down, All},
    {"\\C-p", on_up, Emacs},
    {"\\C-n", on_down, Emacs},
    {"\\e[C", on_right, All},
    {"\\eOC", on_right, All},
    {"\\C-f", on_right, Emacs},
    {"\\ef", on_word, Emacs},
    {"\\C-a", on_home, Emacs},
    {"\\C-e", on_end, Emacs},
    {"\\e[H", on_home, All},
    {"\\eOH", on_home, All},
    {"\\e[1~", on_home, All},
    {"\\e[F", on_end, All},
    {"\\eOF", on_end, All},
    {"\\e[4~", on_end, All},
    {"\\C-k", on_kill, Emacs},
    {"\\e[200~", on_paste, All},
};

}  // namespace

void bind_keys(const KeyActions& given) {
  actions = given;
  for (const KeyRow& row : kKeys) {
    if (row.maps & Emacs) rl_bind_keyseq_in_map(row.keys, row.action, emacs_standard_keymap);
    if (row.maps & Insertion) rl_bind_keyseq_in_map(row.keys, row.action, vi_insertion_keymap);
    if (row.maps & Movement) rl_bind_keyseq_in_map(row.keys, row.action, vi_movement_keymap);
  }
}

}  // namespace fermata
