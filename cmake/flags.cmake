# Flags that hold for every target: warnings, sanitizers, coverage.
add_compile_options(-Wall -Wextra -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 suspects "literal" + std::string of overlapping memory when it inlines as much as -O3 does.
  add_compile_options(-Wshadow=local -Wno-restrict)
endif()
if(FERMATA_WERROR)
  add_compile_options(-Werror)
endif()

if(FERMATA_SANITIZE)
  add_compile_options(-fsanitize=${FERMATA_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FERMATA_SANITIZE})
  if(FERMATA_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's instrumentation makes these guesses fire on correct code.
    add_compile_options(-Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endif()

if(FERMATA_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
