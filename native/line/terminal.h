#pragma once

#include <string_view>

namespace fermata {

/// The terminal of the process: its modes, its size, its bytes.
namespace terminal {

/// Every key arrives by itself, Ctrl-C and Ctrl-Z too. Does nothing when it is so already, unless
/// `again`: another process may have changed the modes while we were stopped.
void prepare(bool again = false);
/// Back to the modes it was found in.
void restore();

struct Size {
  int columns = 80, rows = 24;
};
Size size();

void write(std::string_view bytes);

/// Stop the process group, as Ctrl-Z does; returns when it goes on.
void suspend();

}  // namespace terminal

}  // namespace fermata
