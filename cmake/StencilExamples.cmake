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

# stencil_examples_read_library(target): where examples are compiled for tests alone, the library is read once for all targets that
# have STENCIL_EXPLICIT_BOUNDARIES, not for each of their files, of which it is half of the time. That of Fortran has one.
function(stencil_examples_read_library target)
  if(STENCIL_EXAMPLES_OPTIMISED OR STENCIL_EXAMPLES_IN STREQUAL "FORTRAN")
    return()
  endif()
  if(NOT TARGET stencil_example_headers)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/CMakeFiles/example_headers.cpp" CONTENT "" @ONLY)
    add_library(stencil_example_headers OBJECT "${PROJECT_BINARY_DIR}/CMakeFiles/example_headers.cpp")
    target_link_libraries(stencil_example_headers PRIVATE stencil::stencil stencil_build_options)
    target_compile_definitions(stencil_example_headers PRIVATE STENCIL_EXPLICIT_BOUNDARIES)
    target_precompile_headers(stencil_example_headers PRIVATE <stencil/stencil.hpp>)
    stencil_compile_headers_once(stencil_example_headers "${PROJECT_BINARY_DIR}/CMakeFiles/example_headers.cpp")
  endif()
  target_precompile_headers(${target} REUSE_FROM stencil_example_headers)
  target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:stencil_example_headers_functions>)
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)  # one with other options reads the library itself
endfunction()

# stencil_add_example(name source... [OUTSIDE_GALLERY] [WITH_CLOSURES] [LIBRARIES target...] [ARGUMENTS argument...]): a program of
# examples/<name>. It checks its own error and returns 1 above the stated one, so running it, with the arguments, is a
# test; so is whether examples/README.md has the numbers that it prints. It takes --picture FILE.png, for
# scripts/make_gallery, unless it is OUTSIDE_GALLERY. WITH_CLOSURES, a boundary condition that is missing is no error.
function(stencil_add_example name)
  cmake_parse_arguments(arg "OUTSIDE_GALLERY;WITH_CLOSURES" "" "LIBRARIES;ARGUMENTS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE stencil::stencil stencil_build_options ${arg_LIBRARIES})
  if(NOT arg_WITH_CLOSURES)
    target_compile_definitions(${name} PRIVATE STENCIL_EXPLICIT_BOUNDARIES)
    stencil_examples_read_library(${name})
  endif()
  if(arg_OUTSIDE_GALLERY)
    if(STENCIL_BUILD_TESTS)
      add_test(NAME "example: ${name}" COMMAND ${name} ${arg_ARGUMENTS} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    return()
  endif()
  list(JOIN arg_ARGUMENTS " " arguments)
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_EXAMPLES "${name} ${arguments}\n")
  if(STENCIL_BUILD_TESTS)
    add_test(NAME "example: ${name}"
      COMMAND "${PROJECT_SOURCE_DIR}/tests/examples/agrees_with_index" "${PROJECT_SOURCE_DIR}/examples/README.md" ${name}
        $<TARGET_FILE:${name}> ${arg_ARGUMENTS}
      WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
    set_tests_properties("example: ${name}" PROPERTIES TIMEOUT 600)
  endif()
endfunction()

# stencil_add_gallery_example(name): an example of main.cpp and, for those who ask for CUDA, run_cuda.cu. Needs cairo and
# CLI11.
function(stencil_add_gallery_example name)
  stencil_example_needs(${name} EXAMPLES_CAIRO_FOUND:cairo CLI11_FOUND:CLI11)
  stencil_add_example(${name} main.cpp LIBRARIES example_common)
  if(STENCIL_CUDA STREQUAL "ON" AND TARGET stencil::cuda AND CMAKE_CUDA_COMPILER)
    target_sources(${name} PRIVATE run_cuda.cu)
    target_link_libraries(${name} PRIVATE stencil::cuda)
    target_compile_definitions(${name} PRIVATE EXAMPLE_ON_CUDA=${name}::run_on_cuda)
    set_target_properties(${name} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON)
  else()
    target_compile_definitions(${name} PRIVATE EXAMPLE_ON_CUDA=nullptr)
  endif()
endfunction()
