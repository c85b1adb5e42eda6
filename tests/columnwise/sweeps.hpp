// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "operations.hpp"

/// Column functions whose operations on whole columns are marches in one direction.
namespace columnwise_test {

struct Fallen {
  double mass, depth;
};

/// Two marches, the second one of values that the first one and operators gave, with neighbours of their results,
/// operators of several rows with end formulas, values per column at the start, in conditions and at the end, among
/// them levels of fields, also of one that is written.
template <class Way>
struct Sweeps {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto third = Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(FirstOrderOneSided{}))(f, a);
    const auto speed = 0.1 * abs(DivergenceF2C(bottom(SetValue(flux)))(third)) + 0.25 * (above(b) + below(b));
    auto [out, largest, ended] = march(
        Way{}, Fallen{0.5, -1.0},
        [](auto& s, auto x, auto v, auto dz) {
          const auto taken = v > 1.0 ? x * dz : 0.5 * x;
          s.mass = 0.75 * s.mass + taken;
          for (int i = 0; i < 2 && s.depth < x; ++i) s.depth += 0.5;
          return results(s.mass, s.depth);
        },
        at_end([](auto& s) { return s.mass -= s.depth; }), a, speed, spacing(Center{}));
    const auto smooth = InterpolateC2F(bottom(SetValue(flux)), top(Extrapolate{}))(out) * f;
    const auto over_faces = march(
        Way{}, 0.5 * flux + (at_level(a, -1) - at_level(b, 0)) + at_level(f, -1),
        [](auto& s, auto x) { return s = 0.5F * s + static_cast<std::remove_reference_t<decltype(s)>>(x); }, smooth);
    auto [mass, depth] = march_state(
        Way{}, Fallen{0.0, 0.0}, [](auto& s, auto x, auto z) { s.mass += x, s.depth = s.depth < z ? z : s.depth; }, out,
        heights(Center{}));
    return results(above(out) - below(largest), over_faces, GradientC2F()(largest) + f,
                   2.0 * mass - depth + flux * ended + at_level(a, 0) * at_level(a, -1));
  }
};
using Falling = Sweeps<DirectionFromTop>;
using Rising = Sweeps<DirectionFromBottom>;

/// The first destination is an argument too.
template <class T, class Backend, class Layout, class F, class P>
Values<T> by_sweeps(const Case& c, const F& function, const P& how) {
  State<T, Backend, Layout> s(c);
  FaceField<T, Backend, Layout> over_faces(s.grid), steep(s.grid);
  SurfaceField<T, Backend> sum(s.grid);
  assign(fields(s.a, over_faces, steep, sum), columnwise(function)(s.a, s.b, s.f, s.flux), how);
  return {s.a.to_host(), over_faces.to_host(), steep.to_host(), sum.to_host()};
}

}  // namespace columnwise_test
