# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/stencil")

# One export per component, so that find_package asks for a toolkit only when its component is wanted.
install(TARGETS stencil stencil_emulation EXPORT stencilTargets FILE_SET HEADERS)
install(EXPORT stencilTargets NAMESPACE stencil:: DESTINATION "${package_folder}")
foreach(component IN ITEMS cuda kokkos)
  if(TARGET stencil_${component})
    install(TARGETS stencil_${component} EXPORT stencilTargets-${component} FILE_SET HEADERS)
    install(EXPORT stencilTargets-${component} NAMESPACE stencil:: DESTINATION "${package_folder}")
  endif()
endforeach()

configure_package_config_file(cmake/stencilConfig.cmake.in stencilConfig.cmake INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file(stencilConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  "${PROJECT_BINARY_DIR}/stencilConfig.cmake"
  "${PROJECT_BINARY_DIR}/stencilConfigVersion.cmake"
  cmake/StencilCudaStandard.cmake
  cmake/StencilFindKokkos.cmake
  DESTINATION "${package_folder}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/stencil")
