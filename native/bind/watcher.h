#pragma once

namespace fermata {

/// Turn Ctrl-C into an interrupt of the running evaluation: the handler writes to a pipe, a thread
/// reads it, sets the flag that native loops poll and marks an async for the main thread. Once
/// only; from then on the main thread must be in Guile.
void start_watcher();

/// Do what Ctrl-C does; may be called in a signal handler.
void interrupt_evaluation();

}  // namespace fermata
