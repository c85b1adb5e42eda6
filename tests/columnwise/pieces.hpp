// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "agreement.hpp"

/// Column functions of which every result has levels, so that threads may take pieces of columns.
namespace columnwise_test {

/// Operators of several rows after each other, which read far, values per column in conditions, grid quantities,
/// results of which neighbours are read, and loops.
struct InPieces {
  int times = 3;
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto w, auto flux) const {
    const auto third = Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(FirstOrderOneSided{}))(w, a);
    const auto weno = WENO5ProductC2F()(w, b);
    const auto k = InterpolateC2F(top(SetValue(flux)))(b) + 0.1 * heights(Face{}) / (1.0 + heights(Face{}));
    const auto spread = DivergenceF2C(bottom(SetValue(-flux)), top(SetValue(0.0)))(k * GradientC2F()(a) - third);
    auto smooth = a + 0.0 * b;
    for (int i = 0; i < times; ++i) smooth = smooth + 0.1 * (above(smooth) - 2.0 * smooth + below(smooth));
    const auto again = GradientC2F(bottom(SetGradient(flux)))(DivergenceF2C()(weno));
    return results(spread + 0.5 * flux, above(smooth, top(SetValue(flux))) - a, again - f, below(third) + k * f,
                   2.0 * spacing(Center{}) + DivergenceF2C()(heights(Face{}) * heights(Face{})));
  }
};
/// The first destination is an argument too where `in_place`.
template <class T, class Backend, class P>
Values<T> by_pieces(const Case& c, bool in_place, const P& how) {
  using Layout = layout::ColumnsContiguous;
  State<T, Backend, Layout> s(c);
  CenterField<T, Backend, Layout> spread(s.grid), smooth(s.grid), thick(s.grid);
  FaceField<T, Backend, Layout> again(s.grid), below_it(s.grid);
  auto& first = in_place ? s.a : spread;
  assign(fields(first, smooth, again, below_it, thick), columnwise(InPieces{})(s.a, s.b, s.f, s.w, s.flux), how);
  return {first.to_host(), smooth.to_host(), again.to_host(), below_it.to_host(), thick.to_host()};
}

/// Levels of fields, and values per column that follow of them and of others.
struct OverGround {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto lowest = at_level(a, 0), highest = at_level(f, -1);
    const auto scale = sqrt(1.0 + lowest * lowest) + 0.25 * flux + at_level(heights(Face{}), 0);
    const auto slope = GradientC2F(bottom(SetGradient(flux * lowest)), top(SetValue(highest)))(b);
    return results(slope / scale + highest, (a - at_level(b, -1)) * scale, above(b, top(SetValue(scale))) - lowest);
  }
};
/// `written`: a destination is the argument of which the lowest level is read.
template <class T, class Backend, class P>
Values<T> over_ground(const Case& c, bool written, const P& how) {
  using Layout = layout::ColumnsContiguous;
  State<T, Backend, Layout> s(c);
  FaceField<T, Backend, Layout> slope(s.grid);
  CenterField<T, Backend, Layout> scaled(s.grid), shifted(s.grid);
  auto& second = written ? s.a : scaled;
  assign(fields(slope, second, shifted), columnwise(OverGround{})(s.a, s.b, s.f, s.flux), how);
  return {slope.to_host(), second.to_host(), shifted.to_host()};
}

/// Of Vecs.
struct Mixing {
  STENCIL_FUNCTION auto operator()(auto wind, auto w) const {
    return results(wind + DivergenceF2C()(w * GradientC2F()(wind)));
  }
};
template <class Backend, class P>
std::vector<double> turned_by_pieces(const Case& c, const P& how) {
  using Layout = layout::ColumnsContiguous;
  State<double, Backend, Layout> s(c);
  CenterField<Vec<double, 2>, Backend, Layout> wind(s.grid), turned(s.grid);
  wind.fill([](double z, std::size_t column) { return Vec{z, 1.0 + static_cast<double>(column)}; });
  assign(turned, columnwise(Mixing{})(wind, s.w), how);
  std::vector<double> values;
  for (const auto& w : turned.to_host()) values.insert(values.end(), {w[0], w[1]});
  return values;
}

}  // namespace columnwise_test
