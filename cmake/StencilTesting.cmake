# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# Names of tests say which build they ran in, because one summary covers them all.
set(STENCIL_TEST_PREFIX "")
if(STENCIL_SANITIZER)
  set(STENCIL_TEST_PREFIX "${STENCIL_SANITIZER}: ")
endif()

# scripts/run_tests builds each program where it shows most for the time that it takes to compile:
#
#   MEMORY     with AddressSanitizer: reads and writes of fields, in every way in which the library makes them
#   THREADS    with ThreadSanitizer: blocks and lanes of host threads
#   PLAIN      neither optimised nor sanitized: formulas and texts, of which the number of expressions is what matters
#   OPTIMISED  at -O3: a sample of what users compile, and what needs another compiler or library
#
# A build with a sanitizer has its own share; any other has the one named here, or all of it.
set(STENCIL_TEST_SHARE ALL CACHE STRING "Which tests to build: ALL, PLAIN or OPTIMISED; the sanitizers have their own")
set_property(CACHE STENCIL_TEST_SHARE PROPERTY STRINGS ALL PLAIN OPTIMISED)
set(shares ${STENCIL_TEST_SHARE})
if(STENCIL_SANITIZER STREQUAL "address")
  set(shares MEMORY)
elseif(STENCIL_SANITIZER STREQUAL "thread")
  set(shares THREADS)
elseif(STENCIL_TEST_SHARE STREQUAL "ALL")
  set(shares MEMORY THREADS PLAIN OPTIMISED)
elseif(NOT STENCIL_TEST_SHARE MATCHES "^(PLAIN|OPTIMISED)$")
  message(FATAL_ERROR "stencil: STENCIL_TEST_SHARE is '${STENCIL_TEST_SHARE}'; it must be ALL, PLAIN or OPTIMISED")
endif()
set(STENCIL_TEST_SHARES ${shares} CACHE INTERNAL "What this build has")  # examples bring tests of their own, from elsewhere

# stencil_add_test(name source... [IN share...] [EMULATION] [UNOPTIMISED] [ALONE] [LIBRARIES target...] [DEFINITIONS definition...])
#
# One Catch2 program; each of its TEST_CASEs is a CTest. IN: the shares that have it; MEMORY unless given. With EMULATION
# it also links stencil::emulation and is in THREADS too. UNOPTIMISED is for what takes longer to compile than to run.
# ALONE is for the only source of its options, or one with macros before the headers: it reads them itself.
function(stencil_add_test name)
  cmake_parse_arguments(arg "EMULATION;UNOPTIMISED;ALONE" "" "IN;LIBRARIES;DEFINITIONS" ${ARGN})
  if(NOT arg_IN)
    set(arg_IN MEMORY)
  endif()
  if(arg_EMULATION)
    list(APPEND arg_IN THREADS)
  endif()
  set(built OFF)
  foreach(share IN LISTS arg_IN)
    if(NOT share MATCHES "^(MEMORY|THREADS|PLAIN|OPTIMISED)$")
      message(FATAL_ERROR "stencil_add_test(${name}): there is no share ${share}")
    endif()
    if(share IN_LIST STENCIL_TEST_SHARES)
      set(built ON)
    endif()
  endforeach()
  if(NOT built)
    return()
  endif()
  set(options LIBRARIES ${arg_LIBRARIES} DEFINITIONS ${arg_DEFINITIONS})
  if(arg_EMULATION)
    list(APPEND options EMULATION)
  endif()
  if(arg_UNOPTIMISED)
    list(APPEND options UNOPTIMISED)
  endif()
  stencil_test_program(test_${name} ${arg_UNPARSED_ARGUMENTS} ${options})
  target_link_libraries(test_${name} PRIVATE Catch2::Catch2WithMain)
  set(of_cpu ${arg_DEFINITIONS})
  list(FILTER of_cpu INCLUDE REGEX "^STENCIL_CPU_")
  if(NOT arg_ALONE)
    stencil_use_precompiled_headers(test_${name} ${arg_UNOPTIMISED} ${of_cpu})
  endif()
  # Host threads that stand for a block wait for each other most of the time: the few such tests among those of the host begin
  # early, beside what compiles. So do tests that take two processors, which CTest would leave for the end else.
  set(cost 0)
  if("stencil::emulation" IN_LIST arg_LIBRARIES)
    set(cost 10)
  endif()
  stencil_discover_tests(test_${name} COST ${cost})
endfunction()

# The library and Catch2 take a second and a half to read, and what clang instantiates of them four more: once for all programs
# of the same options, not for each of their files. What is compiled of them, a quarter of the code of a file, is in a
# library, which programs link. Further arguments are the definitions that the library's headers look at.
function(stencil_use_precompiled_headers target unoptimised)
  set(headers stencil_test_headers)
  if(ARGN)
    string(MAKE_C_IDENTIFIER "${headers}_${ARGN}" headers)
  endif()
  if(unoptimised AND NOT STENCIL_TEST_OPTIMISATION STREQUAL "-O0")
    string(APPEND headers _unoptimised)
  endif()
  if(NOT TARGET ${headers})
    set(source "${PROJECT_BINARY_DIR}/CMakeFiles/test_headers.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "" @ONLY)
    add_library(${headers} OBJECT "${source}")
    stencil_test_options(${headers} ${unoptimised})
    target_link_libraries(${headers} PRIVATE Catch2::Catch2WithMain)
    target_compile_definitions(${headers} PRIVATE ${ARGN})
    target_precompile_headers(${headers} PRIVATE
      <stencil/stencil.hpp> <catch2/catch_message.hpp> <catch2/catch_template_test_macros.hpp>)
    stencil_compile_headers_once(${headers} "${source}" LIBRARIES Catch2::Catch2)
    if(TARGET ${headers}_functions)
      target_precompile_headers(${headers} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/read_once.hpp")
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  target_link_libraries(${target} PRIVATE $<TARGET_NAME_IF_EXISTS:${headers}_functions>)
endfunction()

# Tests that run compilers give them the allocator that scripts/run_tests gives to those of its builds, if any. Programs with a
# sanitizer have their own, so none of them may be among these.
set(STENCIL_COMPILER_ALLOCATOR "" CACHE FILEPATH "A library in place of malloc for compilers that tests run; empty: none")
mark_as_advanced(STENCIL_COMPILER_ALLOCATOR)
function(stencil_tests_run_compilers)
  if(STENCIL_COMPILER_ALLOCATOR)
    set_property(TEST ${ARGN} APPEND PROPERTY
      ENVIRONMENT_MODIFICATION "LD_PRELOAD=path_list_prepend:${STENCIL_COMPILER_ALLOCATOR}")
  endif()
endfunction()

# stencil_add_test_folder(folder [OPTIMISED regex] [argument...]): stencil_add_test for every .cpp file in it, with these
# arguments; files whose path matches are in the share OPTIMISED too. For tests/ops, where a new operator brings one new file
# and edits nothing.
function(stencil_add_test_folder folder)
  cmake_parse_arguments(arg "" "OPTIMISED" "IN" ${ARGN})
  file(GLOB sources RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    set(shares ${arg_IN})
    if(arg_OPTIMISED AND source MATCHES "${arg_OPTIMISED}")
      list(APPEND shares OPTIMISED)
    endif()
    stencil_add_test(${name} ${source} IN ${shares} ${arg_UNPARSED_ARGUMENTS})
  endforeach()
endfunction()

# stencil_add_race_test(name source... [EACH arguments...] [DEFINITIONS definition...]): a program with a deliberate data
# race, which passes only if ThreadSanitizer reports it. Only in the ThreadSanitizer build. With EACH one program is run for
# each of these strings of arguments, and each is a CTest.
function(stencil_add_race_test name)
  if(NOT STENCIL_SANITIZER STREQUAL "thread")
    return()
  endif()
  cmake_parse_arguments(arg "" "" "EACH;LIBRARIES;DEFINITIONS" ${ARGN})
  stencil_test_program(race_${name} EMULATION ${arg_UNPARSED_ARGUMENTS}
    LIBRARIES ${arg_LIBRARIES} Catch2::Catch2 DEFINITIONS ${arg_DEFINITIONS})
  stencil_use_precompiled_headers(race_${name} OFF)
  if(NOT arg_EACH)
    set(arg_EACH " ")
  endif()
  foreach(arguments IN LISTS arg_EACH)
    separate_arguments(split UNIX_COMMAND "${arguments}")
    string(STRIP "${STENCIL_TEST_PREFIX}a race is reported: ${name} ${arguments}" test)
    add_test(NAME "${test}" COMMAND ${STENCIL_TEST_LAUNCHER} $<TARGET_FILE:race_${name}> ${split})
    set_tests_properties("${test}" PROPERTIES PASS_REGULAR_EXPRESSION "WARNING: ThreadSanitizer: data race" TIMEOUT 300)
  endforeach()
endfunction()

# stencil_add_cuda_test(name source... [WHOLE] [ASSEMBLED] [ONE_ARCHITECTURE] [INCLUDES folder...] [LIBRARIES ...] [DEFINITIONS ...]): as
# stencil_add_test, for .cpp files that assert and .cu files that launch. Built for the architectures of
# CMAKE_CUDA_ARCHITECTURES, or with ONE_ARCHITECTURE for the last of them, because nvcc takes long. Does nothing without
# nvcc. Where no GPU could run it, the sources are only looked at, by stencil_look_at_cuda, ASSEMBLED or not, but with WHOLE,
# which shows that such programs link and say why they skip. What several programs share is then looked at once, and what
# differs from something beside it in its number or layout alone is left out, #if !defined(STENCIL_TEST_ONLY_LOOKED_AT).
function(stencil_add_cuda_test name)
  cmake_parse_arguments(arg "WHOLE;ASSEMBLED;ONE_ARCHITECTURE" "" "INCLUDES;LIBRARIES;DEFINITIONS" ${ARGN})
  if(NOT CMAKE_CUDA_COMPILER OR NOT OPTIMISED IN_LIST STENCIL_TEST_SHARES)
    return()
  endif()
  set(unoptimised "")
  set(architectures ${CMAKE_CUDA_ARCHITECTURES})
  if(arg_ONE_ARCHITECTURE)
    list(GET CMAKE_CUDA_ARCHITECTURES -1 architectures)
  endif()
  if(STENCIL_TEST_DEVICE_OPTIONS)
    if(NOT arg_WHOLE)
      set(assembled)
      set(fewer STENCIL_CUDA_LANES_OF_ONE_LENGTH)  # those of the benchmarks are of several
      if(arg_ASSEMBLED)
        set(assembled ASSEMBLED)
        set(fewer)
      endif()
      stencil_look_at_cuda(cuda_test_${name} ${arg_UNPARSED_ARGUMENTS} ${assembled} TOGETHER ARCHITECTURES ${architectures}
        INCLUDES "${PROJECT_SOURCE_DIR}/tests" ${arg_INCLUDES} LIBRARIES Catch2::Catch2 ${arg_LIBRARIES}
        DEFINITIONS STENCIL_TEST_ONLY_LOOKED_AT ${fewer} ${arg_DEFINITIONS} OPTIONS --fmad=false ${STENCIL_TEST_DEVICE_OPTIONS})
      return()
    endif()
    set(unoptimised UNOPTIMISED)  # no device will give what they compare
  endif()
  stencil_test_program(cuda_test_${name} ${unoptimised} ${arg_UNPARSED_ARGUMENTS}
    LIBRARIES stencil::cuda Catch2::Catch2WithMain ${arg_LIBRARIES} DEFINITIONS ${arg_DEFINITIONS})
  target_include_directories(cuda_test_${name} PRIVATE ${arg_INCLUDES})
  set_target_properties(cuda_test_${name} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON)
  stencil_device_machines(machines ${architectures})
  set_target_properties(cuda_test_${name} PROPERTIES CUDA_ARCHITECTURES OFF)
  target_compile_options(cuda_test_${name} PRIVATE "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:${machines}>")
  stencil_discover_tests(cuda_test_${name})
endfunction()

# The front of nvcc, which takes most of its time, runs once, for the first of the architectures.
function(stencil_device_machines out)
  list(TRANSFORM ARGN PREPEND sm_ OUTPUT_VARIABLE machines)
  list(JOIN machines "," machines)
  set(${out} "-gencode=arch=compute_${ARGV1},code=[${machines}]" PARENT_SCOPE)
endfunction()

# stencil_look_at_cuda(target source... ARCHITECTURES number... [ASSEMBLED] [TOGETHER [APART]] [INCLUDES ...] [LIBRARIES ...]
# [DEFINITIONS ...] [OPTIONS ...]): the compiler's intermediate code (LTO-IR) of .cu files for the first of these architectures, from which one
# sees that all instantiates and calls only what is there on a device, or, ASSEMBLED, machine code for each of them; .cpp files
# without generating code. It takes a third of the time of PTX; -fdevice-syntax-only takes half of that, but lets calls of host
# functions pass. TOGETHER: the .cu files as one, so that nvcc reads the headers, which takes it five seconds, only once; APART: each in a
# namespace of its own, for programs of a file each.
function(stencil_look_at_cuda target)
  cmake_parse_arguments(arg "ASSEMBLED;TOGETHER;APART" "" "ARCHITECTURES;INCLUDES;LIBRARIES;DEFINITIONS;OPTIONS" ${ARGN})
  add_library(${target}_uses INTERFACE)
  target_link_libraries(${target}_uses INTERFACE stencil::stencil ${arg_LIBRARIES})
  if(arg_ARCHITECTURES)
    target_link_libraries(${target}_uses INTERFACE stencil::cuda)
  endif()
  target_include_directories(${target}_uses INTERFACE ${arg_INCLUDES})
  # g++ does not find its own headers when /usr/include, where Catch2 may be, comes first.
  set(includes "$<FILTER:$<TARGET_PROPERTY:${target}_uses,INTERFACE_INCLUDE_DIRECTORIES>,EXCLUDE,^/usr/include$>")
  set(flags "-I$<JOIN:${includes},;-I>")
  # Warnings about headers of others are no business of this project's.
  string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" here "${PROJECT_SOURCE_DIR}")
  set(others "$<FILTER:${includes},EXCLUDE,^${here}/>")
  set(host_flags "-I$<JOIN:$<FILTER:${includes},INCLUDE,^${here}/>,;-I>" "$<$<BOOL:${others}>:-isystem$<JOIN:${others},;-isystem>>")
  list(TRANSFORM arg_DEFINITIONS PREPEND -D)
  stencil_device_machines(machines ${arg_ARCHITECTURES})
  if(arg_ASSEMBLED)
    set(device "${CMAKE_CUDA_COMPILER}" -fatbin -x cu ${machines} ${arg_OPTIONS})
    set(suffix fatbin)
  elseif(arg_ARCHITECTURES)
    list(FILTER arg_OPTIONS EXCLUDE REGEX "^-(Xptxas|Ofc)")
    list(GET arg_ARCHITECTURES 0 first)
    set(device "${CMAKE_CUDA_COMPILER}" -dlto -ltoir -x cu -arch=lto_${first} ${arg_OPTIONS})
    set(suffix ltoir)
  endif()
  set(host "${CMAKE_CXX_COMPILER}" -fsyntax-only -fopenmp-simd -Wall -Wextra -Wconversion -Wshadow)
  set(read)
  if(OPTIMISED IN_LIST STENCIL_TEST_SHARES AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The header that the tests of wrong programs have read already; clang would want one that was read with -fopenmp-simd.
    # g++ forgets which warnings a header that it has read switches off.
    stencil_precompiled_header("${CMAKE_CXX_COMPILER}" already)
    string(REPLACE "|" ";" already "${already}")
    list(APPEND host ${already} -Wno-psabi)
    cmake_path(GET CMAKE_CXX_COMPILER FILENAME name)
    set(read "stencil_precompiled_${name}")
  endif()
  if(STENCIL_WERROR)
    list(APPEND device -Werror=all-warnings)
    list(APPEND host -Werror)
  endif()
  set(sources)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    string(JOIN " " how "${source}" ${arg_DEFINITIONS})
    get_property(seen GLOBAL PROPERTY STENCIL_LOOKED_AT)
    if(NOT how IN_LIST seen)
      set_property(GLOBAL APPEND PROPERTY STENCIL_LOOKED_AT "${how}")
      list(APPEND sources "${source}")
    endif()
  endforeach()
  set(joined ${sources})
  list(FILTER joined INCLUDE REGEX "[.]cu$")
  set(together "${CMAKE_CURRENT_BINARY_DIR}/${target}/together.cu")
  list(LENGTH joined count)
  if(arg_TOGETHER AND count GREATER 1)
    list(REMOVE_ITEM sources ${joined})
    list(APPEND sources "${together}")
    set(content "")
    set(headers "")
    foreach(source IN LISTS joined)
      if(NOT arg_APART)
        string(APPEND content "#include \"${source}\"\n")
        continue()
      endif()
      cmake_path(GET source STEM name)
      cmake_path(GET source PARENT_PATH folder)
      string(APPEND content "namespace ${name} {\n#include \"${source}\"\n}\n")
      file(STRINGS "${source}" of_this REGEX "^#include ")
      list(TRANSFORM of_this REPLACE "\"(.+)\"" "\"${folder}/\\1\"")
      list(APPEND headers ${of_this})
    endforeach()
    list(REMOVE_DUPLICATES headers)
    list(JOIN headers "\n" headers)
    string(PREPEND content "${headers}\n")
    file(CONFIGURE OUTPUT "${together}" CONTENT "${content}" @ONLY)
  endif()
  set(results)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    set(comment "Looking at ${file}")
    set(parts)
    if(source STREQUAL together)
      set(parts ${joined})
      list(TRANSFORM joined REPLACE ".*/" "" OUTPUT_VARIABLE names)
      string(JOIN ", " names ${names})
      set(comment "Looking at ${names}")
    endif()
    set(result "${CMAKE_CURRENT_BINARY_DIR}/${target}/${file}.${suffix}")
    set(command ${CMAKE_CUDA_COMPILER_LAUNCHER} ${device} -o "${result}")
    set(after)
    set(after_reading)
    set(flags_of_this "${flags}")
    if(file MATCHES "[.]cpp$")
      set(flags_of_this ${host_flags})
      set(after_reading ${read})
      set(result "${CMAKE_CURRENT_BINARY_DIR}/${target}/${file}.looked_at")
      set(command ${CMAKE_CXX_COMPILER_LAUNCHER} ${host})
      set(after COMMAND ${CMAKE_COMMAND} -E touch "${result}")
    endif()
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}")
    add_custom_command(OUTPUT "${result}"
      COMMAND ${command} -std=c++20 "${flags_of_this}" ${arg_DEFINITIONS} -MD -MF "${result}.d" -MT "${result}" "${source}" ${after}
      MAIN_DEPENDENCY "${source}" DEPENDS ${parts} ${after_reading} DEPFILE "${result}.d" COMMENT "${comment}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND results "${result}")
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${results})
endfunction()

# stencil_look_at(target source... [LIBRARIES ...]): .cpp files of which one sees, in a third of the time, that they compile.
function(stencil_look_at target)
  stencil_look_at_cuda(${target} ${ARGN})
endfunction()

option(STENCIL_TEST_ALL_COMPOSITIONS
  "Test every operator over every other and all in both precisions and layouts, not a selection"
  OFF)

# What the functions above have in common. Contraction is off, so that all paths give the same bits.
#
# Hundreds of composed expressions take g++ 12 2.5 times as long at -O3 as at -O1, and with AddressSanitizer 3.4 times as
# long at -O1 as at -O0, but run for a moment only: this keeps the whole of the tests within minutes. Configure with
# STENCIL_TEST_OPTIMISATION=-O3 to test what users compile.
set(STENCIL_TEST_OPTIMISATION -O1 CACHE STRING "The optimisation of test programs")
# Of nvcc's host code, a fifth of its time, nothing: it only launches.
string(REPLACE "-O3" "-O0" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")

# Device code is optimised in full where it will run. Elsewhere it is only compiled, which takes half as long when it is not;
# then ptxas meets calls that were not inlined, and would warn that it does not know how deep they go.
set(fast_device_code "")
if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0
   AND NOT EXISTS /dev/nvidiactl)
  set(fast_device_code -Ofc=mid -Xptxas=-suppress-stack-size-warning)
endif()
set(STENCIL_TEST_DEVICE_OPTIONS "${fast_device_code}" CACHE STRING
  "Options of nvcc for the device code of tests; empty: optimised in full")

# A hundred programs link in a fraction of the time that the usual linker takes for them.
set(STENCIL_TEST_LINKER "")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT APPLE)
  include(CheckLinkerFlag)
  foreach(linker IN ITEMS lld gold)
    check_linker_flag(CXX "-fuse-ld=${linker}" STENCIL_HAS_${linker})
    if(STENCIL_HAS_${linker})
      set(STENCIL_TEST_LINKER "-fuse-ld=${linker}")
      break()
    endif()
  endforeach()
endif()
function(stencil_test_program target)
  cmake_parse_arguments(arg "EMULATION;UNOPTIMISED" "" "LIBRARIES;DEFINITIONS" ${ARGN})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  stencil_test_options(${target} ${arg_UNOPTIMISED})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  target_link_options(${target} PRIVATE ${STENCIL_TEST_LINKER})
  if(arg_EMULATION)
    target_link_libraries(${target} PRIVATE stencil::emulation)
  endif()
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  set_target_properties(${target} PROPERTIES CROSSCOMPILING_EMULATOR "${STENCIL_TEST_LAUNCHER}")
endfunction()

function(stencil_test_options target unoptimised)
  if(STENCIL_TEST_ALL_COMPOSITIONS)
    target_compile_definitions(${target} PRIVATE STENCIL_TEST_ALL_COMPOSITIONS)
  endif()
  if(STENCIL_TEST_SHARE STREQUAL "OPTIMISED")
    target_compile_definitions(${target} PRIVATE STENCIL_TEST_SAMPLE)
  endif()
  set(optimisation ${STENCIL_TEST_OPTIMISATION})
  if(unoptimised)
    set(optimisation -O0)
  endif()
  target_link_libraries(${target} PRIVATE stencil::stencil stencil_build_options)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off> $<$<COMPILE_LANGUAGE:CXX>:${optimisation}>
    "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--fmad=false;${STENCIL_TEST_DEVICE_OPTIONS}>")
endfunction()

# Four OpenMP threads whatever the machine: enough to show a race, few enough for tests side by side, which must not take
# processors from each other by waiting in loops. Catch2 returns 4 where every test case was skipped. Further arguments are
# properties of the tests. No property may be a list: Catch2 would take its parts for properties.
function(stencil_discover_tests target)
  catch_discover_tests(${target} TEST_PREFIX "${STENCIL_TEST_PREFIX}" DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT 600 ENVIRONMENT OMP_NUM_THREADS=4 ENVIRONMENT_MODIFICATION OMP_WAIT_POLICY=set:passive
      SKIP_RETURN_CODE 4 ${ARGN})
endfunction()
