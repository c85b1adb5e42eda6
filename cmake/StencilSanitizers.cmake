# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# A command put before every test program; see below.
set(STENCIL_TEST_LAUNCHER "")

if(STENCIL_SANITIZER STREQUAL "address")
  # Without what AddressSanitizer sees as well, or what this library has none of; these checks of every access took more
  # than a quarter of the time to compile.
  set(sanitize -fsanitize=address,undefined -fno-sanitize=alignment,null,object-size,vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  # The same checks as calls of functions, which are compiled in two thirds of the time. Without a second stack for each
  # function, which finds what is used after its function returned and takes 4 % of the time; g++ leaves it out by itself.
  # Without looking for variables that need no check, which are few in such code and take half of the compiler's memory.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(less_code "SHELL:-mllvm -asan-instrumentation-with-call-threshold=0" "SHELL:-mllvm -asan-use-stack-safety=0"
      -fsanitize-address-use-after-return=never)
  endif()
elseif(STENCIL_SANITIZER STREQUAL "thread")
  set(sanitize -fsanitize=thread)
  # Who called whom is a fifth of what is compiled. Without it a race is reported all the same, of each access the function alone.
  option(STENCIL_SANITIZER_CALLERS "Reports of ThreadSanitizer say who called the function, where clang compiles" OFF)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT STENCIL_SANITIZER_CALLERS)
    set(less_code -mllvm -tsan-instrument-func-entry-exit=0)
  endif()
  if(STENCIL_OPENMP AND OpenMP_CXX_FOUND)
    message(FATAL_ERROR "stencil: ThreadSanitizer does not see into OpenMP's threads; configure with -DSTENCIL_OPENMP=OFF")
  endif()
elseif(STENCIL_SANITIZER)
  message(FATAL_ERROR "stencil: STENCIL_SANITIZER is '${STENCIL_SANITIZER}'; it must be address, thread or empty")
endif()

# The ThreadSanitizer of g++ 13 and older gives up where the kernel randomises addresses over more than 28 bits, as that
# of Ubuntu 24.04 does. Without randomisation it runs, so a second try puts `setarch -R` before the program.
function(stencil_find_test_launcher)
  set(program "${PROJECT_BINARY_DIR}/CMakeFiles/sanitizer_runs")
  file(WRITE "${program}.cpp" "int main() {}\n")
  try_compile(compiles "${program}.dir" "${program}.cpp"
    COMPILE_DEFINITIONS ${sanitize} LINK_OPTIONS ${sanitize} COPY_FILE "${program}")
  if(compiles)
    foreach(launcher IN ITEMS "env" "setarch;${CMAKE_HOST_SYSTEM_PROCESSOR};-R")
      execute_process(COMMAND ${launcher} "${program}" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
      if(result EQUAL 0)
        if(NOT launcher STREQUAL "env")
          set(STENCIL_TEST_LAUNCHER "${launcher}" PARENT_SCOPE)
        endif()
        return()
      endif()
    endforeach()
  endif()
  message(FATAL_ERROR "stencil: programs compiled with -fsanitize=${STENCIL_SANITIZER} do not run here; install the "
    "compiler's sanitizer libraries, or set the kernel's vm.mmap_rnd_bits to 28")
endfunction()

if(STENCIL_SANITIZER)
  target_compile_options(stencil_build_options INTERFACE ${sanitize} ${less_code})
  target_link_options(stencil_build_options INTERFACE ${sanitize})
  stencil_find_test_launcher()
endif()
