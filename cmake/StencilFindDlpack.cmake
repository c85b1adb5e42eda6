# SPDX-License-Identifier: BSD-3-Clause
# The header of DLPack by its own configuration file, or where the compiler looks. Installed with the package, for who finds
# stencil::dlpack there.
include_guard(GLOBAL)

# stencil_find_dlpack(): sets stencil_dlpack_FOUND and the target stencil_dlpack_library.
macro(stencil_find_dlpack)
  find_package(dlpack QUIET CONFIG GLOBAL)
  if(NOT TARGET dlpack::dlpack)
    find_path(STENCIL_DLPACK_HEADERS dlpack/dlpack.h DOC "Folder of the header of DLPack")
    mark_as_advanced(STENCIL_DLPACK_HEADERS)
    if(STENCIL_DLPACK_HEADERS)
      add_library(dlpack::dlpack INTERFACE IMPORTED GLOBAL)
      set_target_properties(dlpack::dlpack PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${STENCIL_DLPACK_HEADERS}")
    endif()
  endif()
  set(stencil_dlpack_library dlpack::dlpack)
  set(stencil_dlpack_FOUND FALSE)
  if(TARGET dlpack::dlpack)
    set(stencil_dlpack_FOUND TRUE)
  endif()
endmacro()
