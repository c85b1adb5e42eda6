# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# stencil_add_compile_fail_tests(folder [INCLUDES_OF library]): has each compiler look at each .cpp file in the folder, with the
# folders of headers of the core, or of the library. The file carries
#
#   // expect: the sentence
#
# and the test passes only if the file does not compile and the first error line printed contains the sentence. With
# `// expect: no error` it must compile: a control, without which a misspelt include would pass as a success.
#
# Where there is Python, the files of a folder that begin with an include are one CTest for each compiler, which names those that
# fail and takes a fifth of the time: compile_fail_together.py. The others are a CTest each.
#
# With a further line `// also: nvcc` it is given to nvcc too, and .cu files to nvcc alone. A line `// with: -option` has
# further options for the compiler. nvcc takes all sources with `// also: nvcc` in one go, and .cu files with the same line
# `// together: name`, because it would read the headers for each; then the sentence need not be in the first of the errors.
# `// by: the first compiler`, or the last, is for sources that cannot use the precompiled header: reading the headers takes
# three seconds, so one compiler does it.
function(stencil_add_compile_fail_tests folder)
  if(NOT OPTIMISED IN_LIST STENCIL_TEST_SHARES)
    return()
  endif()
  cmake_parse_arguments(arg "" "INCLUDES_OF" "" ${ARGN})
  set(includes $<TARGET_PROPERTY:stencil,INTERFACE_INCLUDE_DIRECTORIES>)
  if(arg_INCLUDES_OF)
    set(includes $<TARGET_PROPERTY:${arg_INCLUDES_OF},INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
  find_package(Python3 QUIET COMPONENTS Interpreter)
  set(joined)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" also REGEX "^// also: nvcc$")
    if(also)
      list(APPEND together_sentences "${source}")
    endif()
    file(STRINGS "${source}" apart REGEX "^// (expect: no error|with: |by: )")
    file(STRINGS "${source}" first_line REGEX "^[^/]" LIMIT_COUNT 1)
    if(Python3_FOUND AND NOT apart AND first_line MATCHES "^#include (\"|<[a-z]+>|<stencil/(stencil|inspect/measure|netcdf|dlpack|kokkos|mpi)[.]hpp>)")
      list(APPEND joined "${source}")
      continue()
    endif()
    set(compilers "${CMAKE_CXX_COMPILER}" ${STENCIL_SECOND_COMPILER})
    file(STRINGS "${source}" by REGEX "^// by: the (first|last) compiler$")
    if(by MATCHES "first")
      list(GET compilers 0 compilers)
    elseif(by)
      list(GET compilers -1 compilers)
    endif()
    foreach(compiler IN LISTS compilers)
      stencil_precompiled_header("${compiler}" precompiled)
      stencil_add_compile_fail_test("${compiler}" "${source}" "${includes}" OFF ${precompiled})
    endforeach()
  endforeach()
  if(joined)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME where)
    foreach(compiler IN ITEMS "${CMAKE_CXX_COMPILER}" ${STENCIL_SECOND_COMPILER})
      stencil_precompiled_header("${compiler}" precompiled)
      string(REPLACE "|" ";" precompiled "${precompiled}")
      cmake_path(GET compiler FILENAME compiler_name)
      set(name "compile_fail: ${where} together (${compiler_name})")
      add_test(NAME "${name}"
        COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/cmake/compile_fail_together.py"
          "${CMAKE_CURRENT_BINARY_DIR}/compile_fail_by_${compiler_name}.cpp" ${joined}
          -- "${compiler}" -std=c++20 -fsyntax-only -Wall -Wextra ${precompiled} "-I$<JOIN:${includes},;-I>"
        COMMAND_EXPAND_LISTS)
      set_tests_properties("${name}" PROPERTIES TIMEOUT 900 COST 20)
      stencil_tests_run_compilers("${name}")
    endforeach()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cu")
  if(CMAKE_CUDA_COMPILER)
    list(APPEND includes $<TARGET_PROPERTY:stencil_cuda,INTERFACE_INCLUDE_DIRECTORIES>)
    set(groups)
    if(together_sentences)
      set(groups sentences)
    endif()
    foreach(source IN LISTS sources)
      file(STRINGS "${source}" group REGEX "^// together: ")
      string(REPLACE "// together: " "" group "${group}")
      if(group)
        list(APPEND groups ${group})
        list(APPEND together_${group} "${source}")
      else()
        stencil_add_compile_fail_test("${CMAKE_CUDA_COMPILER}" "${source}" "${includes}" ON)
      endif()
    endforeach()
    list(REMOVE_DUPLICATES groups)
    cmake_path(GET CMAKE_CUDA_COMPILER FILENAME compiler_name)
    foreach(group IN LISTS groups)
      list(JOIN together_${group} "|" joined)
      set(name "compile_fail: ${group} together (${compiler_name})")
      add_test(NAME "${name}"
        COMMAND ${CMAKE_COMMAND} "-DCOMPILER=${CMAKE_CUDA_COMPILER}" "-DSOURCES=${joined}" "-DINCLUDES=$<JOIN:${includes},|>"
          "-DFILE=${CMAKE_CURRENT_BINARY_DIR}/${group}_together.cu" -P "${PROJECT_SOURCE_DIR}/cmake/compile_fail_together.cmake")
      set_tests_properties("${name}" PROPERTIES TIMEOUT 900 COST 10)
      stencil_tests_run_compilers("${name}")
    endforeach()
  endif()
endfunction()

# Reads <stencil/stencil.hpp> once for all tests of a compiler, of which it would be most of the time. out: the options by
# which they take it, their parts joined by |. Who has threads and who has not cannot share it, so all have them.
function(stencil_precompiled_header compiler out)
  cmake_path(GET compiler FILENAME name)
  set(target "stencil_precompiled_${name}")
  set(header "${PROJECT_BINARY_DIR}/compile_fail/${name}/stencil.hpp")
  if(compiler STREQUAL CMAKE_CXX_COMPILER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(file "${header}.gch")
    set(${out} "-pthread|-include|${header}" PARENT_SCOPE)
  else()
    set(file "${header}.pch")
    set(${out} "-pthread|-include-pch|${file}" PARENT_SCOPE)
    set(instantiated -fpch-instantiate-templates)  # once too, not at the end of each test
  endif()
  if(NOT TARGET ${target})
    file(CONFIGURE OUTPUT "${header}" CONTENT "#include <stencil/stencil.hpp>\n" @ONLY)  # not newer at every configuration
    set(includes $<TARGET_PROPERTY:stencil,INTERFACE_INCLUDE_DIRECTORIES>)
    add_custom_command(OUTPUT "${file}"
      COMMAND "${compiler}" -std=c++20 -pthread -w ${instantiated} "-I$<JOIN:${includes},;-I>" -x c++-header "${header}" -o "${file}"
        -MD -MF "${file}.d" -MQ "${file}"
      DEPFILE "${file}.d" COMMENT "Reading stencil.hpp with ${name}" COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${file}")
  endif()
endfunction()

# A further argument: options for the compiler, joined by |.
function(stencil_add_compile_fail_test compiler source includes device)
  cmake_path(GET source STEM name)
  cmake_path(GET compiler FILENAME compiler_name)
  add_test(NAME "compile_fail: ${name} (${compiler_name})"
    COMMAND ${CMAKE_COMMAND}
      "-DCOMPILER=${compiler}"
      "-DSOURCE=${source}"
      "-DINCLUDES=$<JOIN:${includes},|>"
      "-DDEVICE=${device}"
      "-DOPTION=${ARGN}"
      -P "${PROJECT_SOURCE_DIR}/cmake/compile_fail.cmake")
  set_tests_properties("compile_fail: ${name} (${compiler_name})" PROPERTIES TIMEOUT 900)
  stencil_tests_run_compilers("compile_fail: ${name} (${compiler_name})")
endfunction()
