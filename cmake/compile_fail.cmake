# SPDX-License-Identifier: BSD-3-Clause
# Runs one case of stencil_add_compile_fail_tests: COMPILER, SOURCE, INCLUDES (folders joined by |), DEVICE, true for
# nvcc, and OPTION (its parts joined by |), by which the compiler has read stencil.hpp already, are given.
cmake_minimum_required(VERSION 3.25.1)

file(STRINGS "${SOURCE}" expected REGEX "^// expect: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// expect: " "" expected "${expected}")
string(REPLACE "\\;" ";" expected "${expected}")
if(expected STREQUAL "")
  message(FATAL_ERROR "${SOURCE} has no line '// expect: sentence'")
endif()

string(REPLACE "|" ";-I" includes "-I${INCLUDES}")
# What stands before the first include may change what it means, and a part of the library is no whole.
file(STRINGS "${SOURCE}" first_line REGEX "^[^/]" LIMIT_COUNT 1)
set(option)
if(first_line MATCHES "^#include (\"|<[a-z]+>|<stencil/(stencil|inspect/measure|netcdf|dlpack|kokkos|mpi)[.]hpp>)")
  string(REPLACE "|" ";" option "${OPTION}")
endif()
# Only the first error counts, and is all that is waited for.
set(only_look -fsyntax-only -Wall -Wextra -Wfatal-errors)
if(DEVICE)
  set(only_look -x cu -arch=sm_90 -cubin -o /dev/null)
endif()
file(STRINGS "${SOURCE}" more REGEX "^// with: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// with: " "" more "${more}")
separate_arguments(more)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C "${COMPILER}" -std=c++20 ${only_look} ${more} ${option} ${includes} "${SOURCE}"
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(expected STREQUAL "no error")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "this must compile, but:\n${output}")
  endif()
  return()
endif()
if(result EQUAL 0)
  message(FATAL_ERROR "this compiled, but was to fail with: ${expected}")
endif()

string(REGEX MATCH "[^\n]*error( #[0-9]+-D)?:[^\n]*" first_error "${output}")
string(FIND "${first_error}" "${expected}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "the first error is\n  ${first_error}\nbut was to contain\n  ${expected}\nThe whole output:\n${output}")
endif()
message("${first_error}")
