// SPDX-License-Identifier: BSD-3-Clause
#include <type_traits>

#include <stencil/cuda.hpp>

/// W2 of docs/performance.md, which holds W1, in both precisions and layouts, of which float32 with columns contiguous
/// needs least; cmake/spills.cmake reads what ptxas says of them.
namespace {

using namespace stencil;

template <class T, class Layout>
void assign_on(const ColumnGrid& grid) {
  Field<T, Center, backend::Cuda, Layout> out(grid), a(grid), b(grid);
  Field<T, Face, backend::Cuda, Layout> f(grid);
  const auto div = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
  assign(out, div(f * GradientC2F()(div(exp(InterpolateC2F()(a)) * GradientC2F()(a * b)))),
         with(cuda::RegisterColumns{}));
}

}  // namespace

void assign_all(const ColumnGrid& grid) {
  assign_on<double, layout::LevelsContiguous>(grid);
  assign_on<double, layout::ColumnsContiguous>(grid);
  assign_on<float, layout::LevelsContiguous>(grid);
}

/// A column function whose lanes hold whole columns and the faces on top, in float64, which needs nearly twice the
/// registers of float32; cmake/spills.cmake reads what ptxas says of the kernel in which such lanes are those of a
/// warp, the only one that is compiled.
namespace {

/// An implicit step of diffusion with diffusivities at faces.
struct Diffuse {
  template <class K, class Rho, class X>
  STENCIL_FUNCTION auto operator()(const K& k, const Rho& rho, const X& x) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto k_rho = InterpolateC2F()(rho) * k;
    const auto mixed = jacobian([&](auto y) { return DivergenceF2C()(k_rho * gradient(y)) / rho; }, x);
    return results(solve(identity() - 300.0 * mixed, x));
  }
};

template <class Root, class... To>
const void* capped_lanes_of(const Root&, const To&...) {
  using Job = column_functions::Job<Root, NoMask, To...>;
  using Of = cuda::JobShape<Job, 0>;
  static_assert(Of::may_cap && Of::levels_contiguous);
  return reinterpret_cast<const void*>(
      cuda::carry_out_columns<Job, Of::held_capped, ColumnEnds::bounded, cuda::SmallWarps, true>);
}

}  // namespace

const void* diffuse_all() {
  const FieldLeaf<double, Center, layout::LevelsContiguous, DeviceSpace> c{};
  const FieldLeaf<double, Face, layout::LevelsContiguous, DeviceSpace> f{};
  return capped_lanes_of(columnwise(Diffuse{})(f, c, c), c);
}
