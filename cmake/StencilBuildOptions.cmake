# SPDX-License-Identifier: BSD-3-Clause
# How this project compiles its own tests, examples and benchmarks. Nothing of it reaches who uses the library.
include_guard(GLOBAL)
include(CheckCXXSourceCompiles)
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

add_library(stencil_build_options INTERFACE)

set(warnings -Wall -Wextra -Wconversion -Wshadow)
target_compile_options(stencil_build_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${warnings}>)
# What clang warns of and g++ does not: g++ has no -Wsign-conversion in -Wconversion for C++, and does not look into system
# headers, where std::stable_sort of libstdc++ uses what it calls deprecated itself.
target_compile_options(stencil_build_options INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations;-Wno-sign-conversion>")
list(JOIN warnings "," host_warnings)
target_compile_options(stencil_build_options INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=${host_warnings}>")
if(STENCIL_WERROR)
  target_compile_options(stencil_build_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror>
    "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Werror=all-warnings;-Xcompiler=-Werror>")
endif()

# A hundred programs of templates: LLVM's linker takes a fraction of the time.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  check_linker_flag(CXX -fuse-ld=lld STENCIL_HAS_LLD)
  if(STENCIL_HAS_LLD)
    target_link_options(stencil_build_options INTERFACE $<$<LINK_LANG_AND_ID:CXX,Clang>:-fuse-ld=lld>)
  endif()
endif()

if(STENCIL_NATIVE)
  check_cxx_compiler_flag(-march=native STENCIL_HAS_MARCH_NATIVE)
  if(STENCIL_HAS_MARCH_NATIVE)
    target_compile_options(stencil_build_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=native>)
    # Compilers keep to 256 bits on most AVX-512 machines; column loops are long enough for the full width.
    set(CMAKE_REQUIRED_FLAGS -march=native)
    check_cxx_source_compiles("
      #ifndef __AVX512F__
      #error no AVX-512
      #endif
      int main() {}" STENCIL_HAS_AVX512)
    unset(CMAKE_REQUIRED_FLAGS)
    if(STENCIL_HAS_AVX512)
      target_compile_options(stencil_build_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-mprefer-vector-width=512>)
      # g++ 12 takes the undefined values inside its own AVX-512 header for uses of ours (GCC bug 105593).
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(stencil_build_options INTERFACE
          $<$<COMPILE_LANGUAGE:CXX>:-Wno-uninitialized> $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
      endif()
    endif()
  endif()
endif()

# stencil_compile_headers_once(headers source [LIBRARIES target...]): clang compiles the functions of an object library's precompiled
# headers with its empty source alone. Optimised code has them in each file, where they may be inlined. A program that reads the
# headers links them from ${headers}_functions, where that is: a library, from which nothing is taken that a source has compiled
# itself, by options of its own perhaps. LIBRARIES: what they need.
function(stencil_compile_headers_once headers source)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  get_target_property(options ${headers} COMPILE_OPTIONS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT APPLE AND NOT options MATCHES "-O[1-9s]")
    target_compile_options(${headers} PRIVATE "SHELL:-Xclang -fmodules-codegen")
    set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS "-Xclang;-building-pch-with-obj")
    add_library(${headers}_functions STATIC $<TARGET_OBJECTS:${headers}>)
    set_target_properties(${headers}_functions PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${headers}_functions INTERFACE ${arg_LIBRARIES})
    # What the program does not call is left out: tests/coverage.txt has what a test's own sources launch, and standard libraries
    # have functions in headers that nobody can link.
    target_link_options(${headers}_functions INTERFACE -Wl,--gc-sections)
  endif()
endfunction()

include(cmake/StencilSanitizers.cmake)
