// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include <stencil/stencil.hpp>

#include "program.hpp"
#include "support/column_operations.hpp"

/// Operations along columns, compiled unchanged for the CPU and for CUDA.
namespace columns {

struct Decay {
  template <class T>
  STENCIL_FUNCTION T operator()(T state, T value) const {
    return state / 2 + value;
  }
};

/// Accumulations in both forms and both directions, with a mask and with the destination among the operands; a running
/// mean; reductions of every kind; global ones. All results, one after the other.
template <class Backend, class Layout, class T>
std::vector<double> run(const program::Case& c) {
  using namespace stencil;
  const auto grid = c.ring ? ColumnGrid::periodic(c.levels, 0.0, 100.0, c.columns)
                           : ColumnGrid::stretched(c.levels, 0.0, 100.0, 70.0 / c.levels, c.columns);
  CenterField<T, Backend, Layout> a(grid), down(grid), products(grid);
  FaceField<T, Backend, Layout> f(grid), g(grid);
  SurfaceField<T, Backend> total(grid), extremes(grid), exchanged(grid);
  SurfaceField<int, Backend> level(grid);
  a.fill([](double z, std::size_t column) { return std::sin(z) + 1e-3 * static_cast<double>(column % 7); });
  f.fill([](double z) { return 1 + 1e-2 * z; });
  total.fill([](std::size_t column) { return 0.1 * static_cast<double>(column % 5); });

  // What nobody writes stays a NaN and shows.
  products.fill(std::numeric_limits<T>::quiet_NaN());
  if (!c.ring) {
    g = cumulative_integral(a * DivergenceF2C()(f), top(total));
    assign(g, g + f);
    assign(f, cumulative_integral(a + DivergenceF2C()(f), bottom(0.5)), policy().where(g > 0));
    products = column_accumulate(associative(support::MatrixProduct{}, support::MatrixOf{}), support::identity_matrix,
                                 support::MatrixEntries{}, from_top, a);
    down = column_accumulate(functions::Add{}, 0.25, as_is, from_top, f * GradientC2F()(a));
    a = column_accumulate(sequential(Decay{}), T(0), as_is, from_bottom, a + InterpolateF2C()(f));
  }
  CenterField<T, Backend, Layout> means(grid);
  means = running_mean(a, 130.0 / c.levels);
  total = at_height(f, 40.0 + total, total) + at_height(a * a, 60, 0.5);
  total = total + 2 * column_integral(a * a) + at_level(f, -1);
  extremes = 0.25 * total;
  evaluate(into(total, 2.0 * extremes), into(extremes, 0.5 * total));
  evaluate(into(total, at_height(a, extremes, -1.0)), into(extremes, total));
  exchanged = total + 3.0 * extremes;
  evaluate(into(extremes, column_min(f) * column_max(GradientC2F()(a))),
           into(level, first_level_where(a > 0.5, from_top) + column_sum(a > 0.2)));
  CenterField<Vec<T, 2>, Backend, Layout> pairs(grid);
  component<0>(pairs) = a + GradientF2C()(f);
  component<1>(pairs) = means * GradientF2C()(f);
  // What its neighbours still need is kept aside.
  component<0>(pairs) = InterpolateF2C()(InterpolateC2F()(component<0>(pairs)));
  means = component<0>(pairs) - component<1>(pairs);
  std::vector<double> all;
  const auto append = [&](const auto& values) { all.insert(all.end(), values.begin(), values.end()); };
  append(a.to_host());
  append(means.to_host());
  append(f.to_host());
  append(g.to_host());
  if (!c.ring) append(products.to_host());
  append(down.to_host());
  append(total.to_host());
  append(exchanged.to_host());
  append(extremes.to_host());
  append(level.to_host());
  append(std::vector{global_sum(a * a), global_norm(f), static_cast<double>(global_max(total))});
  // Numbers of such different sizes that exact sums in registers need a place in memory beside them.
  a = where(a > 0.5, static_cast<T>(1e30) * a, a);
  append(std::vector{global_sum(a)});
  append(level_mean(a));
  append(level_variance(a));
  return all;
}

template <class Layout, class T>
std::vector<double> run_on_device(const program::Case& c);

}  // namespace columns
