# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# stencil::precompiled is stencil::stencil, and whatever links it reads <stencil/stencil.hpp> once for all of its C++ files.
# It is made here and in the package too, because CMake installs no such property of a target.
function(stencil_add_precompiled)
  if(TARGET stencil::precompiled)
    return()
  endif()
  add_library(stencil::precompiled INTERFACE IMPORTED GLOBAL)
  set_target_properties(stencil::precompiled PROPERTIES
    INTERFACE_LINK_LIBRARIES stencil::stencil
    INTERFACE_PRECOMPILE_HEADERS "$<$<COMPILE_LANGUAGE:CXX>:<stencil/stencil.hpp$<ANGLE-R>>")
endfunction()
