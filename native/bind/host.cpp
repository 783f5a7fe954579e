#include <unistd.h>
#include <csignal>

#include "base/interrupt.h"
#include "bind/modules.h"
#include "bind/start.h"
#include "bind/values.h"
#include "bind/watcher.h"

namespace fermata {

namespace {

constexpr const char* kModule = "host";

// The place of the call in progress: an immediate integer, so storing it costs nothing and keeps
// nothing.
SCM last_mark_value = SCM_INUM0;

PRIMITIVE(mark, "mark!", "(mark! PLACE)", 1, 0, 0, (SCM place), R"(
Remember PLACE, an index made by the evaluator, as the place of the call that comes next.)") {
  if (SCM_I_INUMP(place)) last_mark_value = place;
  return SCM_UNSPECIFIED;
}

PRIMITIVE(last_mark, "last-mark", "(last-mark)", 0, 0, 0, (), R"(
Return the place that was marked last.)") {
  return last_mark_value;
}

PRIMITIVE(run_finalizers, "run-finalizers!", "(run-finalizers!)", 0, 0, 0, (), R"(
Free the music that the collector has found dead; return how many values with a finalizer live.)") {
  scm_run_finalizers();
  return scm_from_long(live_handles());
}

PRIMITIVE(live_handle_count, "live-handles", "(live-handles)", 0, 0, 0, (), R"(
Return how many values with a finalizer live: measures, parts, scores, and events
with texts or lists.)") {
  return scm_from_long(live_handles());
}

PRIMITIVE(start_watcher_prim, "start-watcher!", "(start-watcher!)", 0, 0, 0, (), R"(
From now on Ctrl-C raises user-interrupt in the evaluation that runs, instead of
ending the process.)") {
  start_watcher();
  return SCM_UNSPECIFIED;
}

PRIMITIVE(hear_interrupts, "hear-interrupts!", "(hear-interrupts! BOOL)", 1, 0, 0, (SCM heard), R"(
Let Ctrl-C end what is evaluated from now on, or not; return what was so before. A request that came
while it was not heard ends the evaluation at once.)") {
  const bool now = scm_is_true(heard);
  return give([&] {
    const bool before = interrupts_heard.exchange(now);
    poll_interrupt();
    return scm_from_bool(before);
  });
}

PRIMITIVE(clear_interrupt, "clear-interrupt!", "(clear-interrupt!)", 0, 0, 0, (), R"(
Forget a Ctrl-C that came too late. Return whether there was one.)") {
  return scm_from_bool(interrupt_requested.exchange(false));
}

PRIMITIVE(terminal, "terminal?", "(terminal? DESCRIPTOR)", 1, 0, 0, (SCM descriptor), R"(
Return whether the open file DESCRIPTOR, such as 0, is a terminal.
  (terminal? 99)  =>  #f)") {
  return scm_from_bool(isatty(take<int>(descriptor, 1)) == 1);
}

PRIMITIVE(version, "fermata-version", "(fermata-version)", 0, 0, 0, (), R"(
Return the version of Fermata as a string.)") {
  return scm_from_utf8_string(FERMATA_VERSION);
}

PRIMITIVE(go_directory_prim, "go-directory", "(go-directory)", 0, 0, 0, (), R"(
Return the directory that holds the compiled Scheme modules.)") {
  return give([] { return go_directory(); });
}

PRIMITIVE(text_digest, "text-digest", "(text-digest TEXT)", 1, 0, 0, (SCM text), R"(
Return 16 hexadecimal digits that depend on every byte of TEXT; for names of cached
files, not for trust.
  (text-digest "")  =>  "cbf29ce484222325")") {
  const std::string_view bytes = take<std::string_view>(text, 1);
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  char digits[17];
  snprintf(digits, sizeof digits, "%016lx", static_cast<unsigned long>(hash));
  return scm_from_utf8_string(digits);
}

}  // namespace

void define_host_module() { define_native_module(kModule); }

}  // namespace fermata
