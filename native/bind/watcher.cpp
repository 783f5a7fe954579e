#include "bind/watcher.h"

#include <fcntl.h>
#include <libguile.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/interrupt.h"
#include "ipc/loop.h"

namespace fermata {

namespace {

constexpr int kInterrupted = 130;
int wake[2];
SCM main_thread, async;

constexpr char kInterrupt = 'i', kAgain = 'a', kEnd = 'e';

void tell_watcher(char byte) { [[maybe_unused]] const ssize_t written = write(wake[1], &byte, 1); }

void on_interrupt(int) {
  const int saved = errno;
  // Here, not in the watcher: the signal may have cut a sleep short, and the evaluation be over
  // first.
  tell_watcher(interrupt_requested.exchange(true) ? kAgain : kInterrupt);
  errno = saved;
}

// Runs on the main thread between two Scheme steps. The flag is tested because an async may come
// late, after the driver has already dealt with the interrupt.
SCM raise_interrupt() {
  if (!interrupts_heard || !interrupt_requested.exchange(false)) return SCM_UNSPECIFIED;
  scm_throw(scm_from_utf8_symbol("user-interrupt"), SCM_EOL);
}

void* mark_async(void*) {
  scm_system_async_mark_for_thread(async, main_thread);
  return nullptr;
}

constexpr std::chrono::seconds kPatience{2};

// A built-in of Guile that is one long C loop never comes to a safe point: whoever has waited and
// asks again is let out.
[[noreturn]] void give_up() {
  static constexpr char text[] = "fermata: ended, because a built-in procedure did not stop\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  _exit(kInterrupted);
}

void watch() {
  auto asked = std::chrono::steady_clock::now();
  for (;;) {
    char byte;
    const ssize_t got = read(wake[0], &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (byte == kInterrupt || !interrupt_requested) asked = now;
    if (byte != kInterrupt && interrupt_requested && now - asked >= kPatience) give_up();
    if (byte == kEnd && !interrupt_if_ending()) continue;
    // A loop that waits takes the request, and the async finds none.
    wake_loop();
    scm_with_guile(mark_async, nullptr);
  }
}

}  // namespace

void end_evaluation() { tell_watcher(kEnd); }

// Set anew each time, for Guile's system* leaves the signal ignored.
void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

void start_watcher() {
  static bool started = false;
  if (started) return catch_interrupts();
  started = true;
  if (pipe2(wake, O_CLOEXEC) != 0) return;
  main_thread = scm_permanent_object(scm_current_thread());
  async = scm_permanent_object(
      scm_c_make_gsubr("raise-interrupt", 0, 0, 0, reinterpret_cast<void*>(raise_interrupt)));
  catch_interrupts();
  std::thread(watch).detach();
}

}  // namespace fermata
