// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

/// Systems that are solved by the CPU and by a GPU from one source.
namespace systems {

struct Size {
  int levels;
  std::size_t columns;
  bool ring;
};

/// An implicit step of diffusion at centers in place, one at faces, a biharmonic one, and a Jacobian by hand and by
/// rows in memory; all results, one field after the other.
template <class Backend, class T, class Layout>
std::vector<T> results(const Size& size) {
  using namespace stencil;
  const auto grid = size.ring ? ColumnGrid::periodic(size.levels, 0.0, 1.0, size.columns)
                              : ColumnGrid::stretched(size.levels, 0.0, 1.0, 0.7 / size.levels, size.columns);
  CenterField<T, Backend, Layout> x(grid), y(grid), rows_times_x(grid);
  FaceField<T, Backend, Layout> k(grid), w(grid);
  const auto varied = [](double z, std::size_t column) { return 1 + z * (1 - z) * static_cast<double>(column % 5); };
  x.fill(varied);
  k.fill([&](double z, std::size_t column) { return 0.5 + varied(z, column); });
  w.fill(varied);
  const auto closed = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
  const auto diffusion = closed(k * GradientC2F()(x));
  x = solve(identity() - 1e-3 * jacobian(diffusion, wrt(x)), x);
  w = solve(identity() -
                1e-3 * jacobian(GradientC2F(bottom(SetGradient(0)), top(SetGradient(0)))(DivergenceF2C()(w)), wrt(w)),
            k * w);
  y = solve(identity() + 1e-5 * jacobian(closed(GradientC2F()(diffusion)), wrt(x)), x);
  CenterField<BandRow<T, -2, 2>, Backend, Layout> rows(grid);
  rows = jacobian(closed(InterpolateC2F()(x * x) * GradientC2F()(x)), wrt(x));
  rows_times_x = 1e-3 * (rows * x);

  std::vector<T> all;
  for (const auto& values : {x.to_host(), w.to_host(), y.to_host(), rows_times_x.to_host()})
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

/// On the current CUDA device; defined in a .cu file, so that the test framework never meets nvcc.
std::vector<double> double_by_levels(const Size& size);
std::vector<float> float_by_columns(const Size& size);

}  // namespace systems
