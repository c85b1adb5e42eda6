# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)
include(cmake/StencilCudaStandard.cmake)

# stencil::cuda exists where the toolkit does. The target needs no CUDA language: that is the choice of who uses it.
if(STENCIL_CUDA)
  if(STENCIL_CUDA STREQUAL "AUTO")
    find_package(CUDAToolkit 12.0 QUIET GLOBAL)
  else()
    find_package(CUDAToolkit 12.0 REQUIRED GLOBAL)
  endif()
endif()

if(STENCIL_CUDA AND CUDAToolkit_FOUND)
  stencil_add_library(cuda backends/cuda/include)
  target_link_libraries(stencil_cuda INTERFACE stencil CUDA::cudart)
elseif(STENCIL_CUDA)
  stencil_left_out("stencil::cuda" "no CUDA toolkit 12.0 or newer found; put nvcc on PATH")
else()
  stencil_left_out("stencil::cuda" "STENCIL_CUDA is OFF")
endif()

# Enables CUDA as a language for the project's own tests, where the backend is there. A macro, because
# enable_language must be called in the scope of the project.
macro(stencil_enable_cuda_language)
  if(TARGET stencil_cuda AND NOT STENCIL_SANITIZER)
    # `native` fails on a machine without a GPU, and older CMake has no default that nvcc 13 accepts.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 80 90)
    endif()
    if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
      set(CMAKE_CUDA_COMPILER "${CUDAToolkit_NVCC_EXECUTABLE}")
    endif()
    enable_language(CUDA)
    stencil_teach_cuda_standard_20()
  endif()
endmacro()
