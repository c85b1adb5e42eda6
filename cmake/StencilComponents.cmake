# SPDX-License-Identifier: BSD-3-Clause
# Optional components that are no backends: headers over another library.
include_guard(GLOBAL)
include(cmake/StencilFindNetcdf.cmake)
include(cmake/StencilFindDlpack.cmake)

# stencil_add_component(name option "what it needs" "how to get it"), after stencil_find_<name>().
function(stencil_add_component name option what how)
  if(stencil_${name}_FOUND)
    stencil_add_library(${name} components/${name}/include)
    target_link_libraries(stencil_${name} INTERFACE stencil ${stencil_${name}_library})
  elseif(NOT ${option})
    stencil_left_out("stencil::${name}" "${option} is OFF")
  elseif(${option} STREQUAL "AUTO")
    stencil_left_out("stencil::${name}" "${what} not found; ${how}")
  else()
    message(FATAL_ERROR "stencil: ${option} is ON, but there is no ${what}; ${how}")
  endif()
endfunction()

if(STENCIL_NETCDF)
  stencil_find_netcdf()
endif()
stencil_add_component(netcdf STENCIL_NETCDF "netCDF-C" "install libnetcdf-dev or name its folder in CMAKE_PREFIX_PATH")
if(STENCIL_DLPACK)
  stencil_find_dlpack()
endif()
stencil_add_component(dlpack STENCIL_DLPACK "dlpack/dlpack.h" "install libdlpack-dev or name its folder in CMAKE_PREFIX_PATH")
