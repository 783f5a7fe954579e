#include "line/paste.h"

#include <algorithm>

#include "line/width.h"

namespace fermata {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes of the prompt `[name] In[3]: ` that `line` begins with; 0 if there is none.
size_t prompt_length(std::string_view line) {
  const size_t label = line.find("] In[");
  if (!line.starts_with('[') || label == std::string_view::npos) return 0;
  const size_t number = label + 5;
  size_t end = number;
  while (end < line.size() && is_digit(line[end])) ++end;
  if (end == number || !line.substr(end).starts_with("]:")) return 0;
  end += 2;
  return line.substr(end).starts_with(' ') ? end + 1 : end;
}

std::string normal_lines(std::string_view block) {
  std::string text;
  for (size_t at = 0; at < block.size(); ++at) {
    const char c = block[at];
    if (c == '\r') {
      text += '\n';
      if (at + 1 < block.size() && block[at + 1] == '\n') ++at;
    } else if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) {
      if (c != 0x7F) text += c;
    }
  }
  return text;
}

/// What was typed: after a prompt, and below it as long as lines keep its margin. The rest answers.
std::string typed_lines(std::string_view text) {
  std::string out;
  size_t margin = 0;
  bool is_typed = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t prompt = prompt_length(line);
    if (prompt) margin = static_cast<size_t>(columns_of(line.substr(0, prompt)));
    is_typed =
        prompt || (is_typed && line.find_first_not_of(' ') >= margin && line.size() > margin);
    if (is_typed) {
      if (!out.empty()) out += '\n';
      out.append(line.substr(prompt ? prompt : margin));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string pasted_text(std::string_view block) {
  std::string text = normal_lines(block);
  const bool is_ours = prompt_length(text.substr(0, text.find('\n'))) > 0;
  return is_ours ? typed_lines(text) : text;
}

}  // namespace fermata
