# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# stencil_example_needs(name condition:what...): leaves the folder of the example where a condition does not hold, and says
# in one line what was not found. A macro, so that return() is the folder's.
macro(stencil_example_needs example)
  set(missing "")
  foreach(part IN ITEMS ${ARGN})
    string(REPLACE ":" ";" part "${part}")
    list(GET part 0 condition)
    if(NOT ${condition})
      list(GET part 1 what)
      list(APPEND missing ${what})
    endif()
  endforeach()
  if(missing)
    list(JOIN missing ", " missing)
    stencil_left_out("example ${example}" "not found: ${missing}; scripts/install_dependencies example installs them")
    return()
  endif()
endmacro()

# stencil_add_example(name source... [LIBRARIES target...] [ARGUMENTS argument...]): a program of examples/<name>. It
# checks its own error and returns 1 above the stated one, so running it, with the arguments, is a test.
function(stencil_add_example name)
  cmake_parse_arguments(arg "" "" "LIBRARIES;ARGUMENTS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE stencil::stencil stencil_build_options ${arg_LIBRARIES})
  if(STENCIL_BUILD_TESTS)
    add_test(NAME "example: ${name}" COMMAND ${name} ${arg_ARGUMENTS} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    set_tests_properties("example: ${name}" PROPERTIES TIMEOUT 600)
  endif()
endfunction()
