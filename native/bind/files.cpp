#include "bind/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/interrupt.h"

namespace fermata {

namespace {

[[noreturn]] void fail(const char* verb, const std::string& path, int problem) {
  throw Error(ErrorKind::File,
              std::string("cannot ") + verb + " " + path + ": " + strerror(problem));
}

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd > 2) close(fd);
  }
};

void write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", path, errno);
    text.remove_prefix(static_cast<size_t>(written));
  }
}

bool is_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const unsigned char lead = static_cast<unsigned char>(text[i]);
    const size_t length = lead < 0x80   ? 1
                          : lead < 0xC2 ? 0
                          : lead < 0xE0 ? 2
                          : lead < 0xF0 ? 3
                          : lead < 0xF5 ? 4
                                        : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    i += length;
  }
  return true;
}

void write_directly(const std::string& path, std::string_view text) {
  const Descriptor out{open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)};
  if (out.fd < 0) fail("write", path, errno);
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

void write_beside(const std::string& path, std::string_view text, const struct stat* old) {
  std::string pattern = path + ".XXXXXX";
  const Descriptor out{mkostemp(pattern.data(), O_CLOEXEC)};
  if (out.fd < 0) fail("write", path, errno);
  Temporary temporary{pattern};
  write_all(out.fd, text, path);
  if (fchmod(out.fd, mode_for(old)) != 0 || fsync(out.fd) != 0) fail("write", path, errno);
  if (rename(pattern.c_str(), path.c_str()) != 0) fail("write", path, errno);
  temporary.path.clear();
}

std::string without_links(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) ? resolved : path;
}

}  // namespace

std::string read_file(const std::string& path) {
  const Descriptor in{path == "-" ? 0 : open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (in.fd < 0) fail("read", path, errno);
  std::string text;
  char buffer[65536];
  for (;;) {
    poll_interrupt();
    const ssize_t got = read(in.fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path, errno);
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
  if (exists && S_ISDIR(status.st_mode)) fail("write", path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, text);
  if (exists && access(path.c_str(), W_OK) != 0) fail("write", path, errno);
  write_beside(without_links(path), text, exists ? &status : nullptr);
}

}  // namespace fermata
