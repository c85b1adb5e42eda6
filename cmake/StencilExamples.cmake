# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

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
