#include "bind/start.h"

#include <gc/gc.h>
#include <libguile.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/file.h"
#include "bind/modules.h"

namespace fermata {

namespace {

constexpr int kInternal = 70;

struct Program {
  int argc;
  char** argv;
  std::string go;
  int code = kInternal;
};

bool is_directory(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string executable_directory() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return ".";
  const std::string_view whole(path, static_cast<size_t>(length));
  return std::string(whole.substr(0, whole.rfind('/')));
}

void be_quiet(char*, GC_word) {}

// Half of what the machine has or the process may use, so that an accident in a session ends as an
// error and not as a swapping machine.
void limit_heap() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  GC_word memory =
      pages > 0 && size > 0 ? static_cast<GC_word>(pages) * static_cast<GC_word>(size) : 0;
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
      (memory == 0 || space.rlim_cur < memory))
    memory = space.rlim_cur;
  if (memory > 0) GC_set_max_heap_size(memory / 2);
}

void prepend(const char* variable, const std::string& directory) {
  SCM path = scm_c_public_variable("guile", variable);
  scm_variable_set_x(path,
                     scm_cons(scm_from_locale_string(directory.c_str()), scm_variable_ref(path)));
}

void prepare(const std::string& go) {
  GC_set_warn_proc(be_quiet);  // only now: starting Guile puts its own in place
  scm_variable_set_x(scm_c_public_variable("guile", "%load-should-auto-compile"), SCM_BOOL_F);
  prepend("%load-compiled-path", go);
  define_native_modules();
}

SCM arguments(const Program& program) {
  SCM list = SCM_EOL;
  for (int i = program.argc - 1; i >= 0; --i)
    list = scm_cons(scm_from_locale_string(program.argv[i]), list);
  return list;
}

void* run_body(void* data) {
  Program& program = *static_cast<Program*>(data);
  prepare(program.go);
  SCM warnings = scm_current_warning_port();
  scm_set_current_warning_port(scm_sys_make_void_port(scm_from_utf8_string("w")));
  SCM main = scm_c_public_ref("fermata main", "main");
  scm_set_current_warning_port(warnings);
  SCM code = scm_call_1(main, arguments(program));
  program.code = scm_is_signed_integer(code, 0, 255) ? scm_to_int(code) : kInternal;
  return &program;
}

int run(void* (*body)(void*), Program& program) {
  limit_heap();
  scm_set_automatic_finalization_enabled(0);
  return scm_with_guile(body, &program) ? program.code : kInternal;
}

// Warnings are errors: an unbound variable in our own module must stop the build.
constexpr const char* kCompiler = R"scheme(
(lambda (text in out)
  (define source ((@ (fermata native reader) make-source) text in))
  (define problem ((@ (fermata native reader) source-problem) source))
  (define token 0)
  (define (read-next port)
    (let ((start ((@ (fermata native reader) source-next) source token)))
      (if start
          (begin
            (set! token ((@ (fermata native reader) source-after) source start))
            ((@ (fermata native reader) source-datum) source start))
          the-eof-object)))
  (define the-eof-object (call-with-input-string "" read-char))
  (define warnings (open-output-string))
  (define (complain text)
    (display text (current-error-port))
    (newline (current-error-port)))
  (cond
   (problem
    (let ((place ((@ (fermata native reader) source-place)
                  source (list-ref problem 3) (list-ref problem 4))))
      (complain (string-append in ":" (number->string (car place)) ":"
                               (number->string (cadr place)) ": error: " (cadr problem))))
    1)
   (else
    (catch #t
      (lambda ()
        (parameterize ((current-warning-port warnings))
          (with-fluids ((current-reader read-next))
            ((@ (system base compile) compile-file) in
             #:output-file out #:optimization-level 2
             #:opts '(#:warnings (unbound-variable macro-use-before-definition arity-mismatch format
                                  duplicate-case-datum bad-case-datum use-before-definition)))))
        (let ((text (get-output-string warnings)))
          (cond ((string-null? text) 0)
                (else (complain text) (delete-file out) 1))))
      (lambda (key . args)
        (complain (get-output-string warnings))
        (complain (string-append in ": error:"))
        (print-exception (current-error-port) #f key args)
        1)))))
)scheme";

void* compile_body(void* data) {
  Program& program = *static_cast<Program*>(data);
  prepare(program.go);
  SCM text = SCM_BOOL_F;
  try {
    const std::string contents = read_file(program.argv[0]);
    text = scm_from_utf8_stringn(contents.data(), contents.size());
  } catch (const Error& error) {
    std::fprintf(stderr, "fermata: %s\n", error.message.c_str());
  }
  if (scm_is_false(text)) return &program;
  SCM code = scm_call_3(scm_c_eval_string(kCompiler), text, scm_from_locale_string(program.argv[0]),
                        scm_from_locale_string(program.argv[1]));
  program.code = scm_to_int(code);
  return &program;
}

}  // namespace

std::string go_directory() {
  const std::string beside = executable_directory();
  for (const std::string& candidate :
       {beside + "/go", beside + "/../lib/fermata/go", std::string(FERMATA_GO_DIR)})
    if (!candidate.empty() && is_directory(candidate)) return candidate;
  return {};
}

int run_program(int argc, char** argv) {
  Program program{argc, argv, go_directory()};
  if (program.go.empty()) {
    std::fprintf(stderr,
                 "fermata: its compiled modules are missing; was it installed completely?\n");
    return kInternal;
  }
  return run(run_body, program);
}

int compile_module(const char* input, const char* output) {
  const std::string temporary = std::string(output) + ".new";
  char* files[] = {const_cast<char*>(input), const_cast<char*>(temporary.c_str())};
  Program program{2, files, go_directory()};
  const int code = run(compile_body, program);
  if (code == 0 && rename(temporary.c_str(), output) != 0) {
    std::perror(output);
    return 3;
  }
  return code;
}

}  // namespace fermata
