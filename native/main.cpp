#include <langinfo.h>
#include <sys/resource.h>

#include <clocale>
#include <cstring>

#include "bind/start.h"

namespace {

// Wide and deep forms are evaluated by recursion; the main thread's stack grows up to the soft
// limit.
void raise_stack_limit() {
  constexpr rlim_t wanted = 64UL << 20;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_STACK, &limit);
}

// Music has sharps and accents: without UTF-8, Guile's ports would print question marks.
void choose_locale() {
  if (!setlocale(LC_ALL, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
    setlocale(LC_ALL, "C.UTF-8");
  setlocale(LC_NUMERIC, "C");
}

}  // namespace

int main(int argc, char** argv) {
  raise_stack_limit();
  choose_locale();
  if (argc == 4 && strcmp(argv[1], "--compile-module") == 0)
    return fermata::compile_module(argv[2], argv[3]);
  return fermata::run_program(argc, argv);
}
