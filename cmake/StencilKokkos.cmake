# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)
include(cmake/StencilFindKokkos.cmake)

if(STENCIL_KOKKOS)
  stencil_find_kokkos()
  if(Kokkos_FOUND)
    stencil_add_library(kokkos backends/kokkos/include)
    target_link_libraries(stencil_kokkos INTERFACE stencil Kokkos::kokkos)
    # Where Kokkos has CUDA, the kernels of the CUDA backend work in its memory. Installed, all headers are in one folder.
    target_include_directories(stencil_kokkos INTERFACE "${PROJECT_SOURCE_DIR}/backends/cuda/include")
  elseif(STENCIL_KOKKOS STREQUAL "AUTO")
    stencil_left_out("stencil::kokkos" "Kokkos not found; install libtrilinos-kokkos-dev or name its folder in CMAKE_PREFIX_PATH")
  else()
    message(FATAL_ERROR "stencil: STENCIL_KOKKOS is ON, but there is no Kokkos; install libtrilinos-kokkos-dev or name "
      "its folder in CMAKE_PREFIX_PATH")
  endif()
else()
  stencil_left_out("stencil::kokkos" "STENCIL_KOKKOS is OFF")
endif()
