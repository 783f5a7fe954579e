#pragma once

#include <libguile.h>

#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fermata {

/// One procedure that C++ gives to Scheme; what `?name` and docs/primitives.md show is all here.
struct Primitive {
  const char* module;  // X of (fermata native X)
  const char* cname;
  const char* name;
  const char* usage;
  const char* doc;
  int required, optional, rest;
  void* function;
};

/// All primitives of the program, in the order of their files.
const std::vector<Primitive>& primitives();

struct Registration {
  explicit Registration(const Primitive& primitive);
};

/// Declare, register and document a primitive in one place. A file says `constexpr const char*
/// kModule` first; its define_..._module() calls define_native_module(kModule). The body has three
/// movements:
///   take: arguments to C++, may raise a Scheme error, owns nothing that needs a destructor;
///   do:   pure C++ inside give([&] { ... }), may throw fermata::Error;
///   give: the result becomes an SCM, an exception a Scheme error once its scope is left.
#define PRIMITIVE(cname, name, usage, required, optional, rest, args, doc) \
  static SCM cname args;                                                   \
  static const ::fermata::Registration cname##_registration{               \
      {kModule, #cname, name, usage, doc, required, optional, rest,        \
       reinterpret_cast<void*>(static_cast<SCM(*) args>(cname))}};         \
  static SCM cname args

/// Make (fermata native MODULE) with every primitive registered for it, all exported.
void define_native_module(const char* module);

/// Remember an error so that it can be raised after every C++ scope is left.
void keep_error(const Error& error) noexcept;
/// The catch clause of `give`: whatever is in flight is kept as an Error.
void keep_current_exception() noexcept;
/// Raise the kept error: throw to `fermata-error` with (kind message hint argument element part
/// measure offset length who).
[[noreturn]] void raise_kept(std::string_view who = {});

/// Raise "expected A PITCH" for argument `position` (from 1). Nothing with a destructor may be
/// alive.
[[noreturn]] void raise_wrong_type(SCM given, int position, const char* expected,
                                   const std::source_location& where);

/// Called where a primitive begins: runs finalizers when many finalized values have been made.
void at_entry();
/// Count one more value that has a finalizer.
void count_finalized();

/// Run `body` (do), convert what it returns (give).
template <class F>
SCM give(F&& body, const std::source_location& where = std::source_location::current());

/// The Scheme name of the primitive that `where` is in, or empty.
std::string_view primitive_at(const std::source_location& where);

}  // namespace fermata

#include "bind/convert.h"

namespace fermata {

template <class F>
SCM give(F&& body, const std::source_location& where) {
  at_entry();
  try {
    return to_scm(body());
  } catch (...) {
    keep_current_exception();
  }
  raise_kept(primitive_at(where));
}

}  // namespace fermata
