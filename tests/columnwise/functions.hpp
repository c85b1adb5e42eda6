// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

/// Column functions that together use everything that may stand in one. Called on fields they give expressions, so that
/// each is its own reference: a tree evaluates every result by itself.
namespace columnwise_test {

using namespace stencil;

/// Point functions, conditions with numbers and values per column, grid quantities, neighbours.
struct Diffusion {
  double factor = 2.0;
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto gradient = GradientC2F(bottom(SetGradient(flux)), top(SetValue(1.5)));
    const auto da = gradient(a);
    const auto k = factor * InterpolateC2F()(b) + 0.1 * heights(Face{}) / (1.0 + heights(Face{}));
    const auto limited = where(da > 0.0 && f < 0.5, da, min(f, 0.5 * da));
    const auto spread = DivergenceF2C(bottom(SetValue(-flux)), top(SetValue(0.0)))(k * limited);
    const auto steps = above(a, top(SetValue(flux))) - 2.0 * a + below(a);
    const auto rough = sqrt(abs(steps)) * spacing(Center{}) + below(b, bottom(SetValue(0.25))) + GradientF2C()(f);
    return results(spread, k * da + LeftBiased3rdOrderC2F()(b), rough, above(f) - below(f), 2.0 * flux);
  }
};

/// Wide operators with end formulas of several rows, and what they read.
struct Advection {
  double time_step = 0.01;
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto w, auto flux) const {
    const auto third = Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(FirstOrderOneSided{}))(w, a);
    const auto lin = LinVanLeerC2F(time_step, constraint::MonotoneHarmonic{}, bottom(SetValue(flux)))(w, b);
    const auto weno = WENO5ProductC2F()(w, a);
    const auto first = UpwindBiasedProductC2F(top(SetValue(1.0)))(w, b);
    const auto difference = third - first;
    const auto corrected = FCTZalesak(time_step)(difference, a, a + 0.01 * b);
    return results(DivergenceF2C()(third + lin), weno, corrected + PPMC2F(time_step)(w, b),
                   AdvectionC2C(bottom(SetValue(0.5)))(w, a) + UpwindBiasedGradient()(b, a));
  }
};

/// One result.
struct Slope {
  STENCIL_FUNCTION auto operator()(auto a) const {
    const auto da = GradientC2F()(a);
    return results(da * da / (1.0 + abs(da)));
  }
};

/// What is differentiated: results at faces and at centers, and one that does not depend on a.
struct Spreading {
  STENCIL_FUNCTION auto operator()(auto a, auto f, auto flux) const {
    const auto da = GradientC2F(bottom(SetGradient(flux)), top(SetValue(1.5)))(a);
    const auto along = f * where(da > 0.0, da * da, 0.5 * da);
    return results(along, DivergenceF2C()(along) + sqrt(1.0 + a * below(a)), 2.0 * flux);
  }
};

/// Conditions as numbers, and arguments that are results.
struct Conditions {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const {
    const auto positive = a > 0.0;
    return results(b, a, positive + 0.5 * (a > b), positive);
  }
};

/// Single levels, of what is computed and of what is given.
struct Ends {
  STENCIL_FUNCTION auto operator()(auto a) const {
    const auto da = GradientC2F()(a);
    return results(at_level(da * da, -1) + 0.5 * at_level(a, 0));
  }
};

/// A function of plain values.
struct Larger {
  template <class X>
  STENCIL_FUNCTION X operator()(X x, X y) const {
    return x > y ? x : y;
  }
};
/// Other functions inside, loops on numbers, results taken apart.
struct Smoothing {
  int times = 3;
  STENCIL_FUNCTION auto operator()(auto a, auto f, auto weight) const {
    auto smooth = a + 0.0 * a;
    for (int i = 0; i < times; ++i) smooth = smooth + weight * (above(smooth) - 2.0 * smooth + below(smooth));
    const auto g = InterpolateF2C()(f);
    return results(smooth, pointwise(Larger{})(smooth, g));
  }
};

}  // namespace columnwise_test
