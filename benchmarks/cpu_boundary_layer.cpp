// SPDX-License-Identifier: BSD-3-Clause
// A boundary-layer column with 1, 1, 4 and 9 results on one thread of a CPU: nanoseconds for each level of each column,
// the diffusivity also by a loop written by hand.
//
//   OMP_NUM_THREADS=1 cpu_boundary_layer [levels [columns]]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <stencil/stencil.hpp>

#include "boundary_layer.hpp"

namespace {

using namespace stencil;

/// The shortest of fifteen calls, in nanoseconds for each of `points`.
template <class F>
double nanoseconds(double points, const F& call) {
  call();
  double best = 1e30;
  for (int i = 0; i < 15; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    best = std::min(best, elapsed.count());
  }
  return best / points;
}

/// Diffusivity at every face by one loop over the levels of each column, strides given.
template <class T>
void diffusivity_by_hand(const boundary_layer::Constants& p, const ColumnGrid& grid, const T* rho, const T* e,
                         const T* u, const T* v, T* k, bool across) {
  const int n = grid.levels();
  const auto m = static_cast<std::ptrdiff_t>(grid.columns());
  std::vector<T> inverse_df(static_cast<std::size_t>(n) + 1), length(static_cast<std::size_t>(n) + 1);
  for (int i = 0; i <= n; ++i) {
    const auto j = static_cast<std::size_t>(i);
    inverse_df[j] = i == 0 || i == n ? T(0) : T(1 / (grid.z_centers(0)[j] - grid.z_centers(0)[j - 1]));
    const double wall = p.karman * grid.z_faces(0)[j];
    length[j] = static_cast<T>(wall / (1 + wall / p.longest));
  }
  const auto at_face = [&](int i, std::ptrdiff_t below, std::ptrdiff_t above) {
    const T dz = inverse_df[static_cast<std::size_t>(i)], l = length[static_cast<std::size_t>(i)];
    const T th0 = e[below] / rho[below], th1 = e[above] / rho[above];
    const T du = (u[above] - u[below]) * dz, dv = (v[above] - v[below]) * dz, dth = (th1 - th0) * dz;
    const T shear = du * du + dv * dv + T(1e-10);
    const T ri = T(p.gravity) / ((th0 + th1) / 2) * dth / shear;
    const T stable = 1 + 5 * ri;
    const T factor = ri > 0 ? 1 / (stable * stable) : std::sqrt(1 - 16 * (ri < 0 ? ri : T(0)));
    return l * l * std::sqrt(shear) * factor;
  };
  if (across) {
    for (std::ptrdiff_t c = 0; c < m; c += 128) {
      const std::ptrdiff_t end = std::min<std::ptrdiff_t>(c + 128, m);
      for (int i = 0; i <= n; ++i) {
        const std::ptrdiff_t below = std::max(i - 1, 0) * m, above = std::min(i, n - 1) * m;
        for (std::ptrdiff_t h = c; h < end; ++h) k[i * m + h] = at_face(i, below + h, above + h);
      }
    }
  } else {
    for (std::ptrdiff_t c = 0; c < m; ++c) {
      k[c * (n + 1)] = at_face(0, c * n, c * n);
      for (int i = 1; i < n; ++i) k[c * (n + 1) + i] = at_face(i, c * n + i - 1, c * n + i);
      k[c * (n + 1) + n] = at_face(n, c * n + n - 1, c * n + n - 1);
    }
  }
}

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, columns);
  boundary_layer::State<T, backend::Cpu, Layout> s(grid);
  const double points = static_cast<double>(levels) * static_cast<double>(columns);
  const auto time = [&](const auto& call) { return nanoseconds(points, call); };
  const double by_hand = time([&] {
    diffusivity_by_hand<T>({}, grid, as_node(s.rho).data, as_node(s.e).data, as_node(s.u).data, as_node(s.v).data,
                           as_node(s.k).data, Layout::columns_contiguous);
  });
  const auto hand = s.k.to_host();
  const double diffusivity = time([&] { s.diffusivity(policy()); });
  const auto ours = s.k.to_host();
  double off = 0, largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    off = std::max(off, std::abs(static_cast<double>(ours[i]) - static_cast<double>(hand[i])));
    largest = std::max(largest, std::abs(static_cast<double>(hand[i])));
  }
  std::printf(
      "%-18s float%d %4d x %zu: diffusivity %.2f (by hand %.2f, %.0e apart), heating %.2f, 4 results %.2f, 9 results "
      "%.2f ns\n",
      Layout::name, 8 * static_cast<int>(sizeof(T)), levels, columns, diffusivity, by_hand, off / largest,
      time([&] { s.heating(policy()); }), time([&] { s.four(policy()); }), time([&] { s.nine(policy()); }));
}

}  // namespace

int main(int count, char** argument) {
  const int levels = count > 1 ? std::atoi(argument[1]) : 63;
  const std::size_t columns = count > 2 ? std::strtoull(argument[2], nullptr, 10) : 4096;
  measure<double, layout::LevelsContiguous>(levels, columns);
  measure<double, layout::ColumnsContiguous>(levels, columns);
#if !defined(ONLY_FLOAT64)
  measure<float, layout::LevelsContiguous>(levels, columns);
  measure<float, layout::ColumnsContiguous>(levels, columns);
#endif
}
