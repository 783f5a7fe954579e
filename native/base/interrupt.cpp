#include "base/interrupt.h"

namespace fermata {

std::atomic<bool> interrupt_requested{false};

}  // namespace fermata
