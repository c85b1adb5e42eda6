# SPDX-License-Identifier: BSD-3-Clause
# What cpack makes: a Debian package and an archive of the installed tree. `cmake --workflow --preset package` does it all.
include_guard(GLOBAL)

set(STENCIL_PACKAGE_CONTACT "The stencil authors <stencil@example.org>" CACHE STRING
  "Maintainer of the Debian package, a name and an address")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR "The stencil authors")
set(CPACK_PACKAGE_CONTACT "${STENCIL_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGE_FILE_NAME "stencil-${PROJECT_VERSION}")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Headers for any processor: lib...-dev, all. It needs no other package to be compiled against; each suggested one is for a
# component.
set(debian_name libstencil-columns-dev)
set(CPACK_DEBIAN_PACKAGE_NAME ${debian_name})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "cmake (>= 3.25.1), pkgconf, libdlpack-dev, libnetcdf-dev, libopenmpi-dev | libmpich-dev, libtrilinos-kokkos-dev, nvidia-cuda-toolkit (>= 12.0)")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "stencils on staggered vertical columns, in C++20")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Header-only library for models of the atmosphere, the ocean and other
columns of cells: expressions of gradients, divergences, interpolations and
fluxes become one vectorised loop or one kernel, on CPUs, through CUDA or
through Kokkos.")

# The files that Debian's policy wants, beside the installed tree.
set(documents "${PROJECT_BINARY_DIR}/debian_documents")
string(TIMESTAMP debian_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
# The terms of LICENSE, below its heading, as that format has them: indented, a dot in empty lines.
file(READ LICENSE debian_licence)
string(REGEX REPLACE "^.*The stencil authors\n+" "" debian_licence "${debian_licence}")
string(STRIP "${debian_licence}" debian_licence)
string(REGEX REPLACE "\n" "\n " debian_licence " ${debian_licence}")
string(REGEX REPLACE "\n \n" "\n .\n" debian_licence "${debian_licence}")
configure_file(packaging/debian/changelog.in "${documents}/changelog" @ONLY)
configure_file(packaging/debian/copyright.in "${documents}/copyright" @ONLY)
find_program(STENCIL_GZIP NAMES gzip DOC "Compresses the changelog of the Debian package")
if(STENCIL_GZIP)
  execute_process(COMMAND "${STENCIL_GZIP}" -9nf "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
endif()
configure_file(cmake/stencil_cpack.cmake.in stencil_cpack.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_BINARY_DIR}/stencil_cpack.cmake")
include(CPack)
