// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

/// Column functions that solve systems.
namespace columnwise_test {

using namespace stencil;

/// Band systems, eliminated once or at once; the matrix from a formula or from its diagonals.
struct Solves {
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto k, auto dt) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto diffusion = jacobian(
        [&](auto y) {
          auto flux = (k * k + 0.1) * grad(y);
          flux = 0.5 * flux;  // a variable with derivatives takes another value
          return 2.0 * DivergenceF2C()(flux);
        },
        q);
    const auto implicit = factorize(identity() - dt * diffusion);
    const auto [one, other] = implicit.solve(q, r);
    const auto five = solve(band(0.1, -0.2 * r, 3.0 + q * q, 0.4, -0.3), one);
    const auto at_faces =
        solve(band(0.2, -0.3 * k, 3.0 + k * k, 0.25, -0.4), solve(band(-1.0, 3.0, -0.5 * (k + 0.5)), k));
    const auto lower = solve(band(0.25, 1.0 + q * q, 0.0), r);
    return results(one, other, five, at_faces, lower, diffusion * q + above(one));
  }
};
/// A system of centers and faces, A x + B w = r, C x + D w = k, and y + y^3 - 0.01 d2y = q by Newton's iteration.
struct Systems {
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto k, auto dt) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto [x, w] =
        solve_staggered(band(0.1, 2.0 + q * q, -0.2), dt * jacobian([&](auto y) { return div(y); }, k),
                        dt * jacobian([&](auto y) { return grad(y); }, q), band(0.3, 3.0 + k * k, -0.1), r, k);
    auto [y, iterations, converged] =
        newton([&](auto v) { return v + v * v * v - 0.01 * DivergenceF2C()(grad(v)) - q; }, q);
    return results(x, w, y, where(converged, 1.0, -1.0 * iterations));
  }
};
/// An unknown u at faces with three others that are coupled to it alone: v at centers, t at faces, whose diagonal is a
/// number, and s at centers, on which u does not depend.
struct Arrowhead {
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto k, auto dt) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto from_v = dt * jacobian([&](auto y) { return grad(y); }, q);
    const auto to_centers = dt * jacobian([&](auto y) { return div(y); }, k);
    const auto [u, v, t, s] = solve_arrowhead(band(0.3, 3.0 + k * k, -0.1), k, tip(from_v, to_centers, 2.0 + q * q, r),
                                              tip(band(0.1, 0.2 * k, 0.3), band(-0.2, k, 0.1), 4.0, k * k),
                                              tip(to_centers, band(0.2, 2.0 + q * q, 0.4), q));
    return results(u, v, t, s);
  }
};

/// Solves around a ring, of one and of two entries on each side, and what reads the levels beside a solution.
struct Around {
  STENCIL_FUNCTION auto operator()(auto q, auto k) const {
    const auto diffusion = jacobian([&](auto y) { return DivergenceF2C()((k * k + 0.1) * GradientC2F()(y)); }, q);
    const auto one = solve(identity() - 0.01 * diffusion, q);
    return results(above(one) - below(one), solve(band(0.1, -0.2, 3.0 + q * q, 0.4, -0.3), one));
  }
};

}  // namespace columnwise_test
