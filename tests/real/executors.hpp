// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#if defined(__CUDACC__)
#include <stencil/cuda.hpp>
#elif defined(STENCIL_TEST_KOKKOS)
#include <stencil/kokkos.hpp>
#else
#include <stencil/emulation/emulation.hpp>
#endif

#include "columns.hpp"

// The layouts: 1 levels contiguous, 2 columns contiguous, 3 both.
#if !defined(STENCIL_TEST_LAYOUTS)
#if defined(STENCIL_TEST_ONLY_LOOKED_AT)
#define STENCIL_TEST_LAYOUTS 1
#else
#define STENCIL_TEST_LAYOUTS 3
#endif
#endif

/// By whom the expressions of real models are carried out. The same sources make a program for the host, one for a GPU,
/// where nvcc compiles them, and one for Kokkos' default execution space.
namespace real_models {

struct Computed {
  const char* executor;
  Values values;
};

/// run(on) by each executor of this program.
template <class Run>
std::vector<Computed> by_each_executor(const ColumnGrid& grid, const Run& run) {
  using Up = layout::LevelsContiguous;
  using Across = layout::ColumnsContiguous;
#if defined(__CUDACC__)
  using Backend = backend::Cuda;
#elif defined(STENCIL_TEST_KOKKOS)
  using Backend = backend::Kokkos<>;
#else
  using Backend = backend::Cpu;
#endif
  std::vector<Computed> all;
  if constexpr (STENCIL_TEST_LAYOUTS & 1) all.push_back({"levels contiguous", run(on<Backend, Up>(grid))});
  if constexpr (STENCIL_TEST_LAYOUTS & 2) all.push_back({"columns contiguous", run(on<Backend, Across>(grid))});
#if !defined(__CUDACC__) && !defined(STENCIL_TEST_KOKKOS)
  all.push_back({"emulated lanes", run(on<backend::Emulation, Up>(grid, with(emulation::Lanes<2>{})))});
#endif
  return all;
}

}  // namespace real_models
