#include "base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/interrupt.h"

namespace fermata {

namespace {

void write_directly(const std::string& path, std::string_view text) {
  const Descriptor out(retry([&] { return open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC); }));
  if (out.fd < 0) fail_file("write", path, errno);
  write_all(out.fd, text, path);
}

/// A temporary that is removed unless it was renamed.
struct Temporary {
  std::string path;
  ~Temporary() {
    if (!path.empty()) unlink(path.c_str());
  }
};

mode_t mode_for(const struct stat* old) {
  if (old) return old->st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// mkostemp changes its pattern even when it fails, so each trial gets a fresh one.
Descriptor make_temporary(const std::string& path, Temporary& made) {
  std::string pattern;
  Descriptor out(retry([&] {
    pattern = path + ".XXXXXX";
    return mkostemp(pattern.data(), O_CLOEXEC);
  }));
  if (out.fd < 0) fail_file("write", path, errno);
  made.path = pattern;
  return out;
}

void write_beside(const std::string& path, std::string_view text, const struct stat* old) {
  Temporary temporary;
  const Descriptor out = make_temporary(path, temporary);
  write_all(out.fd, text, path);
  if (retry([&] { return fchmod(out.fd, mode_for(old)); }) != 0) fail_file("write", path, errno);
  if (retry([&] { return fsync(out.fd); }) != 0) fail_file("write", path, errno);
  if (retry([&] { return rename(temporary.path.c_str(), path.c_str()); }) != 0)
    fail_file("write", path, errno);
  temporary.path.clear();
}

std::string without_links(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) ? resolved : path;
}

void make_directory(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return;
  const std::string parent = directory_of(path);
  if (parent != path) make_directory(parent);
  if (retry([&] { return mkdir(path.c_str(), 0700); }) == 0) return sync_directory(parent);
  // Another process may have been quicker.
  const int problem = errno;
  if (stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    fail_file("make the directory", path, problem);
}

Descriptor open_lock(const std::string& path) {
  Descriptor lock(retry([&] { return open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); }));
  if (lock.fd < 0) fail_file("lock", path, errno);
  return lock;
}

size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The second byte rules out overlong forms, surrogates and what lies beyond the last character.
bool fits_after(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0: return second >= 0xA0;
    case 0xED: return second < 0xA0;
    case 0xF0: return second >= 0x90;
    case 0xF4: return second < 0x90;
    default: return true;
  }
}

}  // namespace

void fail_file(const char* verb, const std::string& path, int problem) {
  const bool full = problem == ENOSPC || problem == EDQUOT;
  throw Error(ErrorKind::File,
              std::string("cannot ") + verb + " " + path + ": " + strerror(problem),
              full ? "make room on the disk and try again" : "");
}

Descriptor::~Descriptor() {
  if (fd > 2) close(fd);
}

void write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = retry([&] { return write(fd, text.data(), text.size()); });
    if (written <= 0) fail_file("write", path, written < 0 ? errno : ENOSPC);
    text.remove_prefix(static_cast<size_t>(written));
  }
}

std::string directory_of(const std::string& path) {
  const size_t end = path.find_last_not_of('/');
  const size_t slash = end == std::string::npos ? 0 : path.rfind('/', end);
  if (slash == std::string::npos) return ".";
  const size_t last = path.find_last_not_of('/', slash);
  return last == std::string::npos ? "/" : path.substr(0, last + 1);
}

bool is_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[i + k]); };
    const size_t length = sequence_length(byte(0));
    if (length == 0 || i + length > text.size()) return false;
    if (length > 1 && !fits_after(byte(0), byte(1))) return false;
    for (size_t k = 1; k < length; ++k)
      if (!is_continuation(byte(k))) return false;
    i += length;
  }
  return true;
}

std::string read_file(const std::string& path) {
  const Descriptor in(
      path == "-" ? 0 : retry([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (in.fd < 0) fail_file("read", path, errno);
  std::string text;
  char buffer[65536];
  for (;;) {
    poll_interrupt();
    const ssize_t got = read(in.fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_file("read", path, errno);
    if (got == 0) break;
    text.append(buffer, static_cast<size_t>(got));
  }
  if (!is_utf8(text))
    throw Error(ErrorKind::File, "cannot read " + path + ": it is not UTF-8 text");
  return text;
}

void replace_file(const std::string& path, std::string_view text) {
  struct stat status;
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_file("write", path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, text);
  if (exists && access(path.c_str(), W_OK) != 0) fail_file("write", path, errno);
  const std::string real = without_links(path);
  write_beside(real, text, exists ? &status : nullptr);
  sync_directory(directory_of(real));
}

// Some file systems cannot sync a directory and say EINVAL; there is nothing to be done then.
void sync_directory(const std::string& path) {
  const Descriptor directory(
      retry([&] { return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (directory.fd < 0) fail_file("sync the directory", path, errno);
  if (retry([&] { return fsync(directory.fd); }) != 0 && errno != EINVAL)
    fail_file("sync the directory", path, errno);
}

void make_private_directory(const std::string& path) {
  if (path.empty()) fail_file("make the directory", path, ENOENT);
  make_directory(path);
}

std::string boot_id() {
  try {
    const std::string text = read_file("/proc/sys/kernel/random/boot_id");
    return text.substr(0, text.find('\n'));
  } catch (const Error&) {
    return {};
  }
}

int try_lock_file(const std::string& path, std::string_view text) {
  Descriptor lock = open_lock(path);
  if (retry([&] { return flock(lock.fd, LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK) return -1;
    fail_file("lock", path, errno);
  }
  // The lock is held whether or not the disk has room for the note.
  if (retry([&] { return ftruncate(lock.fd, 0); }) == 0)
    static_cast<void>(!write(lock.fd, text.data(), text.size()));
  return lock.release();
}

int wait_lock_file(const std::string& path) {
  Descriptor lock = open_lock(path);
  while (flock(lock.fd, LOCK_EX) != 0) {
    if (errno != EINTR) fail_file("lock", path, errno);
    poll_interrupt();
  }
  return lock.release();
}

bool file_locked(const std::string& path) {
  const Descriptor lock(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return lock.fd >= 0 && retry([&] { return flock(lock.fd, LOCK_SH | LOCK_NB); }) != 0 &&
         errno == EWOULDBLOCK;
}

// Unlocked by name, for a child process may have inherited the descriptor.
void unlock_file(int fd) {
  const Descriptor lock(fd);
  flock(lock.fd, LOCK_UN);
}

}  // namespace fermata
