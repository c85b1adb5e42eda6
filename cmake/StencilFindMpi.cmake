# SPDX-License-Identifier: BSD-3-Clause
# MPI by CMake's own module. Installed with the package, for who finds stencil::mpi there.
include_guard(GLOBAL)

# stencil_find_mpi(): sets stencil_mpi_FOUND and stencil_mpi_library, a target. Without the C++ bindings, which are no longer a
# part of MPI.
macro(stencil_find_mpi)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET GLOBAL COMPONENTS CXX)
  set(stencil_mpi_library MPI::MPI_CXX)
  set(stencil_mpi_FOUND FALSE)
  if(MPI_CXX_FOUND)
    set(stencil_mpi_FOUND TRUE)
  endif()
endmacro()
