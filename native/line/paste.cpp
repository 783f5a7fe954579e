#include "line/paste.h"

#include <algorithm>

#include "line/width.h"

namespace fermata {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes of `In[3]: ` (or `Out[3]: `) at byte `at`; 0 if it is not there.
size_t label_length(std::string_view line, size_t at, std::string_view label) {
  if (!line.substr(at).starts_with(label)) return 0;
  size_t end = at + label.size();
  while (end < line.size() && is_digit(line[end])) ++end;
  if (end == at + label.size() || !line.substr(end).starts_with("]:")) return 0;
  end += 2;
  return (line.substr(end).starts_with(' ') ? end + 1 : end) - at;
}

size_t prompt_length(std::string_view line) {
  if (!line.starts_with('[')) return 0;
  const size_t close = line.find("] ");
  if (close == std::string_view::npos) return 0;
  const size_t label = label_length(line, close + 2, "In[");
  return label ? close + 2 + label : 0;
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

std::string without_prompts(std::string_view text) {
  std::string out;
  size_t margin = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const size_t prompt = prompt_length(line), label = label_length(line, 0, "Out[");
    if (prompt) margin = static_cast<size_t>(columns_of(line.substr(0, prompt)));
    const size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(prompt ? prompt : label ? label : std::min(blanks, margin));
    out.append(line);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string pasted_text(std::string_view block) {
  std::string text = normal_lines(block);
  const bool is_ours = prompt_length(text.substr(0, text.find('\n'))) > 0;
  return is_ours ? without_prompts(text) : text;
}

}  // namespace fermata
