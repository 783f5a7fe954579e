/* Preloaded before libc: makes chosen system calls fail, for files below one directory only.

   FAULT_ROOT   the directory
   FAULT_CALL   the number, from 1, of the first write-like call that fails; 0 or unset: none
   FAULT_COUNT  how many calls fail from there on; 1 when unset
   FAULT_WHILE  a file outside FAULT_ROOT: when set, calls fail as long as it is there, and only then
   FAULT_ERROR  ENOSPC, EIO, EROFS, EINTR; or SHORT: a write writes half and succeeds, another call fails
                with EINTR; or FULL: the first, a write, writes half, later ones fail with ENOSPC,
                and only ftruncate works
   FAULT_LOG    a file outside FAULT_ROOT that gets a line for each such call: name, path, fate */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fate { PASS, SHORT, FAIL };

static int calls = 0;

static long number(const char* variable, long otherwise) {
  const char* text = getenv(variable);
  return text && *text ? atol(text) : otherwise;
}

static int is(const char* text, const char* other) { return strcmp(text, other) == 0; }

static int below_root(const char* path) {
  const char* root = getenv("FAULT_ROOT");
  return root && *root && path && strncmp(path, root, strlen(root)) == 0;
}

static void note(const char* call, const char* path, const char* outcome) {
  const char* name = getenv("FAULT_LOG");
  if (!name) return;
  char line[PATH_MAX + 64];
  const int length = snprintf(line, sizeof line, "%s %s %s\n", call, path, outcome);
  const long fd = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, line, length);
  syscall(SYS_close, fd);
}

static int is_chosen(long first) {
  const char* file = getenv("FAULT_WHILE");
  if (file) return access(file, F_OK) == 0;
  return first != 0 && calls >= first && calls < first + number("FAULT_COUNT", 1);
}

static int error_of(const char* how) {
  if (is(how, "EIO")) return EIO;
  if (is(how, "EROFS")) return EROFS;
  return is(how, "ENOSPC") || is(how, "FULL") ? ENOSPC : EINTR;
}

/* Count one call on PATH; when it has to fail, errno says how. */
static enum fate fate_of(const char* call, const char* path) {
  if (!below_root(path)) return PASS;
  const long first = number("FAULT_CALL", 0);
  ++calls;
  if (!is_chosen(first)) {
    note(call, path, "passed");
    return PASS;
  }
  const char* how = getenv("FAULT_ERROR");
  if (!how) how = "EIO";
  note(call, path, how);
  if (is(how, "FULL") && is(call, "ftruncate")) return PASS;
  if (strstr(call, "write") && (is(how, "SHORT") || (is(how, "FULL") && calls == first)))
    return SHORT;
  errno = error_of(how);
  return FAIL;
}

static enum fate fate_of_fd(const char* call, int fd) {
  char name[32], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(name, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  return fate_of(call, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void* bytes, size_t count) {
  const enum fate fate = fate_of_fd("write", fd);
  if (fate == FAIL) return -1;
  return REAL(write)(fd, bytes, fate == SHORT && count > 1 ? count / 2 : count);
}

ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
  const enum fate fate = fate_of_fd("pwrite", fd);
  if (fate == FAIL) return -1;
  return REAL(pwrite)(fd, bytes, fate == SHORT && count > 1 ? count / 2 : count, offset);
}

int fdatasync(int fd) { return fate_of_fd("fdatasync", fd) == FAIL ? -1 : REAL(fdatasync)(fd); }

int fsync(int fd) { return fate_of_fd("fsync", fd) == FAIL ? -1 : REAL(fsync)(fd); }

int ftruncate(int fd, off_t size) {
  return fate_of_fd("ftruncate", fd) == FAIL ? -1 : REAL(ftruncate)(fd, size);
}

int rename(const char* from, const char* to) {
  return fate_of("rename", to) == FAIL ? -1 : REAL(rename)(from, to);
}

int mkdir(const char* path, mode_t mode) {
  return fate_of("mkdir", path) == FAIL ? -1 : REAL(mkdir)(path, mode);
}

int mkostemp(char* pattern, int flags) {
  return fate_of("mkostemp", pattern) == FAIL ? -1 : REAL(mkostemp)(pattern, flags);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (flags & O_CREAT && fate_of("open", path) == FAIL) return -1;
  return REAL(open)(path, flags, mode);
}
