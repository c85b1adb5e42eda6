// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The backend under test. With STENCIL_TEST_KOKKOS it is Kokkos's, which computes by the kernels of CUDA's.
#if defined(STENCIL_TEST_KOKKOS)
#include <stencil/kokkos.hpp>
using DeviceBackend = stencil::backend::Kokkos<Kokkos::Cuda>;
#else
#include <stencil/cuda.hpp>
using DeviceBackend = stencil::backend::Cuda;
#endif
