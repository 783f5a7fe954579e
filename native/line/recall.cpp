#include "line/recall.h"

#include <algorithm>

#include "line/buffer.h"
#include "line/past.h"

namespace fermata {

bool Recall::is_going() const { return begun_ && buffer::text() == shown_; }

void Recall::show(int index) {
  index_ = index;
  shown_ = index < past::count() ? past::entry(index) : typed_;
  buffer::replace_all(shown_);
}

void Recall::older() {
  if (!is_going()) {
    begun_ = true;
    typed_ = shown_ = buffer::text();
    index_ = past::count();
  }
  const int found = past::latest(typed_, index_, shown_);
  if (found >= 0) show(found);
}

void Recall::newer() {
  if (is_going() && index_ < past::count()) show(past::next(typed_, index_, shown_));
}

std::string_view suggestion() {
  const std::string_view text = buffer::text();
  if (text.empty() || !buffer::at_end()) return {};
  const int found = past::latest(text, past::count(), text);
  return found < 0 ? std::string_view{} : past::entry(found).substr(text.size());
}

std::string_view first_word(std::string_view text) {
  constexpr std::string_view kBlanks = " \n\t";
  const size_t start = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(0, text.find_first_of(kBlanks, start));
}

}  // namespace fermata
