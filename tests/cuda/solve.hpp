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

/// Two tracers that diffuse and turn into each other.
struct Reaction {
  template <class Pair>
  STENCIL_FUNCTION constexpr auto operator()(const Pair& x) const {
    const auto rate = x[0] * x[0] * x[1];
    return stencil::Vec{x[1] - rate, rate / (2.0 + x[1] * x[1])};
  }
};

/// An implicit step of them: a system of 2 x 2 blocks.
template <class Backend, class Layout>
std::vector<double> reacting_tracers(const Size& size) {
  using namespace stencil;
  const auto grid = ColumnGrid::stretched(size.levels, 0.0, 1.0, 0.7 / size.levels, size.columns);
  using Pair = Vec<double, 2>;
  Field<Pair, Center, Backend, Layout> tracers(grid), next(grid);
  FaceField<double, Backend, Layout> k(grid);
  std::vector<Pair> values;
  for (std::size_t i = 0; i < size.columns * static_cast<std::size_t>(size.levels); ++i)
    values.push_back({{1 + 0.1 * static_cast<double>(i % 7), 2 - 0.2 * static_cast<double>(i % 5)}});
  tracers.from_host(values);
  k.fill([](double z, std::size_t column) { return 0.5 + z * static_cast<double>(column % 5); });
  const DivergenceF2C div(bottom(SetValue(Pair{{0.1, 0.2}})), top(SetValue(Pair{})));
  const auto tendency = div(k * GradientC2F()(tracers)) + pointwise(Reaction{})(tracers);
  next = solve(identity() - 1e-3 * jacobian(tendency, wrt(tracers)), tracers);

  std::vector<double> all;
  for (const Pair& value : next.to_host()) all.insert(all.end(), {value[0], value[1]});
  return all;
}

/// Nonlinear diffusion by Newton's method in the columns of a mask and by a Rosenbrock step in all; the iterations, and
/// where an iteration that ended too early was farthest: column and level.
template <class Backend, class Layout>
std::vector<double> iterated(const Size& size) {
  using namespace stencil;
  const auto grid = ColumnGrid::stretched(size.levels, 0.0, 1.0, 0.7 / size.levels, size.columns);
  CenterField<double, Backend, Layout> x(grid), old(grid), y(grid);
  SurfaceField<double, Backend> land(grid);
  x.fill([](double z, std::size_t column) { return 1 + z * static_cast<double>(column % 5); });
  old = x;
  y = x;
  land.fill([](std::size_t column) { return column % 3 == 1 ? 0.0 : 1.0; });
  const auto diffusion = [](const auto& q) {
    return DivergenceF2C(no_flux)(InterpolateC2F()(q * q) * GradientC2F()(q));
  };
  const auto report = newton(x, x - old - 1e-3 * diffusion(x), policy().where(land > 0.0));
  implicit_step(y, diffusion(y), 1e-3, Rosenbrock2{});

  std::vector<double> all = x.to_host();
  const auto stepped = y.to_host();
  all.insert(all.end(), stepped.begin(), stepped.end());
  all.push_back(report.iterations);
  try {
    newton(y, y * y - 0.5, NewtonOptions{.most_iterations = 1});
  } catch (const SolveError& e) {
    all.insert(all.end(), {static_cast<double>(e.column()), static_cast<double>(e.level())});
  }
  return all;
}

/// An implicit step of diffusion around a ring.
template <class Backend, class Layout, class Policy>
std::vector<double> diffused_around(const Size& size, const Policy& policy) {
  using namespace stencil;
  const auto grid = ColumnGrid::periodic(size.levels, 0.0, 1.0, size.columns);
  CenterField<double, Backend, Layout> x(grid);
  FaceField<double, Backend, Layout> k(grid);
  x.fill([](double z, std::size_t column) { return 1 + z * (1 - z) * static_cast<double>(column % 5); });
  k.fill([](double z, std::size_t column) { return 0.5 + z * static_cast<double>(column % 3); });
  assign(x, solve(identity() - 1e-3 * jacobian(DivergenceF2C()(k * GradientC2F()(x)), wrt(x)), x), policy);
  return x.to_host();
}

/// On the current CUDA device; defined in a .cu file, so that the test framework never meets nvcc.
std::vector<double> double_by_levels(const Size& size);
std::vector<float> float_by_columns(const Size& size);
std::vector<double> tracers_by_levels(const Size& size);
std::vector<double> tracers_by_columns(const Size& size);
std::vector<double> iterated_by_levels(const Size& size);
std::vector<double> diffused_around_by_lanes(const Size& size);

}  // namespace systems
