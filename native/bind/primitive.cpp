#include "bind/primitive.h"

#include <new>
#include <optional>

namespace fermata {

namespace {

std::vector<Primitive>& registry() {
  static std::vector<Primitive> all;
  return all;
}

// Static, because nothing with a destructor may live where Scheme raises.
std::optional<Error> kept;
int finalized_since = 0;
constexpr int kFinalizeEvery = 4096;

SCM text_to_scm(std::string_view text) { return scm_from_utf8_stringn(text.data(), text.size()); }

void define_primitives(void* module) {
  for (const Primitive& primitive : registry()) {
    if (std::string_view(primitive.module) != static_cast<const char*>(module)) continue;
    scm_c_define_gsubr(primitive.name, primitive.required, primitive.optional, primitive.rest,
                       primitive.function);
    scm_c_export(primitive.name, nullptr);
  }
}

}  // namespace

const std::vector<Primitive>& primitives() { return registry(); }

Registration::Registration(const Primitive& primitive) { registry().push_back(primitive); }

void define_native_module(const char* module) {
  const std::string name = std::string("fermata native ") + module;
  scm_c_define_module(name.c_str(), define_primitives, const_cast<char*>(module));
}

void keep_error(const Error& error) noexcept { kept = error; }

void keep_current_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    kept = error;
  } catch (const std::bad_alloc&) {
    kept.emplace(ErrorKind::Limit, "there is not enough memory for this");
  } catch (const std::exception& problem) {
    kept.emplace(ErrorKind::Internal, problem.what());
  }
}

void raise_kept(std::string_view who) {
  const Error& error = *kept;
  const std::string_view kind = name_of(error.kind);
  SCM args = scm_list_n(scm_from_utf8_symboln(kind.data(), kind.size()), text_to_scm(error.message),
                        error.hint.empty() ? SCM_BOOL_F : text_to_scm(error.hint),
                        scm_from_int(error.argument), scm_from_int(error.element),
                        scm_from_int(error.part), scm_from_int(error.measure),
                        scm_from_long(error.offset), scm_from_long(error.length),
                        who.empty() ? SCM_BOOL_F : text_to_scm(who), SCM_UNDEFINED);
  scm_throw(scm_from_utf8_symbol("fermata-error"), args);
}

void raise_wrong_type(SCM given, int position, const char* expected,
                      const std::source_location& where) {
  try {
    Conversion conversion;
    Error error(ErrorKind::Type,
                std::string("expected ") + expected + ", got " + describe(conversion.value(given)));
    kept = error.at_argument(position - 1);
  } catch (...) {
    keep_current_exception();
  }
  raise_kept(primitive_at(where));
}

void at_entry() {
  if (finalized_since < kFinalizeEvery) return;
  finalized_since = 0;
  scm_run_finalizers();
}

void count_finalized() { ++finalized_since; }

std::string_view primitive_at(const std::source_location& where) {
  const std::string_view function = where.function_name();
  for (const Primitive& primitive : registry()) {
    const std::string_view cname = primitive.cname;
    const size_t at = function.find(cname);
    if (at == std::string_view::npos || at == 0 || at + cname.size() >= function.size()) continue;
    const char before = function[at - 1], after = function[at + cname.size()];
    if ((before == ':' || before == ' ') && after == '(') return primitive.name;
  }
  return {};
}

}  // namespace fermata
