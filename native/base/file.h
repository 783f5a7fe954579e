#pragma once

#include <string>
#include <string_view>

namespace fermata {

/// Files that must survive a crash. Everything here raises Error of kind File, whose message names
/// the path and the system's reason.

/// The bytes of a file, checked to be UTF-8; "-" is standard input.
std::string read_file(const std::string& path);

/// Replace a file whole: a temporary beside it, synced, renamed, the directory synced. What is no
/// regular file (a pipe, a device) is written directly. After an Error the old contents are there;
/// only when the directory cannot be synced they may be the new ones.
void replace_file(const std::string& path, std::string_view text);

/// Make the names in a directory durable: files made, renamed or removed there.
void sync_directory(const std::string& path);

/// Make a directory that only its owner can enter, and its parents; one that is there is left as it
/// is.
void make_private_directory(const std::string& path);

/// A text that changes whenever the machine starts; empty where the system has none.
std::string boot_id();

/// Take the lock on `path`, which is made if missing, and replace its contents by `text`, a note
/// for people. Return the descriptor that holds it, or -1 when another process does. The system
/// releases it when the process ends, however that happens.
int try_lock_file(const std::string& path, std::string_view text);
/// The same, but wait until it is free; Ctrl-C ends the waiting.
int wait_lock_file(const std::string& path);
void unlock_file(int fd);
/// Whether some process, perhaps this one, holds the lock on `path`.
bool file_locked(const std::string& path);

/// Whether `text` is well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text);

/// For those who keep files themselves.

/// Throw "cannot VERB PATH: why", with a hint where there is one.
[[noreturn]] void fail_file(const char* verb, const std::string& path, int problem);
/// All of `text`, however many calls it takes.
void write_all(int fd, std::string_view text, const std::string& path);
/// The directory that a path is in.
std::string directory_of(const std::string& path);

/// Call again while a signal cuts the call short.
template <class Call>
auto retry(Call call);

/// An open file that is closed when it goes out of scope; -1 is none.
struct Descriptor {
  int fd = -1;

  explicit Descriptor(int descriptor) : fd(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : fd(other.release()) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor();

  int release() {
    const int kept = fd;
    fd = -1;
    return kept;
  }
};

}  // namespace fermata

#include <cerrno>

namespace fermata {

template <class Call>
auto retry(Call call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

}  // namespace fermata
