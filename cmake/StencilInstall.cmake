# SPDX-License-Identifier: BSD-3-Clause
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Nothing is compiled, so what is installed is the same for every processor and lies in share.
set(package_folder "${CMAKE_INSTALL_DATADIR}/cmake/stencil")

install(TARGETS stencil stencil_emulation EXPORT stencilTargets FILE_SET HEADERS)
install(EXPORT stencilTargets NAMESPACE stencil:: DESTINATION "${package_folder}")
# All headers, whatever was found here: another machine may have what this one has not. Their targets are made by the
# configuration file, there.
foreach(folder IN ITEMS backends/cuda backends/kokkos components/netcdf components/dlpack components/mpi)
  install(DIRECTORY "${folder}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endforeach()

configure_package_config_file(cmake/stencilConfig.cmake.in stencilConfig.cmake INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file(stencilConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  "${PROJECT_BINARY_DIR}/stencilConfig.cmake"
  "${PROJECT_BINARY_DIR}/stencilConfigVersion.cmake"
  cmake/StencilCudaStandard.cmake
  cmake/StencilFindDlpack.cmake
  cmake/StencilFindKokkos.cmake
  cmake/StencilFindMpi.cmake
  cmake/StencilFindNetcdf.cmake
  cmake/StencilPrecompiled.cmake
  DESTINATION "${package_folder}")

file(RELATIVE_PATH pc_prefix "${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
configure_file(cmake/stencil.pc.in stencil.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/stencil.pc" DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")

install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/stencil")
