// SPDX-License-Identifier: BSD-3-Clause
#include "contributing/exchange_flux_c2f.hpp"

#include <stencil/emulation/emulation.hpp>
#include <stencil/inspect/describe.hpp>
#include <stencil/matrix.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "contributing/cooling_column.hpp"
#include "support/by_hand.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using user::DiffusiveFluxC2F;
using user::SetExchange;

namespace {

// What the formula reads, found from the formula.
constexpr auto& reads = footprint<DiffusiveFluxC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -1 && reads[1].high == 1 && reads[1].count() == 2);

// On paper: -(k + 1) (x+ - x-) / 2 m inside; 3 (10 - 1) at the bottom, 2 (9 - 4) at the top.
using Cells = support::FourCells;
constexpr double k[] = {0, 1, 2, 3, 0};
constexpr double x[] = {1, 5, 3, 9};
constexpr auto k_leaf = support::leaf<Face>(k);
constexpr auto x_leaf = support::leaf<Center>(x);
constexpr auto exchanging = DiffusiveFluxC2F(1.0, bottom(SetExchange(3.0, 10.0)), top(SetExchange(2.0, 4.0)));
static_assert(support::values<Cells>(DiffusiveFluxC2F(1.0)(k_leaf, x_leaf)) == Cells::AtFaces{0, -4, 3, -12, 0});
static_assert(support::values<Cells>(exchanging(k_leaf, x_leaf)) == Cells::AtFaces{27, -4, 3, -12, 10});

}  // namespace

TEST_CASE("An operator and a condition from outside the library run on the CPU and in a thread block",
          "[contributing]") {
  for (const int levels : {1, 2, 3, 33}) {
    const user::CoolingCase c{levels, 7};
    const auto expected = user::cool<backend::Cpu>(c, policy());
    REQUIRE(user::cool<backend::Emulation>(c, policy()) == expected);
    REQUIRE(user::cool<backend::Emulation>(c, with(emulation::Lanes<2>{})) == expected);
  }
}

TEST_CASE("A column between two exchanges comes to the steady state of resistances in series", "[contributing]") {
  // Ground at 300, air at 280: 1/0.5 s/m of exchange, 10 m through 2 m2/s, 1/0.25 s/m; the flux is 20 over their sum.
  const auto grid = ColumnGrid::uniform(10, 0.0, 10.0, 2);
  CenterField<double> temperature(grid);
  FaceField<double> diffusivity(grid), flux(grid);
  SurfaceField<double> ground(grid);
  temperature.fill(290.0);
  diffusivity.fill(1.5);
  ground.fill(300.0);
  const auto through = DiffusiveFluxC2F(0.5, bottom(SetExchange(0.5, ground)), top(SetExchange(0.25, 280.0)));
  for (int step = 0; step < 4000; ++step)
    temperature = temperature - 0.2 * DivergenceF2C()(through(diffusivity, temperature));
  flux = through(diffusivity, temperature);
  // The exchange is with the middle of the end cells, so half a cell at each end conducts nothing.
  const double expected = 20 / (1 / 0.5 + 9.0 / 2 + 1 / 0.25);
  for (int face = 0; face <= 10; ++face) REQUIRE(std::abs(flux(face, 1) - expected) <= 1e-10);
}

TEST_CASE("The matrix of an operator from outside the library comes from its formulas", "[contributing]") {
  const auto grid = support::FourCells::grid(1);
  CenterField<double> temperature(grid);
  FaceField<double> diffusivity(grid), flux(grid), product(grid);
  support::scatter(temperature);
  support::scatter(diffusivity);
  const auto through = DiffusiveFluxC2F(0.5, bottom(SetExchange(0.25, 300.0)), top(SetExchange(0.5, 270.0)));
  flux = through(diffusivity, temperature);
  product = operator_matrix(through, diffusivity) * temperature + operator_constant(through, diffusivity);
  for (int face = 0; face <= 4; ++face) REQUIRE(std::abs(product(face, 0) - flux(face, 0)) <= 8 * 0x1p-52 * 300);
}

TEST_CASE("explain and describe know an operator and a condition from outside the library", "[contributing]") {
  const auto grid = ColumnGrid::uniform(10, 0.0, 10.0, 2);
  const CenterField<double> temperature(grid, "T");
  const FaceField<double> diffusivity(grid, "K");
  FaceField<double> flux(grid, "flux");
  const auto through = DiffusiveFluxC2F(0.5, bottom(SetExchange(0.25, 300.0)));
  const auto explanation = explain(flux, through(diffusivity, temperature));
  REQUIRE(explanation.formula == "flux = DiffusiveFluxC2F(bottom: SetExchange, top: closure)(K, T)");
  REQUIRE(explanation.operators.at(0) ==
          "DiffusiveFluxC2F  reads +0..+0 -1/2..+1/2  bottom SetExchange, top closure (Insulated)");
  REQUIRE(
      describe(through, {{"K", "T"}, {{0.5, plan::Symbol::named("least")}, {0.25, plan::Symbol::named("velocity")}}}) ==
      "DiffusiveFluxC2F: (K + least) (T- - T+) / df\n"
      " center k      o     T+\n"
      " face k     ---#---  K, df, result\n"
      " center k-1    o     T-\n"
      " bottom face, SetExchange: velocity (v - T+)\n"
      " top face, closure: 0\n");
}
