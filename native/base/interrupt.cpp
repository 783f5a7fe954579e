#include "base/interrupt.h"

namespace fermata {

std::atomic<bool> interrupt_requested{false};
std::atomic<bool> interrupts_heard{true};

}  // namespace fermata
