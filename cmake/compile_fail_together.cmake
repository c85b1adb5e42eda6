# SPDX-License-Identifier: BSD-3-Clause
# Gives nvcc several sources of stencil_add_compile_fail_tests as one, each in a namespace of its own, since reading the
# headers is most of the time of each: COMPILER, SOURCES and INCLUDES (both joined by |), and FILE, which is written. Passes
# if of each source an error has its sentence and names it, where it is instantiated or as the namespace.
cmake_minimum_required(VERSION 3.25.1)

string(REPLACE "|" ";-I" includes "-I${INCLUDES}")
string(REPLACE "|" ";" sources "${SOURCES}")
set(headers)
set(content "")
foreach(source IN LISTS sources)
  file(STRINGS "${source}" included REGEX "^#include <")
  list(APPEND headers ${included})
  cmake_path(GET source STEM name)
  string(APPEND content "namespace ${name} {\n#include \"${source}\"\n}\n")
endforeach()
list(REMOVE_DUPLICATES headers)
list(JOIN headers "\n" headers)
file(WRITE "${FILE}" "${headers}\n${content}")
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C "${COMPILER}" -std=c++20 -x cu -arch=sm_90 -cubin -Xcudafe --error_limit=1000 -o /dev/null ${includes} "${FILE}"
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "${FILE} compiled")
endif()

# An error and where it comes from, up to the next one.
string(REGEX REPLACE "[][;]" " " errors "${output}")
string(REGEX REPLACE "[^\n]*: error( #[0-9]+-D)?: " ";" errors "${errors}")
set(complaints "")
foreach(source IN LISTS sources)
  file(STRINGS "${source}" expected REGEX "^// expect: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^// expect: " "" expected "${expected}")
  string(REPLACE "\\;" " " expected "${expected}")  # as file(STRINGS) writes it
  string(REGEX REPLACE "[][;]" " " expected "${expected}")
  if(expected STREQUAL "")
    message(FATAL_ERROR "${source} has no line '// expect: sentence'")
  endif()
  cmake_path(GET source STEM name)
  set(found OFF)
  foreach(error IN LISTS errors)
    if(NOT error MATCHES "^[^\n]+")
      continue()  # what stands before the first of them
    endif()
    set(first_line "${CMAKE_MATCH_0}")
    string(FIND "${first_line}" "${expected}" position)
    string(REGEX MATCH "(^|[^a-z_])${name}(::|[.]c)" named "${error}")
    if(position GREATER -1 AND named)
      set(found ON)
      break()
    endif()
  endforeach()
  if(NOT found)
    string(APPEND complaints "${source}: no error from there contains\n  ${expected}\n")
  endif()
endforeach()
if(complaints)
  message(FATAL_ERROR "${complaints}The whole output:\n${output}")
endif()
