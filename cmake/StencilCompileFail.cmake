# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# stencil_add_compile_fail_tests(folder [INCLUDES_OF program]): a CTest for each .cpp file in the folder and each compiler,
# with the folders of headers of the core, or of the program. The file carries
#
#   // expect: the sentence
#
# and the test passes only if the file does not compile and the first error line printed contains the sentence. With
# `// expect: no error` it must compile: a control, without which a misspelt include would pass as a success.
function(stencil_add_compile_fail_tests folder)
  if(STENCIL_SANITIZER)
    return()
  endif()
  cmake_parse_arguments(arg "" "INCLUDES_OF" "" ${ARGN})
  set(includes $<TARGET_PROPERTY:stencil,INTERFACE_INCLUDE_DIRECTORIES>)
  if(arg_INCLUDES_OF)
    set(includes $<TARGET_PROPERTY:${arg_INCLUDES_OF},INCLUDE_DIRECTORIES>)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  foreach(compiler IN LISTS CMAKE_CXX_COMPILER STENCIL_SECOND_COMPILER)
    cmake_path(GET compiler FILENAME compiler_name)
    foreach(source IN LISTS sources)
      cmake_path(GET source STEM name)
      add_test(NAME "compile_fail: ${name} (${compiler_name})"
        COMMAND ${CMAKE_COMMAND}
          "-DCOMPILER=${compiler}"
          "-DSOURCE=${source}"
          "-DINCLUDES=$<JOIN:${includes},|>"
          -P "${PROJECT_SOURCE_DIR}/cmake/compile_fail.cmake")
      set_tests_properties("compile_fail: ${name} (${compiler_name})" PROPERTIES TIMEOUT 120)
    endforeach()
  endforeach()
endfunction()
