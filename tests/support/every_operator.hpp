// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <vector>

/// Every operator that reads more than its neighbours, or that has parameters, once: for backends to be compared.
namespace every_operator {

inline stencil::ColumnGrid grid_of(int levels, std::size_t columns, bool ring) {
  return ring ? stencil::ColumnGrid::periodic(levels, 0.0, 1.0, columns)
              : stencil::ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, columns);
}

/// All results on one grid, one field after the other. The fields hold multiples of 1/8, so that few bits are lost.
template <class Backend, class T, class How>
std::vector<T> results(const stencil::ColumnGrid& grid, const How& how) {
  using namespace stencil;
  CenterField<T, Backend> a(grid), b(grid), center(grid);
  FaceField<T, Backend> f(grid), face(grid);
  SurfaceField<T, Backend> s(grid);
  const auto number = [](double z, std::size_t column, int factor) {
    return static_cast<T>((static_cast<int>(z * 4096) * factor + static_cast<int>(column) * 5) % 17) / 8;
  };
  a.fill([&](double z, std::size_t column) { return number(z, column, 7); });
  b.fill([&](double z, std::size_t column) { return number(z, column, 11) - 1; });
  f.fill([&](double z, std::size_t column) { return number(z, column, 13) - 1; });
  s.fill([&](std::size_t column) { return number(0, column, 1); });

  std::vector<T> all;
  const auto keep = [&](const auto& field) {
    const auto values = field.to_host();
    all.insert(all.end(), values.begin(), values.end());
  };
  const auto at_faces = [&](const auto& expression) {
    assign(face, expression, how);
    keep(face);
  };
  const auto at_centers = [&](const auto& expression) {
    assign(center, expression, how);
    keep(center);
  };
  at_faces(LinearInterpolateC2F()(a));
  at_faces(InterpolateC2F(bottom(Extrapolation<3>{}), top(SetFlux(2, -0.5, s)))(a));
  at_faces(WeightedInterpolateC2F(top(SetValue(s)))(a + 1.0, b));
  at_centers(AdvectionC2C(bottom(SetValue(s)), top(SetValue(1.0)))(f, a));
  at_centers(UpwindBiasedGradient()(b, a) + FluxCorrectionC2C()(f, a));
  at_faces(AdvectionF2F()(f, InterpolateC2F()(a)) + FluxCorrectionF2F()(b, f));
  at_centers(RightBiased3rdOrderF2C(top(SetValue(s)))(LeftBiased3rdOrderC2F()(a)));
  at_centers(DivergenceF2C()(Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(SetValue(s)))(f, a * b)));
  at_faces(LinVanLeerC2F(0.001, constraint::MonotoneLocalExtrema{}, bottom(SetValue(s)))(f, a));
  at_faces(TVDLimitedFluxC2F(limiter::VanLeer{})(f, a * b, f));
  at_faces(FCTBorisBook(0.01)(f, a));
  at_faces(FCTZalesak(0.01)(f, a, b));
  at_faces(WENO5ProductC2F(1e-4, top(SetValue(s)))(f, a));
  at_faces(PPMC2F(0.001, bottom(SetValue(s)))(f, a));
  return all;
}

}  // namespace every_operator
