#pragma once

namespace fermata {

/// Turn Ctrl-C into an interrupt of the running evaluation: the handler writes to a pipe, a thread
/// reads it, sets the flag that native loops poll and marks an async for the main thread. Once
/// only; from then on the main thread must be in Guile.
void start_watcher();

/// The process has been asked to end: interrupt the evaluation that runs, if one does. May be
/// called in a signal handler.
void end_evaluation();

}  // namespace fermata
