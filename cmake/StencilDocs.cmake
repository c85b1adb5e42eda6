# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)

# The target `docs`: guides and reference as one site, in docs/html of the build folder.
find_program(STENCIL_DOXYGEN doxygen DOC "Builds the documentation site")
find_program(STENCIL_PYTHON python3 DOC "Prepares and checks the documentation site")
set(STENCIL_BUILD_DOCS OFF)
if(STENCIL_DOXYGEN AND STENCIL_PYTHON)
  set(STENCIL_BUILD_DOCS ON)
  add_custom_target(docs COMMAND "${PROJECT_SOURCE_DIR}/scripts/build_docs" "${PROJECT_BINARY_DIR}/docs"
    USES_TERMINAL VERBATIM)
else()
  stencil_left_out("the documentation site" "doxygen or python3 not found; scripts/install_dependencies check installs them")
endif()
