// SPDX-License-Identifier: BSD-3-Clause
// The boundary-layer column by a kernel written by hand for columns contiguous, with up to four results.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/cuda.hpp>

#define BY_HAND by_hand_on_device
#define INLINED STENCIL_FUNCTION __attribute__((always_inline))

#include "boundary_layer_by_hand.hpp"
#include "cuda_timing.hpp"

namespace boundary_layer::BY_HAND {

/// One value in place of an array, in a register or in memory.
template <class T>
struct Held {
  T value;
  STENCIL_FUNCTION T operator[](std::ptrdiff_t) const { return value; }
};
template <class T>
struct Place {
  T* at;
  STENCIL_FUNCTION T& operator[](std::ptrdiff_t) const { return *at; }
};
/// Four cells around a face, of which the second and the third meet there.
template <class T>
struct Rows {
  T rho[4] = {}, u[4] = {}, v[4] = {}, theta[4] = {};
  Held<T> w{};
  const T *inverse_dc, *inverse_df, *length, *heat_flux, *stress, *moisture_flux;
  Place<T> rho_t{}, e_t{}, u_t{}, v_t{}, k{};
};

/// A thread goes along a piece of a column, with what it reads of neighbouring rows in registers, and the mixing length
/// in memory. Ahead: the cache brings the next row.
template <Results which, bool Ahead, class T>
__global__ void __launch_bounds__(128)
    along_pieces(const __grid_constant__ Constants constants, const __grid_constant__ Arrays<T> x, int cells) {
  const std::ptrdiff_t m = x.columns, column = blockIdx.x * std::ptrdiff_t{128} + threadIdx.x;
  if (column >= m) return;
  using At = Column<which, T, Rows<T>>;
  const int n = x.levels, begin = static_cast<int>(blockIdx.y) * cells, end = min(begin + cells, n);
  Rows<T> rows{.inverse_dc = x.inverse_dc,
               .inverse_df = x.inverse_df,
               .length = x.length,
               .heat_flux = x.heat_flux,
               .stress = x.stress,
               .moisture_flux = x.moisture_flux};
  const At at{constants, rows};
  const auto bring = [&](int cell) {
    const auto next = [&](T(&values)[4], const T* from) {
      values[0] = values[1], values[1] = values[2], values[2] = values[3];
      values[3] = from[min(max(cell, 0), n - 1) * m + column];
      if constexpr (Ahead) asm volatile("prefetch.global.L1 [%0];" ::"l"(from + min(cell + 1, n - 1) * m + column));
    };
    next(rows.rho, x.rho);
    next(rows.u, x.u);
    next(rows.v, x.v);
    next(rows.theta, x.e);
    rows.theta[3] /= rows.rho[3];
  };
  T below[fluxes] = {}, above[fluxes] = {};
  const auto face = [&](int i) {
    bring(i + 1);
    rows.k.at = x.k + i * m + column;
    if (i == 0 || i == n) {
      at.at_end_face(i, 0);
      for (int q = 0; q < fluxes; ++q) above[q] = i == 0 ? at.at_ground(q, column) : T(0);
      return;
    }
    if constexpr (At::has_heat) rows.w.value = x.w[i * m + column];
    at.at_face(
        i, 0, 1, 2, 3, 0, [&](int d) { return rows.theta[d + 2]; }, [&](int q) -> T& { return above[q]; }, i == 1,
        i == n - 1);
  };
  for (int cell = begin - 2; cell <= begin; ++cell) bring(cell);
  face(begin);
  for (int i = begin + 1; i <= end; ++i) {
    for (int q = 0; q < fluxes; ++q) below[q] = above[q];
    face(i);
    if constexpr (At::has_heat) {
      const std::ptrdiff_t here = (i - 1) * m + column;
      rows.rho_t.at = x.rho_t + here, rows.e_t.at = x.e_t + here;
      rows.u_t.at = x.u_t + here, rows.v_t.at = x.v_t + here;
      at.at_cell(i - 1, 1, [&](int q) { return below[q]; }, [&](int q) { return above[q]; });
    }
  }
}

/// Seconds of the fastest of several numbers of pieces, with and without rows brought ahead.
template <Results which, class T>
double seconds(const Constants& constants, const Arrays<T>& x) {
  double best = 1e30;
  for (const int pieces : {1, 2, 3, 4, 5, 6, 8}) {
    const int cells = (x.levels + pieces - 1) / pieces;
    const dim3 blocks(static_cast<unsigned>((x.columns + 127) / 128),
                      static_cast<unsigned>((x.levels + cells - 1) / cells));
    best =
        std::min(best, timing::seconds(20, [&] { along_pieces<which, false><<<blocks, 128>>>(constants, x, cells); }));
    best =
        std::min(best, timing::seconds(20, [&] { along_pieces<which, true><<<blocks, 128>>>(constants, x, cells); }));
  }
  cuda::require(cudaGetLastError(), "a kernel by hand");
  return best;
}

}  // namespace boundary_layer::BY_HAND
