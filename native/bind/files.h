#pragma once

#include <string>
#include <string_view>

namespace fermata {

/// The bytes of a file, checked to be UTF-8; "-" is standard input. Error of kind File.
std::string read_file(const std::string& path);

/// Replace a file whole: a temporary beside it, synced, then renamed. What is no regular file (a
/// pipe, a device) is written directly. Error of kind File, and the old contents are untouched.
void replace_file(const std::string& path, std::string_view text);

}  // namespace fermata
