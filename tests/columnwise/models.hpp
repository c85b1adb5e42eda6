// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "agreement.hpp"

/// What models write of single levels, heights and implicit steps.
namespace columnwise_test {

/// Conditions on the end levels: in formulas, in the rows of a matrix, and for a march that begins otherwise.
struct EndLevels {
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto f, auto flux) const {
    const auto chosen = where(is_highest(Center{}), 2.0 * q, where(is_lowest(Center{}), flux, r));
    const auto inner = where(is_lowest(Face{}) || is_highest(Face{}), 0.0, f);
    const auto spread = jacobian([&](auto y) { return DivergenceF2C(no_flux)((0.1 + f * f) * GradientC2F()(y)); }, q);
    const auto matrix = where(is_highest(Center{}), identity(), identity() - 0.01 * spread);
    const auto given = solve(matrix, where(is_highest(Center{}), flux, q));
    // What flows in at the bottom, and out at the top.
    const auto through_ends = DivergenceF2C(bottom(SetValue(flux)), top(SetValue(2.0)))(0.0);
    return results(chosen, inner, given, q * through_ends);
  }
};
/// Levels by their numbers, of their own location and of neighbours.
struct Numbered {
  STENCIL_FUNCTION auto operator()(auto q, auto f) const {
    const auto number = level_index(Center{});
    return results(q * number, where(level_index(Face{}) < 2, f, 0.5 * level_index(Face{})), above(0.5 * number + q),
                   DivergenceF2C()(level_index(Face{}) * f));
  }
};
struct BeginsOtherwise {
  STENCIL_FUNCTION auto operator()(auto q, auto f) const {
    const auto add = [](auto& sum, auto x, auto first) {
      sum = first ? 10 * x : sum + x;
      return sum;
    };
    const auto up = march(from_bottom, 0.0, add, q, is_lowest(Center{}));
    const auto down = march(from_top, 0.0, add, f, is_highest(Face{}));
    return results(up, down);
  }
};

/// Values between levels, at numbers and at heights of each column, above and below all of its levels, too.
struct AtHeights {
  double height = 0.8;
  STENCIL_FUNCTION auto operator()(auto q, auto f, auto flux) const {
    return results(at_height(q, height, flux), at_height(f, 2.5 + 6.0 * flux, -5.0), at_height(f, 0.0, 1.0),
                   component<1>(at_height(vec(q, 2.0 * q), height + flux, -3.0)));
  }
};

/// Implicit steps of dx/dt = D(0.1 G(x)) - r x^3 + s.
struct Steps {
  double dt = 0.05;
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto flux) const {
    const auto div = DivergenceF2C(bottom(SetValue(-flux)), top(SetValue(0.0)));
    const auto change = [&](auto x) { return div(0.1 * GradientC2F()(x)) - r * x * x * x + flux; };
    const auto whole = implicit_step(change, q, dt);
    return results(implicit_step(change, q, dt, LinearlyImplicitEuler{}),
                   implicit_step(change, q, dt * (1.0 + flux), Rosenbrock2{}), whole.x,
                   where(whole.converged, 1.0, 0.0));
  }
};

/// log(x) = q and so on, from where whole steps of Newton's method lead below zero.
struct Halved {
  STENCIL_FUNCTION auto operator()(auto q, auto flux) const {
    const auto positive = [](auto x) { return x > 0.0; };
    const auto levels = newton([&](auto x) { return log(x) - q; }, 20.0 + 0.0 * q, {}, positive);
    const auto by_column =
        newton([&](auto x) { return log(x) - q; }, 20.0 + 0.0 * q, {}, [](auto x) { return column_min(x) > 0.0; });
    const auto surface = newton([&](auto x) { return log(x) - flux; }, 20.0 + 0.0 * flux, {}, positive);
    const auto never = newton([&](auto x) { return x - q; }, 20.0 + 0.0 * q, {}, [](auto x) { return x > 21.0; });
    return results(levels.x, by_column.x, surface.x, never.x,
                   where(levels.converged && surface.converged && !never.converged, 1.0, 0.0));
  }
};

template <class T, class Backend, class Layout, class P>
Values<T> by_models(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  CenterField<T, Backend, Layout> c1(s.grid), c2(s.grid), c3(s.grid), c4(s.grid);
  FaceField<T, Backend, Layout> f1(s.grid);
  std::vector<SurfaceField<T, Backend>> surface;
  for (int i = 0; i < 4; ++i) surface.emplace_back(s.grid);
  Values<T> all;
  const auto keep = [&](const auto&... field) { (all.push_back(field.to_host()), ...); };
  assign(fields(c1, f1, c2, c3), columnwise(EndLevels{})(s.a, s.b, s.f, s.flux), how);
  keep(c1, f1, c2, c3);
  assign(fields(c1, c2, c3, surface[0]), columnwise(Steps{})(s.a, s.b, s.flux), how);
  keep(c1, c2, c3, surface[0]);
  assign(fields(c1, c2, surface[0], c3, surface[1]), columnwise(Halved{})(s.a, s.flux), how);
  keep(c1, c2, surface[0], c3, surface[1]);
  assign(fields(c1, f1, c2, c3), columnwise(Numbered{})(s.a, s.f), how);
  keep(c1, f1, c2, c3);
  assign(c1, DivergenceF2C()(level_index(Face{}) * s.f) + level_index(Center{}), how);
  keep(c1);
  if (c.kind == Kind::ring) return all;
  assign(fields(surface[0], surface[1], surface[2], surface[3]), columnwise(AtHeights{})(s.a, s.f, s.flux), how);
  keep(surface[0], surface[1], surface[2], surface[3]);
  assign(fields(c1, f1), columnwise(BeginsOtherwise{})(s.a, s.f), how);
  keep(c1, f1);
  return all;
}

}  // namespace columnwise_test
