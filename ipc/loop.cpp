#include "ipc/loop.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>

#include "base/error.h"
#include "base/interrupt.h"

namespace fermata {

namespace {

struct SignalRow {
  int number;
  Notice notice;
};
constexpr size_t kTerminate = 0, kHangup = 1;
constexpr std::array<SignalRow, 5> kSignals{{{SIGTERM, Notice::Terminate},
                                             {SIGHUP, Notice::Hangup},
                                             {SIGWINCH, Notice::Resize},
                                             {SIGCHLD, Notice::Child},
                                             {SIGCONT, Notice::Continue}}};

std::array<std::atomic<bool>, kSignals.size()> arrived;
std::mutex taking;  // the watcher must not ask for what the loop has just been told
std::atomic<int> wake_end{-1};
int wait_end = -1;
void (*stop_work)() = nullptr;

void on_signal(int number) {
  const int saved = errno;
  for (size_t i = 0; i < kSignals.size(); ++i)
    if (kSignals[i].number == number) arrived[i] = true;
  wake_loop();
  if ((number == SIGTERM || number == SIGHUP) && stop_work) stop_work();
  errno = saved;
}

void open_pipe() {
  if (wait_end >= 0) return;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Error(ErrorKind::File, "no more files can be opened", "close some, then start again");
  wait_end = ends[0];
  wake_end = ends[1];
}

void empty_pipe() {
  char bytes[64];
  while (read(wait_end, bytes, sizeof bytes) > 0) {
  }
}

bool is_ending() { return arrived[kTerminate] || arrived[kHangup]; }

bool has_notice() {
  return interrupt_requested ||
         std::any_of(arrived.begin(), arrived.end(), [](const auto& one) { return one.load(); });
}

// An interrupt that only served the end is not told of.
std::vector<Notice> take_notices() {
  const std::lock_guard lock(taking);
  std::vector<Notice> notices;
  const bool ending = is_ending();
  if (interrupt_requested.exchange(false) && !ending) notices.push_back(Notice::Interrupt);
  for (size_t i = 0; i < kSignals.size(); ++i)
    if (arrived[i].exchange(false)) notices.push_back(kSignals[i].notice);
  return notices;
}

std::vector<pollfd> polled(std::span<const int> to_read, std::span<const int> to_write) {
  std::vector<pollfd> all{{wait_end, POLLIN, 0}};
  for (const int fd : to_read) all.push_back({fd, POLLIN, 0});
  for (const int fd : to_write) all.push_back({fd, POLLOUT, 0});
  return all;
}

std::vector<int> ready_among(std::span<const pollfd> all) {
  std::vector<int> ready;
  for (const pollfd& one : all.subspan(1))
    if (one.revents && std::find(ready.begin(), ready.end(), one.fd) == ready.end())
      ready.push_back(one.fd);
  return ready;
}

using Clock = std::chrono::steady_clock;

int left_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::max<long>(0, left.count()));
}

}  // namespace

bool interrupt_if_ending() {
  const std::lock_guard lock(taking);
  if (is_ending()) interrupt_requested = true;
  return is_ending();
}

void wake_loop() { [[maybe_unused]] const ssize_t written = write(wake_end, "w", 1); }

void watch_signals(void (*stop)()) {
  open_pipe();
  stop_work = stop;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  for (const SignalRow& row : kSignals) sigaction(row.number, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of write
}

Events wait_for_events(std::span<const int> to_read, std::span<const int> to_write,
                       int milliseconds) {
  open_pipe();
  const auto deadline = Clock::now() + std::chrono::milliseconds(milliseconds);
  std::vector<pollfd> all = polled(to_read, to_write);
  for (;;) {
    const int wait = has_notice() ? 0 : milliseconds < 0 ? -1 : left_until(deadline);
    const int count = poll(all.data(), all.size(), wait);
    if (count < 0)  // then nothing in `all` was filled in
      for (pollfd& one : all) one.revents = 0;
    empty_pipe();
    Events events{ready_among(all), take_notices()};
    const bool is_over = milliseconds >= 0 && left_until(deadline) == 0;
    if (!events.descriptors.empty() || !events.notices.empty() || is_over) return events;
  }
}

}  // namespace fermata
