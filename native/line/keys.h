#pragma once

namespace fermata {

/// What keys do that is not readline's, given by the editor.
struct KeyActions {
  bool (*enter)();  // whether the text is finished
  void (*new_line)();
  void (*paste)();  // a pasted block follows
  void (*complete)();
  void (*older)();
  void (*newer)();
  void (*clear)();
  bool suggests = true;
};

/// Bind them, in emacs and vi mode; readline must have been initialized.
void bind_keys(const KeyActions& actions);

}  // namespace fermata
