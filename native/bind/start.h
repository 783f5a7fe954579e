#pragma once

#include <string>

namespace fermata {

/// Start Guile and hand the arguments to (fermata main). Returns the exit code.
int run_program(int argc, char** argv);

/// Compile one module ahead: `fermata --compile-module IN OUT`. Returns the exit code.
int compile_module(const char* input, const char* output);

/// Where our compiled modules are: beside the executable, in the library directory of an installed
/// tree, or in the build tree; empty when nowhere.
std::string go_directory();

}  // namespace fermata
