#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/interrupt.h"
#include "ipc/loop.h"

using namespace fermata;

namespace {

using Clock = std::chrono::steady_clock;
using Descriptors = std::vector<int>;
using Notices = std::vector<Notice>;

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() { REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    close(ends[0]);
    close(ends[1]);
  }
};

int stop_calls = 0;

}  // namespace

TEST_CASE("waiting ends when a descriptor is ready, or the time is over") {
  const Pipe pipe;
  const int reading = pipe.ends[0], writing = pipe.ends[1];
  const auto start = Clock::now();
  CHECK(wait_for_events({&reading, 1}, {}, 30).descriptors.empty());
  CHECK(Clock::now() - start >= std::chrono::milliseconds(30));
  CHECK(wait_for_events({}, {&writing, 1}, -1).descriptors == Descriptors{writing});
  REQUIRE(write(writing, "x", 1) == 1);
  CHECK(wait_for_events({&reading, 1}, {&writing, 1}, -1).descriptors ==
        Descriptors{reading, writing});
}

TEST_CASE("a descriptor that is wanted twice is told once, and a closed one is ready") {
  const Pipe pipe;
  const std::array<int, 2> twice{pipe.ends[1], pipe.ends[1]};
  CHECK(wait_for_events(twice, twice, -1).descriptors == Descriptors{pipe.ends[1]});
  const int closed = 987;
  CHECK(wait_for_events({&closed, 1}, {}, -1).descriptors == Descriptors{closed});
}

TEST_CASE("signals become notices, once each") {
  watch_signals([] { ++stop_calls; });
  for (const int number : {SIGWINCH, SIGWINCH, SIGCHLD, SIGCONT}) raise(number);
  CHECK(wait_for_events({}, {}, -1).notices ==
        Notices{Notice::Resize, Notice::Child, Notice::Continue});
  CHECK(wait_for_events({}, {}, 0).notices.empty());
  raise(SIGPIPE);
}

TEST_CASE("a signal wakes a loop that already waits") {
  watch_signals(nullptr);
  std::thread later([main = pthread_self()] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pthread_kill(main, SIGWINCH);
  });
  CHECK(wait_for_events({}, {}, 10000).notices == Notices{Notice::Resize});
  later.join();
}

TEST_CASE("an interrupt is taken by the loop") {
  interrupt_requested = true;
  CHECK(wait_for_events({}, {}, -1).notices == Notices{Notice::Interrupt});
  CHECK_FALSE(interrupt_requested);
}

TEST_CASE("a request to end stops work, and is kept until the loop is told") {
  watch_signals([] { ++stop_calls; });
  stop_calls = 0;
  raise(SIGTERM);
  CHECK(stop_calls == 1);
  CHECK(interrupt_if_ending());
  CHECK(interrupt_requested);
  CHECK(wait_for_events({}, {}, -1).notices == Notices{Notice::Terminate});
  CHECK_FALSE(interrupt_if_ending());
  CHECK_FALSE(interrupt_requested);
  std::signal(SIGTERM, SIG_DFL);
}
