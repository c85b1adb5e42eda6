// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if defined(__CUDACC__)  // as in config.hpp, and not beyond the library
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

/// The core, the CPU backend and the Kokkos backend.
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/kokkos/backend.hpp>
#include <stencil/kokkos/view.hpp>

#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif
