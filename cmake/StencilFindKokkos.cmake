# SPDX-License-Identifier: BSD-3-Clause
# Kokkos 3.4 to 5 with its own configuration file, or the one inside Debian's and Ubuntu's Trilinos. Installed with the
# package, for who finds stencil::kokkos there.
include_guard(GLOBAL)

# stencil_find_kokkos(): makes the target Kokkos::kokkos and sets Kokkos_FOUND. A macro, because Kokkos sets variables for
# who finds it.
#
# The configuration file of libtrilinos-kokkos-dev 13.2 makes a target without the folder of its headers, links an archive
# of libdl and writes CMAKE_CXX_EXTENSIONS into the cache of who loads it. So it is not loaded: of the version 3, only
# configurations with a file of targets beside them are. Failing those, headers and library are looked for.
macro(stencil_find_kokkos)
  # Version files may accept their own major version only.
  foreach(stencil_version IN ITEMS 5.0 4.0)
    if(NOT TARGET Kokkos::kokkos)
      find_package(Kokkos ${stencil_version} QUIET CONFIG GLOBAL)
    endif()
  endforeach()
  foreach(stencil_config IN LISTS Kokkos_CONSIDERED_CONFIGS)
    cmake_path(GET stencil_config PARENT_PATH stencil_folder)
    if(NOT TARGET Kokkos::kokkos AND EXISTS "${stencil_folder}/KokkosTargets.cmake")
      find_package(Kokkos 3.4 QUIET CONFIG GLOBAL PATHS "${stencil_folder}" NO_DEFAULT_PATH)
    endif()
  endforeach()
  if(NOT TARGET Kokkos::kokkos)
    find_path(STENCIL_KOKKOS_HEADERS Kokkos_Core.hpp PATH_SUFFIXES trilinos DOC "Headers of the Kokkos in Trilinos")
    find_library(STENCIL_KOKKOS_LIBRARY NAMES trilinos_kokkoscore DOC "Library of the Kokkos in Trilinos")
    mark_as_advanced(STENCIL_KOKKOS_HEADERS STENCIL_KOKKOS_LIBRARY)
    if(STENCIL_KOKKOS_HEADERS AND STENCIL_KOKKOS_LIBRARY)
      add_library(Kokkos::kokkos UNKNOWN IMPORTED GLOBAL)
      set_target_properties(Kokkos::kokkos PROPERTIES
        IMPORTED_LOCATION "${STENCIL_KOKKOS_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${STENCIL_KOKKOS_HEADERS}"
        INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
    endif()
  endif()
  set(Kokkos_FOUND FALSE)
  if(TARGET Kokkos::kokkos)
    set(Kokkos_FOUND TRUE)
  endif()
endmacro()
