// SPDX-License-Identifier: BSD-3-Clause
// expect: no error
// with: -Werror=all-warnings
#include <stencil/cuda.hpp>

using namespace stencil;

// A march, a solve and a Jacobian on the host, of which nvcc warned without a place.
struct Column {
  STENCIL_FUNCTION auto operator()(auto k, auto x) const {
    const auto flux = [&](auto y) { return DivergenceF2C()(k * GradientC2F()(y)); };
    const auto add = [](auto& sum, auto value) {
      sum += value;
      return sum;
    };
    return results(march(from_top, 0.0, add, x), solve(band(0.0 * x, 1.0 + x, 0.0 * x), x),
                   solve(identity() - 3.0 * jacobian(flux, x), x));
  }
};

void step(CenterField<double>& sum, CenterField<double>& a, CenterField<double>& b, const FaceField<double>& k) {
  fields(sum, a, b) = columnwise(Column{})(k, a);
}
