// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

/// A column function whose lanes hold whole columns and the faces on top, in float64, which needs nearly twice the
/// registers of float32; cmake/spills.cmake reads what ptxas says of the kernel in which such lanes are those of a
/// warp.
namespace {

using namespace stencil;

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

template <class T>
void diffuse(const ColumnGrid& grid) {
  Field<T, Center, backend::Cuda> rho(grid), x(grid), y(grid);
  Field<T, Face, backend::Cuda> k(grid);
  assign(y, columnwise(Diffuse{})(k, rho, x));
}

}  // namespace

void diffuse_all(const ColumnGrid& grid) { diffuse<double>(grid); }
