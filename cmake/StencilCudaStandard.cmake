# SPDX-License-Identifier: BSD-3-Clause

# CMake before 3.25.2 does not know that nvcc 12 and newer have -std=c++20, and compiles .cu files as C++17 unless the
# standard is required. This adds what it lacks; newer versions of CMake set these themselves and nothing changes. A
# project that installs CUDA as a language calls it after enable_language(CUDA).
macro(stencil_teach_cuda_standard_20)
  if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.0
     AND NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    if(NOT "cuda_std_20" IN_LIST CMAKE_CUDA_COMPILE_FEATURES)
      list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
    endif()
  endif()
endmacro()
