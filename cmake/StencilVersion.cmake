# SPDX-License-Identifier: BSD-3-Clause

# Sets `result` to the version that the header states, so that project(VERSION) and the header cannot differ.
function(stencil_read_version result header)
  set(parts)
  foreach(part IN ITEMS major minor patch)
    file(STRINGS "${header}" line REGEX "constexpr int version_${part} = [0-9]+;")
    if(NOT line MATCHES "= ([0-9]+)")
      message(FATAL_ERROR "stencil: ${header} does not state version_${part}")
    endif()
    list(APPEND parts "${CMAKE_MATCH_1}")
  endforeach()
  list(JOIN parts "." version)
  set(${result} "${version}" PARENT_SCOPE)
endfunction()
