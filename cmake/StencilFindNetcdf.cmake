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
