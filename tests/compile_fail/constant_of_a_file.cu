// SPDX-License-Identifier: BSD-3-Clause
// expect: identifier "gravity" is undefined in device code
#include <stencil/cuda.hpp>

using namespace stencil;

constexpr double gravity = 9.81;  // [m/s2]

struct Weight {
  STENCIL_FUNCTION auto operator()(auto rho) const { return results(gravity * rho); }
};

void weigh(CenterField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& rho) {
  out = columnwise(Weight{})(rho);
}
