# SPDX-License-Identifier: BSD-3-Clause
# Compiles SOURCE with NVCC and INCLUDES (folders joined by |) for sm_90 and fails unless ptxas says of every kernel
# whose mangled name matches KERNELS that it spills nothing, and speaks of LEAST of them. WHAT they are is for messages.
# A kernel that does nothing spills nothing either, so it must also use more registers than one that returns at once.
cmake_minimum_required(VERSION 3.25.1)

string(REPLACE "|" ";-I" includes "-I${INCLUDES}")
execute_process(
  COMMAND "${NVCC}" -std=c++20 -O3 -arch=sm_90 -cubin -Xptxas -v -o /dev/null ${includes} "${SOURCE}"
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} does not compile:\n${output}")
endif()

# What ptxas says of a kernel stands between its name and the next one's.
string(REPLACE ";" " " output "${output}")
string(REPLACE "Compiling entry function" ";" kernels "${output}")
set(count 0)
set(complaints "")
foreach(kernel IN LISTS kernels)
  if(NOT kernel MATCHES "^ '[^']*${KERNELS}")
    continue()
  endif()
  math(EXPR count "${count} + 1")
  string(REGEX MATCH "[0-9]+ bytes stack frame, [0-9]+ bytes spill stores, [0-9]+ bytes spill loads" spills "${kernel}")
  string(REGEX MATCH "Used ([0-9]+) registers" registers "${kernel}")
  set(registers "${CMAKE_MATCH_1}")
  if(NOT spills MATCHES ", 0 bytes spill stores, 0 bytes spill loads$" OR registers STREQUAL "" OR registers LESS 16)
    string(APPEND complaints "${registers} registers, ${spills}:\n ${kernel}\n")
  endif()
endforeach()

if(count LESS LEAST)
  message(FATAL_ERROR "ptxas spoke of ${count} ${WHAT}; there are ${LEAST} at least:\n${output}")
endif()
if(complaints)
  message(FATAL_ERROR "${WHAT} that spill, or do nothing:\n${complaints}")
endif()
message("${count} ${WHAT}, none spills")
