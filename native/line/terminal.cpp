#include "line/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace fermata::terminal {

namespace {

termios found;
bool is_prepared = false;

}  // namespace

void prepare(bool again) {
  if (is_prepared && !again) return;
  if (!is_prepared && tcgetattr(STDIN_FILENO, &found) != 0) return;
  termios modes = found;
  modes.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
  modes.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IXON | ISTRIP);
  modes.c_cc[VINTR] = modes.c_cc[VSUSP] = modes.c_cc[VQUIT] = _POSIX_VDISABLE;
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  // Not flushed: what was typed ahead is kept.
  is_prepared = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0;
}

void restore() {
  if (!is_prepared) return;
  is_prepared = false;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
}

Size size() {
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0)
    return {};
  return {window.ws_col, window.ws_row};
}

void write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return;  // a terminal that is gone
    }
  }
}

void suspend() { kill(0, SIGTSTP); }

}  // namespace fermata::terminal
