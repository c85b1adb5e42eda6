// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/core.hpp>
#include <stencil/inspect/measure.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace explaining_example {

struct Options {
  std::string backend = "cpu";
  std::string picture;   ///< a file; empty for none
  double bandwidth = 0;  ///< GB/s; 0: none given
  int levels = 64;
  std::size_t columns = 10000;
  bool measured = false;
};

/// What is shown: an explanation for each expression, and the picture of the last one.
struct Shown {
  std::vector<stencil::Explanation> explanations;
  std::string picture;
};

Shown show_on_cpu(const Options& options);
Shown show_on_cuda(const Options& options);

/// Diffusion, dq/dt = d/dz (k d/dz (a b)), and a fourth-order equation with an exponential,
/// dq/dt = d/dz (k d/dz d/dz (exp(a) d/dz (a b))), both without flux through the ends.
template <class Backend>
Shown show(const Options& options) {
  using namespace stencil;
  const auto grid = ColumnGrid::stretched(options.levels, 0.0, 30e3, 15e3 / options.levels, options.columns);
  CenterField<double, Backend> a(grid, "a"), b(grid, "b"), div(grid, "div");
  FaceField<double, Backend> k(grid, "k");
  a.fill([](double z) { return 1 + 1e-5 * z; });
  b.fill([](double z) { return 2 - 1e-5 * z; });
  k.fill([](double z) { return 1 + std::sin(z / 1e4); });

  const auto divergence = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
  const auto w1 = divergence(k * GradientC2F()(a * b));
  const auto w2 = divergence(k * GradientC2F()(divergence(exp(InterpolateC2F()(a)) * GradientC2F()(a * b))));

  const auto one = [&](const auto& expression) {
    const auto x = options.measured ? measure(div, expression) : explain(div, expression);
    return options.bandwidth > 0 ? x.at_bandwidth(1e9 * options.bandwidth) : x;
  };
  return {{one(w1), one(w2)}, draw(div, w2).svg()};
}

}  // namespace explaining_example
