#include "line/past.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <vector>

#include <readline/history.h>

namespace fermata::past {

namespace {

std::string file;

void append_to_file(std::string_view text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const std::string line = as_line(text) + '\n';
  // One write, so that the lines of several processes do not mix.
  const bool is_written =
      fd >= 0 && ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (fd >= 0) close(fd);
  if (!is_written) file.clear();
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The newest entries in place of all, by rename: no reader sees half a file.
void shorten_file(const std::vector<std::string>& lines) {
  const std::string fresh = file + "." + std::to_string(getpid());
  {
    std::ofstream out(fresh);
    for (size_t i = lines.size() - kMost; i < lines.size(); ++i) out << lines[i] << '\n';
    if (!out.flush()) return;
  }
  if (std::rename(fresh.c_str(), file.c_str()) != 0) unlink(fresh.c_str());
}

bool matches(int index, std::string_view prefix, std::string_view except) {
  const std::string_view text = entry(index);
  return text.starts_with(prefix) && text != except;
}

}  // namespace

void load(const std::string& path) {
  file = path;
  clear_history();
  stifle_history(kMost);
  const std::vector<std::string> lines = lines_of(path);
  for (const std::string& line : lines) add_history(from_line(line).c_str());
  if (lines.size() > 2 * static_cast<size_t>(kMost)) shorten_file(lines);
}

void remember(std::string_view text) {
  if (text.empty() || text.front() == ' ') return;
  if (count() > 0 && entry(count() - 1) == text) return;
  add_history(std::string(text).c_str());
  if (!file.empty()) append_to_file(text);
}

int count() { return history_length; }

std::string_view entry(int index) {
  const HIST_ENTRY* found = history_get(history_base + index);
  return found && found->line ? found->line : "";
}

int latest(std::string_view prefix, int before, std::string_view except) {
  int index = before - 1;
  while (index >= 0 && !matches(index, prefix, except)) --index;
  return index;
}

int next(std::string_view prefix, int after, std::string_view except) {
  int index = after + 1;
  while (index < count() && !matches(index, prefix, except)) ++index;
  return index;
}

std::string as_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  return line;
}

std::string from_line(std::string_view line) {
  std::string text;
  for (size_t at = 0; at < line.size(); ++at) {
    const bool is_escape = line[at] == '\\' && at + 1 < line.size();
    if (!is_escape)
      text += line[at];
    else
      text += line[++at] == 'n' ? '\n' : line[at];
  }
  return text;
}

}  // namespace fermata::past
