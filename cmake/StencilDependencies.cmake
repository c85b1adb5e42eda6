# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# Prints the one line that says what this configuration does without, and why. A project that takes this one in with
# add_subdirectory did not ask for tests or examples and is not told about them.
function(stencil_left_out what why)
  if(PROJECT_IS_TOP_LEVEL)
    message(STATUS "stencil: left out: ${what} (${why})")
  endif()
endfunction()

# stencil_find_or_fetch(Catch2 3.3 REPOSITORY url TAG tag): find_package, and where that finds nothing and the user
# allowed it with STENCIL_FETCH_DEPENDENCIES, a download. Sets <package>_FOUND either way.
macro(stencil_find_or_fetch package version)
  cmake_parse_arguments(fetch "" "REPOSITORY;TAG" "" ${ARGN})
  find_package(${package} ${version} QUIET CONFIG)
  if(NOT ${package}_FOUND AND STENCIL_FETCH_DEPENDENCIES)
    message(STATUS "stencil: downloading ${package} ${fetch_TAG}")
    include(FetchContent)
    FetchContent_Declare(${package} GIT_REPOSITORY ${fetch_REPOSITORY} GIT_TAG ${fetch_TAG} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${package})
    set(${package}_FOUND TRUE)
  endif()
endmacro()

macro(stencil_find_catch2)
  stencil_find_or_fetch(Catch2 3.3 REPOSITORY https://github.com/catchorg/Catch2.git TAG v3.7.1)
  if(catch2_SOURCE_DIR)
    list(APPEND CMAKE_MODULE_PATH "${catch2_SOURCE_DIR}/extras")
  endif()
endmacro()

macro(stencil_find_benchmark)
  set(BENCHMARK_ENABLE_TESTING OFF)
  stencil_find_or_fetch(benchmark 1.6 REPOSITORY https://github.com/google/benchmark.git TAG v1.9.1)
endmacro()

macro(stencil_find_cli11)
  stencil_find_or_fetch(CLI11 2.1 REPOSITORY https://github.com/CLIUtils/CLI11.git TAG v2.4.2)
endmacro()

# Looks for a Fortran compiler, also where an earlier configuration found none, which check_language would keep.
macro(stencil_find_fortran)
  include(CheckLanguage)
  if(CMAKE_Fortran_COMPILER STREQUAL "NOTFOUND")
    unset(CMAKE_Fortran_COMPILER CACHE)
  endif()
  check_language(Fortran)
endmacro()
