// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <vector>

/// Every operator of the library, for backends to be compared.
namespace every_operator {

inline stencil::ColumnGrid grid_of(int levels, std::size_t columns, bool ring) {
  return ring ? stencil::ColumnGrid::periodic(levels, 0.0, 1.0, columns)
              : stencil::ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, columns);
}

/// Fields on one grid, filled with multiples of 1/8, so that few bits are lost, and the results of expressions over
/// them, one after the other.
template <class Backend, class T, class Layout, class How>
class Results {
 public:
  Results(const stencil::ColumnGrid& grid, const How& how)
      : a(grid), b(grid), f(grid), s(grid), wind(grid), grid_(grid), how_(how) {
    a.fill([](double z, std::size_t column) { return number(z, column, 7); });
    b.fill([](double z, std::size_t column) { return number(z, column, 11) - 1; });
    f.fill([](double z, std::size_t column) { return number(z, column, 13) - 1; });
    s.fill([](std::size_t column) { return number(0, column, 1); });
    wind.fill(
        [](double z, std::size_t column) { return stencil::Vec<T, 2>{{number(z, column, 3), number(z, column, 5)}}; });
  }

  template <class E>
  void add(const E& expression) {
    stencil::Field<typename E::value_type, typename E::location, Backend, Layout> result(grid_);
    assign(result, expression, how_);
    keep(result);
  }
  template <class Field>
  void keep(const Field& field) {
    for (const auto& value : field.to_host()) {
      if constexpr (stencil::is_vec<typename Field::value_type>) {
        all.push_back(value[0]);
        all.push_back(value[1]);
      } else {
        all.push_back(value);
      }
    }
  }

  stencil::CenterField<T, Backend, Layout> a, b;
  stencil::FaceField<T, Backend, Layout> f;
  stencil::SurfaceField<T, Backend, Layout> s;
  stencil::CenterField<stencil::Vec<T, 2>, Backend, Layout> wind;
  std::vector<T> all;

 private:
  static T number(double z, std::size_t column, int factor) {
    return static_cast<T>((static_cast<int>(z * 4096) * factor + static_cast<int>(column) * 5) % 17) / 8;
  }
  stencil::ColumnGrid grid_;
  How how_;
};

/// The operators that read more than their neighbours, or have parameters, and what goes along columns.
template <class Backend, class T, class Layout = stencil::layout::LevelsContiguous, class How>
std::vector<T> wide(const stencil::ColumnGrid& grid, const How& how) {
  using namespace stencil;
  Results<Backend, T, Layout, How> r(grid, how);
  // Computed arguments, for tiles hold those: of a field every row is there.
  const auto a = 2 * r.a, b = 0.5 * r.b;
  const auto f = 2 * r.f;
  const auto& s = r.s;
  r.add(LinearInterpolateC2F()(a));
  r.add(InterpolateC2F(bottom(Extrapolation<3>{}), top(SetFlux(2, -0.5, s)))(a));
  r.add(AdvectionC2C(bottom(SetValue(s)), top(SetValue(1.0)))(f, a));
  r.add(UpwindBiasedGradient()(b, a) + FluxCorrectionC2C()(f, a));
  r.add(AdvectionF2F()(f, InterpolateC2F()(a)) + FluxCorrectionF2F()(b, f));
  r.add(RightBiased3rdOrderF2C(top(SetValue(s)))(LeftBiased3rdOrderC2F()(a)));
  r.add(DivergenceF2C()(Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(SetValue(s)))(f, a * b)));
  r.add(LinVanLeerC2F(0.001, constraint::MonotoneLocalExtrema{}, bottom(SetValue(s)), top(Extrapolation<2>{}))(f, a));
  r.add(TVDLimitedFluxC2F(limiter::VanLeer{}, top(Extrapolation<3>{}))(f, a * b, f));
  r.add(FCTBorisBook(0.01, bottom(Extrapolation<2>{}))(f, a));
  r.add(FCTZalesak(0.01, bottom(Extrapolation<3>{}))(f, a, b));
  r.add(WENO5ProductC2F(1e-4, bottom(Extrapolation<2>{}), top(SetValue(s)))(f, a));
  r.add(PPMC2F(0.001, bottom(SetValue(s)), top(Extrapolation<3>{}))(f, a));
  r.a.fill([](double z) { return 2 + z; });
  VerticalMassBorrowing(0.25)(r.b, r.a, how);
  r.keep(r.b);
  return r.all;
}

/// All others, a few to an expression.
template <class Backend, class T, class Layout = stencil::layout::LevelsContiguous, class How>
std::vector<T> narrow(const stencil::ColumnGrid& grid, const How& how) {
  using namespace stencil;
  Results<Backend, T, Layout, How> r(grid, how);
  const auto &a = r.a, &b = r.b;
  const auto& f = r.f;
  const auto& s = r.s;
  r.add(InterpolateF2C(bottom(SetValue(s)))(f) + LeftBiasedF2C()(f) * RightBiasedF2C(top(SetValue(1.0)))(f) +
        GradientF2C(top(Extrapolate{}))(f) + WeightedInterpolateF2C()(f * f + 1.0, f) +
        LeftBiased3rdOrderF2C(bottom(SetValue(s)))(f));
  r.add(LeftBiasedC2F(bottom(SetValue(s)))(a) * RightBiasedC2F()(b) + DivergenceC2F(top(SetDivergence(s)))(a) +
        UpwindBiasedProductC2F(top(SetValue(s)))(f, a) + WeightedInterpolateC2F(top(SetValue(s)))(a + 1.0, b));
  r.add(SetBoundary(bottom(SetValue(s)))(RightBiased3rdOrderC2F()(a) + GradientC2F(top(SetGradient(s)))(b)));
  r.add(LinVanLeerC2F(0.001, constraint::AlgebraicMean{})(f, a) +
        LinVanLeerC2F(0.001, constraint::PositiveDefinite{})(f, a) +
        LinVanLeerC2F(0.001, constraint::MonotoneHarmonic{})(f, a));
  r.add(TVDLimitedFluxC2F(limiter::MinMod{})(f, a, f) + TVDLimitedFluxC2F(limiter::Koren{})(f, a, f) +
        TVDLimitedFluxC2F(limiter::Superbee{})(f, a, f) + TVDLimitedFluxC2F(limiter::MonotonizedCentral{})(f, a, f));
  r.add(CurlC2F(top(SetCurl(Vec<T, 2>{{1, 2}})))(r.wind));
  return r.all;
}

}  // namespace every_operator
