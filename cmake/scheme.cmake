# Compile the Scheme sources ahead, by our own executable. scheme/fermata/X.scm is (fermata X),
# prelude/X.scm is (fermata prelude X), stdlib/X.scm is (fermata stdlib X).
#
# Guile inlines across modules, so each .go depends on the .go of every module its source names; the
# executable is an order-only dependency, so relinking it compiles nothing again.

set(FERMATA_MODULE_PATTERN "(#:use-module|#:autoload|@@?|use-modules)[ \n]+\\(+fermata [^)]*\\)")

# The names, as paths under go/, of the (fermata ...) modules that SOURCE imports.
function(fermata_imports source result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(REGEX MATCHALL "${FERMATA_MODULE_PATTERN}" found "${text}")
  set(names)
  foreach(import IN LISTS found)
    string(REGEX REPLACE ".*\\((fermata [^)]*)\\)" "\\1" name "${import}")
    string(REGEX REPLACE "[ \n]+" "/" name "${name}")
    list(APPEND names ${name})
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# fermata_scheme_modules(target DIRECTORY PREFIX [DIRECTORY PREFIX ...]): an ALL target that
# compiles every .scm under each DIRECTORY to <build>/go/PREFIX/.
function(fermata_scheme_modules target)
  set(go ${CMAKE_BINARY_DIR}/go)
  set(roots ${ARGN})
  set(names)
  while(roots)
    list(POP_FRONT roots directory prefix)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${directory} ${directory}/*.scm)
    foreach(source IN LISTS sources)
      string(REGEX REPLACE "\\.scm$" "" stem ${source})
      list(APPEND names ${prefix}/${stem})
      set(source_of_${prefix}/${stem} ${directory}/${source})
    endforeach()
  endwhile()

  set(outputs)
  foreach(name IN LISTS names)
    set(source ${source_of_${name}})
    fermata_imports(${source} imports)
    set(needs)
    foreach(import IN LISTS imports)
      if(import IN_LIST names AND NOT import STREQUAL name)
        list(APPEND needs ${go}/${import}.go)
      endif()
    endforeach()
    set(output ${go}/${name}.go)
    get_filename_component(folder ${output} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${output}
      COMMAND $<TARGET_FILE:fermata> --compile-module ${source} ${output}
      DEPENDS ${source} ${needs}
      COMMENT "Compiling ${name}"
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${outputs})
  add_dependencies(${target} fermata)
endfunction()

if(NOT FERMATA_GO_DIR)
  fermata_scheme_modules(fermata_scheme
    ${PROJECT_SOURCE_DIR}/scheme/fermata fermata
    ${PROJECT_SOURCE_DIR}/prelude fermata/prelude
    ${PROJECT_SOURCE_DIR}/stdlib fermata/stdlib)
endif()
