// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/agreement.hpp"

using namespace stencil;

namespace {

/// Steps, lines, bends and noise, in units of `size`.
template <class Field>
void fill_with_shapes(Field& x, double size) {
  std::vector<typename Field::value_type> values;
  for (std::size_t i = 0; i < x.to_host().size(); ++i) {
    const auto k = static_cast<double>(i % 40);
    const double shape = k < 10 ? 2 : k < 20 ? k / 8 : k < 30 ? 1 + k * k / 64 : support::scattered(i, 5);
    values.push_back(static_cast<typename Field::value_type>(shape * size));
  }
  x.from_host(values);
}

}  // namespace

// Mixing ratios of 1e-20 and number concentrations of 1e11 are values like any others.
TEMPLATE_LIST_TEST_CASE("Limited fluxes scale with the values, from 2^-100 to 2^100", "[magnitude]", support::TwoAxes) {
  const auto grid = ColumnGrid::periodic(40, 0.0, 40.0, 3);
  typename TestType::centers x(grid), y(grid);
  typename TestType::faces wind(grid), flux(grid);
  support::scatter(wind);
  const auto of_size = [&](const auto& op, double size) {
    fill_with_shapes(x, size);
    y = 0.75 * x;
    flux = op(x);
    auto scaled = flux.to_host();
    for (auto& value : scaled) value = static_cast<typename TestType::number>(value / size);
    return scaled;
  };
  const auto require_scaling = [&](const auto& op) {
    const auto expected = of_size(op, 1);
    REQUIRE(of_size(op, 0x1p-100) == expected);
    REQUIRE(of_size(op, 0x1p100) == expected);
  };
  require_scaling([&](const auto& q) { return LinVanLeerC2F(0.25, constraint::MonotoneHarmonic{})(wind, q); });
  require_scaling([&](const auto& q) { return PPMC2F(0.25)(wind, q); });
  require_scaling([&](const auto& q) { return FCTZalesak(0.25)(wind * InterpolateC2F()(q), q, y); });
}

// In units of the profile, epsilon is smaller the larger the profile is.
TEMPLATE_LIST_TEST_CASE("WENO5ProductC2F reconstructs profiles of every magnitude", "[magnitude]", support::TwoAxes) {
  const auto grid = ColumnGrid::periodic(40, 0.0, 40.0, 3);
  typename TestType::centers x(grid);
  typename TestType::faces flux(grid);
  CenterField<double> unit(grid);
  FaceField<double> expected(grid);
  fill_with_shapes(unit, 1);
  const double tolerance = std::is_same_v<typename TestType::number, float> ? 1e-4 : 1e-10;
  for (const double size : {1e-30, 1e-12, 1e-3, 1.0, 1e5, 1e10, 1e20, 1e30}) {
    fill_with_shapes(x, size);
    flux = WENO5ProductC2F()(1.0, x);
    expected = WENO5ProductC2F(1e-6 / (size * size))(1.0, unit);
    for (int face = 0; face <= 40; ++face) {
      CAPTURE(size, face);
      REQUIRE(std::abs(static_cast<double>(flux(face, 2)) / size - expected(face, 2)) <= tolerance);
    }
  }
}

// Whatever the rounding of a twelfth, so that the divergence of a constant profile is that of the wind.
TEMPLATE_LIST_TEST_CASE("Reconstructions of third and higher order keep a constant to the last bit", "[magnitude]",
                        support::TwoAxes) {
  using Number = typename TestType::number;
  const auto grid = ColumnGrid::periodic(40, 0.0, 40.0, 3);
  typename TestType::centers x(grid);
  typename TestType::faces wind(grid), flux(grid), value(grid);
  support::scatter(wind);
  for (const double size : {0.1, 1.0 / 3, 287.05, 1e-20}) {
    const auto constant = static_cast<Number>(size);
    x.fill(constant);
    const auto require_constant = [&](const auto& op) {
      flux = op(x);
      value = wind * constant;
      REQUIRE(flux.to_host() == value.to_host());
    };
    CAPTURE(size);
    require_constant([&](const auto& q) { return Upwind3rdOrderBiasedProductC2F()(wind, q); });
    require_constant([&](const auto& q) { return WENO5ProductC2F()(wind, q); });
    require_constant([&](const auto& q) { return wind * LeftBiased3rdOrderC2F()(q); });
    require_constant([&](const auto& q) { return wind * RightBiased3rdOrderC2F()(q); });
    require_constant([&](const auto& q) { return PPMC2F(0.25)(wind, q); });
  }
}
