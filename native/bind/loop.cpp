#include "ipc/loop.h"

#include "bind/modules.h"
#include "bind/values.h"
#include "bind/watcher.h"

namespace fermata {

namespace {

constexpr const char* kModule = "loop";

PRIMITIVE(watch_signals_prim, "watch-signals!", "(watch-signals!)", 0, 0, 0, (), R"(
From now on wait-for-events tells of signals; a request to end the process (SIGTERM, SIGHUP) also
interrupts the evaluation that runs. SIGPIPE is ignored.)") {
  return give([] {
    start_watcher();
    watch_signals(end_evaluation);
    return SCM_UNSPECIFIED;
  });
}

std::vector<int> descriptors(SCM list) {
  std::vector<int> all;
  for (list = proper_list(list); scm_is_pair(list); list = SCM_CDR(list)) {
    if (!scm_is_signed_integer(SCM_CAR(list), 0, INT_MAX))
      throw Error(ErrorKind::Type, "expected a list of descriptors, which are whole numbers");
    all.push_back(scm_to_int(SCM_CAR(list)));
  }
  return all;
}

const char* name_of(Notice notice) {
  switch (notice) {
    case Notice::Interrupt: return "interrupt";
    case Notice::Resize: return "resize";
    case Notice::Terminate: return "terminate";
    case Notice::Hangup: return "hangup";
    case Notice::Child: return "child";
    case Notice::Continue: return "continue";
  }
  return "";
}

struct Wait {
  std::vector<int> to_read, to_write;
  int milliseconds;
  Events events;
  bool failed = false;
};

// The collector need not wait for a thread that is outside Guile.
void* wait_outside(void* data) {
  Wait& wait = *static_cast<Wait*>(data);
  try {
    wait.events = wait_for_events(wait.to_read, wait.to_write, wait.milliseconds);
  } catch (...) {
    keep_current_exception();
    wait.failed = true;
  }
  return nullptr;
}

SCM as_list(const Events& events) {
  SCM list = SCM_EOL;
  for (auto at = events.descriptors.rbegin(); at != events.descriptors.rend(); ++at)
    list = scm_cons(scm_from_int(*at), list);
  for (auto at = events.notices.rbegin(); at != events.notices.rend(); ++at)
    list = scm_cons(scm_from_utf8_symbol(name_of(*at)), list);
  return list;
}

PRIMITIVE(wait_for_events_prim, "wait-for-events",
          "(wait-for-events READ-DESCRIPTORS WRITE-DESCRIPTORS MILLISECONDS)", 3, 0, 0,
          (SCM to_read, SCM to_write, SCM milliseconds), R"(
Wait until one of READ-DESCRIPTORS can be read, one of WRITE-DESCRIPTORS written, a signal has come,
or MILLISECONDS have passed (-1: for ever). Return a list of what there is: the symbols interrupt,
resize, terminate, hangup, child, continue, then descriptors. An interrupt that is told of here is
not raised as well, if the loop around runs in call-with-blocked-asyncs.
  (wait-for-events '() '() 0)  =>  ())") {
  const int timeout = take<int>(milliseconds, 3);
  return give([&] {
    Wait wait{descriptors(to_read), descriptors(to_write), timeout, {}};
    scm_without_guile(wait_outside, &wait);
    if (wait.failed) throw Error(ErrorKind::File, "cannot wait: no more files can be opened");
    return as_list(wait.events);
  });
}

}  // namespace

void define_loop_module() { define_native_module(kModule); }

}  // namespace fermata
