#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace fermata {

/// What was typed before, oldest first: GNU readline's history list, so that its own searches see
/// it, and a file that every process appends to. An entry may have many lines.
namespace past {

inline constexpr int kMost = 10000;

/// Take in the file `path` and append to it from now on. A missing file is an empty one.
void load(const std::string& path);
/// Add `text`, unless it is empty, begins with a space or is what was typed last.
void remember(std::string_view text);

int count();
std::string_view entry(int index);
/// The index of the latest entry before `before` that begins with `prefix` and is not `except`;
/// -1 if there is none. `after` searches the other way, and gives count() if there is none.
int latest(std::string_view prefix, int before, std::string_view except);
int next(std::string_view prefix, int after, std::string_view except);

/// An entry as one line of the file, and back.
std::string as_line(std::string_view text);
std::string from_line(std::string_view line);

}  // namespace past

}  // namespace fermata
