# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass  # before Spack 1.0 it is one of the names above


class Stencil(CMakePackage):
    """Stencils on staggered vertical columns, written once and run on CPU and GPU. Header-only, C++20."""

    git = "https://example.org/stencil.git"  # the address of this repository

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("cuda", default=False, description="The CUDA backend, stencil::cuda")
    variant("kokkos", default=False, description="The Kokkos backend, stencil::kokkos")
    variant("netcdf", default=False, description="Fields in netCDF files, stencil::netcdf")
    variant("dlpack", default=False, description="Fields as DLPack tensors, stencil::dlpack")
    variant("mpi", default=False, description="Columns dealt to processes, stencil::mpi")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25.1:", type="build")
    depends_on("pkgconfig", type="build", when="+netcdf")
    # Headers only: who compiles against them needs the same, so these are link dependencies.
    depends_on("cuda@12:", when="+cuda")
    depends_on("kokkos@3.4:", when="+kokkos")
    depends_on("netcdf-c", when="+netcdf")
    depends_on("dlpack@0.6:", when="+dlpack")
    depends_on("mpi@3:", when="+mpi")

    conflicts("%gcc@:11", msg="stencil needs the C++20 of g++ 12")
    conflicts("%clang@:15", msg="stencil needs the C++20 of clang 16")

    def cmake_args(self):
        return [
            self.define("STENCIL_BUILD_TESTS", False),
            self.define("STENCIL_BUILD_EXAMPLES", False),
            self.define("STENCIL_BUILD_BENCHMARKS", False),
            self.define_from_variant("STENCIL_CUDA", "cuda"),
            self.define_from_variant("STENCIL_KOKKOS", "kokkos"),
            self.define_from_variant("STENCIL_NETCDF", "netcdf"),
            self.define_from_variant("STENCIL_DLPACK", "dlpack"),
            self.define_from_variant("STENCIL_MPI", "mpi"),
        ]
