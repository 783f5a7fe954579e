#include "bind/watcher.h"

#include <fcntl.h>
#include <libguile.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "base/interrupt.h"

namespace fermata {

namespace {

int wake[2];
SCM main_thread, async;

void on_interrupt(int) {
  const int saved = errno;
  [[maybe_unused]] const ssize_t written = write(wake[1], "i", 1);
  errno = saved;
}

// Runs on the main thread between two Scheme steps. The flag is tested because an async may come
// late, after the driver has already dealt with the interrupt.
SCM raise_interrupt() {
  if (interrupt_requested.exchange(false))
    scm_throw(scm_from_utf8_symbol("user-interrupt"), SCM_EOL);
  return SCM_UNSPECIFIED;
}

void* mark_async(void*) {
  scm_system_async_mark_for_thread(async, main_thread);
  return nullptr;
}

void watch() {
  for (;;) {
    char byte;
    const ssize_t got = read(wake[0], &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    interrupt_requested = true;
    scm_with_guile(mark_async, nullptr);
  }
}

}  // namespace

void start_watcher() {
  static bool started = false;
  if (started) return;
  started = true;
  if (pipe2(wake, O_CLOEXEC) != 0) return;
  main_thread = scm_permanent_object(scm_current_thread());
  async = scm_permanent_object(
      scm_c_make_gsubr("raise-interrupt", 0, 0, 0, reinterpret_cast<void*>(raise_interrupt)));
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  std::thread(watch).detach();
}

}  // namespace fermata
