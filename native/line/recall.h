#pragma once

#include <string>
#include <string_view>

namespace fermata {

/// Going back through what was typed before, among the entries that begin as the text did.
class Recall {
 public:
  void reset() { *this = Recall(); }
  /// Put the next older or newer entry into the buffer; past the newest, what was being typed.
  void older();
  void newer();

 private:
  bool is_going() const;
  void show(int index);

  bool begun_ = false;
  std::string typed_;  // what was in the buffer when it began, the beginning that is looked for
  std::string shown_;  // a change by the user ends the search
  int index_ = 0;
};

/// How the latest entry that begins with the buffer's text goes on, when the cursor is at its end.
std::string_view suggestion();
/// The beginning of it, up to the end of its first word.
std::string_view first_word(std::string_view text);

}  // namespace fermata
