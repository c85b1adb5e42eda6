// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/carried.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

template <class Limiter>
constexpr auto limited(Limiter limiter) {
  return [=](const auto& flux, const auto& x, const auto& u) { return TVDLimitedFluxC2F(limiter)(flux, x, u); };
}
constexpr auto each_limiter = [](const auto& visit) {
  visit(limiter::Zero{});
  visit(limiter::Half{});
  visit(limiter::One{});
  visit(limiter::MinMod{});
  visit(limiter::Koren{});
  visit(limiter::Superbee{});
  visit(limiter::MonotonizedCentral{});
  visit(limiter::VanLeer{});
};
template <class Limiter>
constexpr bool is_constant = std::is_same_v<Limiter, limiter::Zero> || std::is_same_v<Limiter, limiter::Half> ||
                             std::is_same_v<Limiter, limiter::One>;

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<TVDLimitedFluxC2F<>, 3>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0 && reads[2].low == 0 && reads[2].high == 0);
static_assert(reads[1].low == -3 && reads[1].high == 3 && reads[1].count() == 4);

/// The limiters as broken lines, from the papers' figures: psi at r = -1, 0, 1/4, 1/3, 1/2, 1, 2, 5/2, 3 and 5.
template <class Limiter>
std::array<double, 10> figure() {
  if (std::is_same_v<Limiter, limiter::Half>) return {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5};
  if (std::is_same_v<Limiter, limiter::One>) return {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  if (std::is_same_v<Limiter, limiter::MinMod>) return {0, 0, 1 / 4.0, 1 / 3.0, 1 / 2.0, 1, 1, 1, 1, 1};
  if (std::is_same_v<Limiter, limiter::Koren>) return {0, 0, 1 / 2.0, 5 / 9.0, 2 / 3.0, 1, 5 / 3.0, 2, 2, 2};
  if (std::is_same_v<Limiter, limiter::Superbee>) return {0, 0, 1 / 2.0, 2 / 3.0, 1, 1, 2, 2, 2, 2};
  if (std::is_same_v<Limiter, limiter::MonotonizedCentral>)
    return {0, 0, 1 / 2.0, 2 / 3.0, 3 / 4.0, 1, 3 / 2.0, 7 / 4.0, 2, 2};
  if (std::is_same_v<Limiter, limiter::VanLeer>)
    return {0, 0, 2 / 5.0, 1 / 2.0, 2 / 3.0, 1, 4 / 3.0, 10 / 7.0, 3 / 2.0, 5 / 3.0};
  return {};
}

}  // namespace

TEST_CASE("The limiters of TVDLimitedFluxC2F are those of the papers", "[tvd]") {
  const double ratio[] = {-1, 0, 1 / 4.0, 1 / 3.0, 1 / 2.0, 1, 2, 5 / 2.0, 3, 5};
  each_limiter([&](auto limiter) {
    const auto expected = figure<decltype(limiter)>();
    for (std::size_t i = 0; i < 10; ++i) {
      // The middle face of four cells: upstream of an upward wind the difference is the ratio, across it is 1.
      const double x[] = {-ratio[i], 0, 1, 7};
      const double mirrored[] = {-7, -1, 0, ratio[i]};
      const auto up = support::values<support::FourCells>(limited(limiter)(3.0, support::leaf<Center>(x), 2.0));
      const auto down =
          support::values<support::FourCells>(limited(limiter)(3.0, support::leaf<Center>(mirrored), -2.0));
      CAPTURE(ratio[i], expected[i]);
      REQUIRE(std::abs(up[2] - 3 * expected[i]) <= 2e-15);
      REQUIRE(down[2] == up[2]);
      REQUIRE((up[0] == 0 && up[1] == 0 && up[3] == 0 && up[4] == 0));
    }
  });
}

TEST_CASE("TVDLimitedFluxC2F has a limit where the profile is flat or as good as flat", "[tvd]") {
  const double flat[] = {1, 2, 2, 3}, steep[] = {-1e300, 0, 1e-300, 1e300};
  each_limiter([&](auto limiter) {
    using Limiter = decltype(limiter);
    const auto at_zero = support::values<support::FourCells>(limited(limiter)(1.0, support::leaf<Center>(flat), 1.0));
    REQUIRE(at_zero[2] == figure<Limiter>()[1]);
    const auto far = support::values<support::FourCells>(limited(limiter)(1.0, support::leaf<Center>(steep), 1.0));
    const double most = is_constant<Limiter> || std::is_same_v<Limiter, limiter::MinMod> ? figure<Limiter>()[9] : 2;
    REQUIRE(far[2] == most);
  });
}

TEST_CASE("Lax-Wendroff fluxes limited by TVDLimitedFluxC2F carry a step without overshoot or loss", "[tvd]") {
  const auto grid = ColumnGrid::periodic(50, 0.0, 1.0);
  constexpr double eps = 0x1p-52, courant = 0.4, dt = courant * 0.02;
  each_limiter([&](auto limiter) {
    for (const double speed : {1.0, -1.0}) {
      const auto got = support::carry(grid, 125, [&](const auto& x) {
        const auto steep = (RightBiasedC2F()(x) - LeftBiasedC2F()(x)) * (0.5 * (1 - courant));
        return x - dt * DivergenceF2C()(UpwindBiasedProductC2F()(speed, x) +
                                        limited(limiter)(steep * std::abs(speed), x, speed));
      });
      CAPTURE(speed, got.lowest, got.highest, got.drift);
      REQUIRE(got.drift <= 30 * eps);
      if (std::is_same_v<decltype(limiter), limiter::One>) {
        REQUIRE(got.lowest < -0.01);  // so that the others can fail
      } else if (!is_constant<decltype(limiter)> || std::is_same_v<decltype(limiter), limiter::Zero>) {
        REQUIRE(got.lowest >= -eps);
        REQUIRE(got.highest <= 1 + 2 * eps);
      }
    }
  });
}

// Where a profile is not flat r is 1 + O(dz), and every limiter but the constant ones has psi(1) = 1 without a jump: it
// cuts O(dz) of a flux of O(dz). At an extreme it cuts all of it, but there the flux is O(dz^2) itself. So the flux is
// of second order. The cut at an extreme is at a few faces, where the divergence is of first order: 1.5 in the norm.
TEST_CASE("What TVDLimitedFluxC2F lets through makes a flux of second order, its divergence of 1.5", "[tvd]") {
  const auto ring = support::ring(-support::pi, support::pi);
  each_limiter([&](auto limiter) {
    for (const double speed : {1.0, -1.0}) {
      const auto flux = [=](const ColumnGrid& grid) {
        const auto sine = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
        const auto low = UpwindBiasedProductC2F()(speed, sine);
        return FaceField<double>(low + limited(limiter)(speed * InterpolateC2F()(sine) - low, sine, speed));
      };
      const auto divergence = [=](const ColumnGrid& grid) {
        const auto through = flux(grid);
        return CenterField<double>(DivergenceF2C()(through));
      };
      using Limiter = decltype(limiter);
      const bool first = std::is_same_v<Limiter, limiter::Zero> || std::is_same_v<Limiter, limiter::Half>;
      const double of_flux = first ? 1 : 2, of_divergence = first ? 1 : is_constant<Limiter> ? 2 : 1.5;
      support::require_order(ring, of_flux - 0.05, of_flux + 0.25, flux, [=](double z) { return speed * std::sin(z); });
      support::require_order(ring, of_divergence - 0.05, of_divergence + 0.05, divergence,
                             [=](double z) { return speed * std::cos(z); });
    }
  });
}

TEMPLATE_LIST_TEST_CASE("TVDLimitedFluxC2F of a column upside down is upside down", "[tvd]", support::FormulaAxes) {
  const auto reflects = [](auto limiter) {
    support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Center>,
                                   Turning<Face, Parity::odd>>(Parity::odd, limited(limiter), limited(limiter));
  };
  reflects(limiter::Koren{});
  reflects(limiter::VanLeer{});
}

TEMPLATE_LIST_TEST_CASE("TVDLimitedFluxC2F agrees with its formula at every size", "[tvd][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Face, Center, Face>(
      20'000, 4, limited(limiter::MonotonizedCentral{}), [](Row at, const auto& a, const auto& y, const auto& u) {
        const int k = at.k;
        if (!y.ring && (k < 2 || k > y.cells() - 2)) return 0 * a[k];
        const auto across = y[k] - y[k - 1];
        const auto ratio = (u[k] < 0 ? y[k + 1] - y[k] : y[k - 1] - y[k - 2]) / across;
        const auto part = std::max(y.number(0), std::min({2 * ratio, (1 + ratio) / 2, y.number(2)}));
        return across == 0 ? 0 * a[k] : a[k] * part;
      });
}

TEST_CASE("TVDLimitedFluxC2F reads nothing where it is 0, and may read the fields that it changes", "[tvd]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double flux[] = {nan, nan, 1, nan, nan}, x[] = {0, 1, 2, 3};
  const auto got = limited(limiter::Koren{})(support::leaf<Face>(flux), support::leaf<Center>(x), 1.0);
  REQUIRE(support::values<support::FourCells>(got) == support::FourCells::AtFaces{0, 0, 1, 0, 0});
  support::require_in_place<support::Other, Center>([](const auto& a) {
    const auto wind = InterpolateC2F()(a);
    return a / 2.0 - 0.25 * DivergenceF2C()(limited(limiter::VanLeer{})(GradientC2F()(a) * 0.01, a, wind));
  });
}
