// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>

#include "catalogue/diffusion.hpp"
#include "catalogue/library.hpp"
#include "device.hpp"

/// A small model that is compiled unchanged for the CPU and for CUDA.
namespace program {

struct Case {
  int levels;
  std::size_t columns;
  bool ring;
};

struct LargerTwice {
  template <class T>
  STENCIL_FUNCTION T operator()(T x, T y) const {
    return x > y ? 2 * x : y;
  }
};

/// Nested operators, a destination among the operands, several outputs with shared work, a mask, and surface values;
/// all results, one field after the other.
template <class Backend, class Layout, class T, class Strategy = stencil::DefaultStrategy>
std::vector<T> run(const Case& c, const Strategy& strategy = {}) {
  using namespace stencil;
  const auto grid = c.ring ? ColumnGrid::periodic(c.levels, 0.0, 100.0, c.columns)
                           : ColumnGrid::stretched(c.levels, 0.0, 100.0, 70.0 / c.levels, c.columns);
  catalogue::LibraryColumns<T, Backend, Layout> in(grid);
  auto &a = in.a, &b = in.b;
  auto& f = in.f;
  CenterField<T, Backend, Layout> div(grid);
  SurfaceField<T, Backend, Layout> total(grid);
  a.fill([](double z, std::size_t column) { return 1 + 1e-2 * z + 1e-3 * static_cast<double>(column % 7); });
  b.fill([](double z) { return 2 - 1e-2 * z; });
  f.fill([](double z) { return 1 + 1e-2 * z; });
  in.g.fill([](double z) { return 1 + z; });
  in.s.fill([](std::size_t column) { return 0.1 * static_cast<double>(column % 5); });

  // What nobody writes stays a NaN and shows.
  div.fill(std::numeric_limits<T>::quiet_NaN());
  const auto how = with(strategy);
  assign(div, catalogue::surface_flux(in), how);
  assign(a, a + 0.1 * DivergenceF2C()(f * GradientC2F()(pointwise(LargerTwice{})(a, b))), how);
  const auto g = GradientC2F()(a * b);
  evaluate(into(div, DivergenceF2C()(g) + div), into(f, f * g), how);
  assign(b, b + div, how.where(a > 1.2));
  total = column_integral(a * b) + at_level(f, -1);

  std::vector<T> all;
  for (const auto& values : {a.to_host(), b.to_host(), div.to_host(), f.to_host(), total.to_host()})
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

enum class Order { levels, columns };
enum class How { registers, shared, pointwise };
/// The program on the current CUDA device; defined in .cu files, so that the test framework never meets nvcc.
template <class T, How how>
std::vector<T> run_on_device(const Case& c, Order order);

}  // namespace program
