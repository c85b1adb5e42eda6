# SPDX-License-Identifier: BSD-3-Clause
# netCDF-C by pkg-config or by its own configuration file. Installed with the package, for who finds stencil::netcdf there.
include_guard(GLOBAL)

# stencil_find_netcdf(): sets stencil_netcdf_FOUND and stencil_netcdf_library, a target. A macro, because what it calls makes
# targets for the folder that calls.
#
# pkg-config comes first: the configuration file of libnetcdf-dev 4.9.0 links development files of libraries that this
# package does not bring.
macro(stencil_find_netcdf)
  set(stencil_netcdf_library "")
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(STENCIL_NETCDF_C QUIET IMPORTED_TARGET GLOBAL netcdf)
  endif()
  if(TARGET PkgConfig::STENCIL_NETCDF_C)
    set(stencil_netcdf_library PkgConfig::STENCIL_NETCDF_C)
  else()
    find_package(netCDF QUIET CONFIG GLOBAL)
    if(TARGET netCDF::netcdf)
      set(stencil_netcdf_library netCDF::netcdf)
    endif()
  endif()
  set(stencil_netcdf_FOUND FALSE)
  if(stencil_netcdf_library)
    set(stencil_netcdf_FOUND TRUE)
  endif()
endmacro()

# stencil_find_netcdf_mpi(): the same of a parallel netCDF-4, which stands beside the other on Debian (libnetcdf-mpi-dev, for
# Open MPI) and is the only one on many a cluster. A program links one of the two. Its pkg-config file on Debian lacks the
# folder of its headers.
macro(stencil_find_netcdf_mpi)
  set(stencil_netcdf_mpi_library "")
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(STENCIL_NETCDF_C_MPI QUIET IMPORTED_TARGET GLOBAL netcdf-mpi)
    if(NOT STENCIL_NETCDF_C_MPI_FOUND)
      pkg_check_modules(STENCIL_NETCDF_C_MPI QUIET IMPORTED_TARGET GLOBAL netcdf)
    endif()
    if(TARGET PkgConfig::STENCIL_NETCDF_C_MPI)
      pkg_get_variable(stencil_netcdf_prefix ${STENCIL_NETCDF_C_MPI_MODULE_NAME} prefix)
      find_path(STENCIL_NETCDF_PAR netcdf_par.h PATHS "${stencil_netcdf_prefix}/include" NO_DEFAULT_PATH
        DOC "Folder of the headers of a parallel netCDF")
      mark_as_advanced(STENCIL_NETCDF_PAR)
      if(STENCIL_NETCDF_PAR)
        target_include_directories(PkgConfig::STENCIL_NETCDF_C_MPI BEFORE INTERFACE "${STENCIL_NETCDF_PAR}")
        set(stencil_netcdf_mpi_library PkgConfig::STENCIL_NETCDF_C_MPI)
      endif()
    endif()
  endif()
  set(stencil_netcdf_mpi_FOUND FALSE)
  if(stencil_netcdf_mpi_library)
    set(stencil_netcdf_mpi_FOUND TRUE)
  endif()
endmacro()
