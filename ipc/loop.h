#pragma once

#include <span>
#include <vector>

namespace fermata {

/// Something that happened to the process, not on a descriptor.
enum class Notice : unsigned char { Interrupt, Resize, Terminate, Hangup, Child, Continue };

struct Events {
  std::vector<int> descriptors;  // ready to read or write, closed or broken; each once
  std::vector<Notice> notices;
};

/// Turn SIGWINCH, SIGTERM, SIGHUP, SIGCHLD and SIGCONT into notices, and ignore SIGPIPE. When the
/// process is asked to end, `stop_work` is called in the signal handler.
void watch_signals(void (*stop_work)());

/// Wait until a descriptor is ready, something has happened, or `milliseconds` have passed (-1: for
/// ever). An interrupt asked for by others (base/interrupt.h) is taken here and becomes a notice.
Events wait_for_events(std::span<const int> to_read, std::span<const int> to_write,
                       int milliseconds);

/// Ask for an interrupt if the loop has yet to be told that the process is asked to end; whether
/// so.
bool interrupt_if_ending();

/// Let a waiting loop look again; may be called in any thread and in a signal handler.
void wake_loop();

}  // namespace fermata
