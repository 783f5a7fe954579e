#pragma once

#include <atomic>

#include "base/error.h"

namespace fermata {

/// Set by the watcher when the user presses Ctrl-C; cleared by the driver.
extern std::atomic<bool> interrupt_requested;

/// Whether a request ends what runs now. The prompt, which must finish what it stores, leaves it to
/// the loop instead.
extern std::atomic<bool> interrupts_heard;

/// To be called in every native loop that may run long, at least once every few thousand steps.
inline void poll_interrupt() {
  if (interrupt_requested.load(std::memory_order_relaxed) && interrupts_heard)
    throw Error(ErrorKind::Interrupt, "interrupted");
}

}  // namespace fermata
