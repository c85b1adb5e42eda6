# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# stencil_add_library(name folder...): the header-only target stencil::<name> with every header below the folders.
#
# The headers are globbed, because a new operator is to be one new file and no edit here. Folders that do not exist are
# passed over: a backend may not be written yet.
function(stencil_add_library name)
  set(target stencil_${name})
  if(name STREQUAL "stencil")
    set(target stencil)
  endif()
  add_library(${target} INTERFACE)
  add_library(stencil::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  foreach(folder IN LISTS ARGN)
    set(folder "${PROJECT_SOURCE_DIR}/${folder}")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${folder}/*.hpp")
    if(headers)
      target_sources(${target} INTERFACE FILE_SET HEADERS BASE_DIRS "${folder}" FILES ${headers})
    endif()
  endforeach()
endfunction()
