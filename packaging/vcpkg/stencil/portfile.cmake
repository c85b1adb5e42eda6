# SPDX-License-Identifier: BSD-3-Clause
# An overlay port: it installs the checkout that it lies in, so it downloads nothing.
cmake_path(ABSOLUTE_PATH CURRENT_PORT_DIR NORMALIZE OUTPUT_VARIABLE SOURCE_PATH)
foreach(step IN ITEMS stencil vcpkg packaging)
  cmake_path(GET SOURCE_PATH PARENT_PATH SOURCE_PATH)
endforeach()

set(VCPKG_BUILD_TYPE release) # headers only

# Features bring the libraries; the headers for all of them are installed anyhow.
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DSTENCIL_BUILD_TESTS=OFF
    -DSTENCIL_BUILD_EXAMPLES=OFF
    -DSTENCIL_BUILD_BENCHMARKS=OFF
    -DSTENCIL_CUDA=OFF
    -DSTENCIL_KOKKOS=OFF
    -DSTENCIL_NETCDF=OFF
    -DSTENCIL_DLPACK=OFF
    -DSTENCIL_MPI=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME stencil CONFIG_PATH share/cmake/stencil)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/licenses" "${CURRENT_PACKAGES_DIR}/share/cmake")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
