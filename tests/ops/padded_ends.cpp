// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

#include "support/by_hand.hpp"

using namespace stencil;

// Extrapolation<n> at the ends of advection operators: the formula of the interior at every face, all cells outside
// having one value from the nearest n inside. Weights and cap are those of ClimaCore.jl (Extrapolate{n - 1}).
namespace {

using Values = std::vector<double>;
constexpr int reach = 3;  // cells outside that any formula reads

/// The column as the formula at a face sees it: `reach` cells outside, the column, `reach` cells outside.
Values padded(const Values& x, int face, int order_below, int order_above) {
  const int n = static_cast<int>(x.size());
  const bool from_below = 2 * face <= n, middle = 2 * face == n;
  const int row = from_below ? face : n - face;
  const auto cell = [&](int k) { return x[static_cast<std::size_t>(from_below ? k : n - 1 - k)]; };
  const int points = std::min({from_below ? order_below : order_above, n, row == 0 ? 2 : 3});
  double outside = cell(0);
  if (!middle && points == 2) outside = 2 * cell(0) - cell(1);
  if (!middle && points == 3) outside = 3 * cell(0) - 3 * cell(1) + cell(2);
  Values result(static_cast<std::size_t>(n + 2 * reach), outside);
  std::copy(x.begin(), x.end(), result.begin() + reach);
  const double beyond = cell(n - 1);  // the other end
  if (from_below) std::fill(result.end() - reach, result.end(), beyond);
  if (!from_below) std::fill(result.begin(), result.begin() + reach, beyond);
  return result;
}

/// Six cells around a face, three below it, and the flux or wind through it and its neighbours.
struct Around {
  std::array<double, 6> x, y;
  double below, here, above;
};
constexpr double seconds = 0.4;

/// What ClimaCore.jl computes at a face of cells of 1 m from the four or two cells around it.
double upwind(const Around& a) { return a.here * (a.here > 0 ? a.x[2] : a.x[3]); }
double third_order(const Around& a) {
  const double carried = a.here > 0 ? -2 * a.x[1] + 10 * a.x[2] + 4 * a.x[3] : 4 * a.x[2] + 10 * a.x[3] - 2 * a.x[4];
  return a.here * carried / 12;
}
double van_leer(const Around& a) {
  const int cell = a.here > 0 ? 2 : 3;
  const auto x = [&](int offset) { return a.x[static_cast<std::size_t>(cell + offset)]; };
  const double mean = (x(1) - x(-1)) / 2;
  const double room = std::min(x(0) - std::min({x(-1), x(0), x(1)}), std::max({x(-1), x(0), x(1)}) - x(0));
  const double rise = std::copysign(std::min(std::abs(mean), 2 * room), mean) * (1 - std::abs(a.here) * seconds);
  return a.here * (x(0) + (a.here > 0 ? rise : -rise) / 2);
}
double koren(const Around& a) {
  const double across = a.x[3] - a.x[2], upstream = a.here >= 0 ? a.x[2] - a.x[1] : a.x[4] - a.x[3];
  // Theirs adds the smallest difference to 1 to `across`, so that r is huge where x does not change across a face.
  const double r = across == 0 ? 0 : upstream / across;
  return a.here * std::max(0.0, std::min({2 * r, (1 + 2 * r) / 3, 2.0}));
}
double boris_book(const Around& a) {
  const double sign = a.here < 0 ? -1 : 1;
  return sign * std::max(0.0, std::min({std::abs(a.here), sign * (a.x[4] - a.x[3]) / seconds,
                                        sign * (a.x[2] - a.x[1]) / seconds}));
}
/// Of profiles that rise and fluxes upward, which Zalesak's first correction leaves alone.
double zalesak(const Around& a) {
  const auto part = [&](std::size_t cell, double flux, bool in) {
    double room = 0;
    for (const std::size_t near : {cell - 1, cell, cell + 1})
      for (const double value : {a.x[near], a.y[near]})
        room = std::max(room, in ? value - a.y[cell] : a.y[cell] - value);
    return flux > 0 ? std::min(1.0, room / seconds / flux) : 0.0;
  };
  return a.here * std::min(part(2, a.here, false), part(3, a.here, true));
}

/// Five cells of 1 m.
using Cells = support::Column<0, 1, 2, 3, 4, 5>;
struct Profile {
  double x[5], y[5], w[6];
  Profile(unsigned seed, bool rises) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(rises ? 0.0 : -1.0, 1);
    for (double* values : {x, y}) {
      std::generate(values, values + 5, [&] { return number(random); });
      if (rises) std::partial_sum(values, values + 5, values);
    }
    std::generate(w, w + 6, [&] { return number(random); });
  }
};

template <class Published>
void require_rows(const Profile& of, int order, const std::array<double, 6>& got, const Published& published) {
  for (int face = 0; face <= 5; ++face) {
    Around a{};
    const Values x = padded(Values(of.x, of.x + 5), face, order, order);
    const Values y = padded(Values(of.y, of.y + 5), face, order, order);
    std::copy_n(x.begin() + face, 6, a.x.begin());
    std::copy_n(y.begin() + face, 6, a.y.begin());
    a.below = of.w[std::max(face - 1, 0)], a.here = of.w[face], a.above = of.w[std::min(face + 1, 5)];
    CAPTURE(order, face);
    REQUIRE(std::abs(got[static_cast<std::size_t>(face)] - published(a)) <= 1e-14);
  }
}

template <int order>
void require_published_rows(unsigned seed) {
  const auto below = bottom(Extrapolation<order>{});
  const auto above = top(Extrapolation<order>{});
  const auto values = [](const auto& node) { return support::values<Cells>(node); };
  const Profile any(seed, false), rising(seed, true);
  const auto x = support::leaf<Center>(any.x);
  const auto w = support::leaf<Face>(any.w);
  // Two cells are all that this one reads, so that one is left at an end.
  require_rows(any, 1, values(UpwindBiasedProductC2F(below, above)(w, x)), upwind);
  require_rows(any, order, values(Upwind3rdOrderBiasedProductC2F(below, above)(w, x)), third_order);
  require_rows(any, order, values(LinVanLeerC2F(seconds, MonotoneLocalExtrema{}, below, above)(w, x)), van_leer);
  require_rows(any, order, values(TVDLimitedFluxC2F(Koren{}, below, above)(w, x, w)), koren);
  const auto y = support::leaf<Center>(rising.x);
  const auto limited = values(TVDLimitedFluxC2F(MinMod{}, below, above)(w, y, w));
  REQUIRE(values(TVDLimitedFluxC2F(below, above)(w, y, w)) == limited);
  if constexpr (order > 1) REQUIRE(limited != values(TVDLimitedFluxC2F()(w, y, w)));
  require_rows(any, order, values(FCTBorisBook(seconds, below, above)(w, x)), boris_book);
  if constexpr (order < 3) {
    const auto up = support::leaf<Center>(rising.x), carried = support::leaf<Center>(rising.y);
    require_rows(rising, order, values(FCTZalesak(seconds, below, above)(support::leaf<Face>(rising.w), up, carried)),
                 zalesak);
  }
}

/// The operator between ends at every face of a column, beside the same operator without conditions in a longer column
/// that holds the values outside.
template <class WithEnds, class Plain>
void require_as_in_a_longer_column(int order_below, int order_above, const WithEnds& with_ends, const Plain& plain) {
  for (int run = 0; run < 64; ++run) {
    const int levels = std::array{1, 2, 3, 4, 5, 6, 7, 12}[static_cast<std::size_t>(run % 8)];
    std::mt19937 random(static_cast<unsigned>(run));
    std::uniform_real_distribution<double> number(-1, 1);
    Values x(static_cast<std::size_t>(levels)), w(x.size() + 1);
    std::generate(x.begin(), x.end(), [&] { return number(random); });
    std::generate(w.begin(), w.end(), [&] { return number(random); });
    // Cells are the thicker the higher they lie; those outside are as thick as that of the end.
    Values z{0}, z_longer{0};
    for (int k = 0; k < levels; ++k) z.push_back(z.back() + 1 + 0.2 * k);
    for (int k = -reach; k < levels + reach; ++k)
      z_longer.push_back(z_longer.back() + 1 + 0.2 * std::clamp(k, 0, levels - 1));
    const auto grid = ColumnGrid::from_faces(z), longer = ColumnGrid::from_faces(z_longer);
    CenterField<double> x_field(grid), x_longer(longer);
    FaceField<double> w_field(grid), w_longer(longer), got(grid), expected(longer);
    x_field.from_host(x), w_field.from_host(w);
    Values w_all(w.size() + 2 * reach, w.front());
    std::copy(w.begin(), w.end(), w_all.begin() + reach);
    std::fill(w_all.end() - reach, w_all.end(), w.back());
    w_longer.from_host(w_all);
    got = with_ends(w_field, x_field);
    const auto values = got.to_host();
    for (int face = 0; face <= levels; ++face) {
      x_longer.from_host(padded(x, face, order_below, order_above));
      expected = plain(w_longer, x_longer);
      CAPTURE(levels, face);
      REQUIRE(std::abs(values[static_cast<std::size_t>(face)] -
                       expected.to_host()[static_cast<std::size_t>(face + reach)]) <= 1e-13);
    }
  }
}

}  // namespace

TEST_CASE("Extrapolated ends of advection operators have the published rows", "[conditions]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    require_published_rows<1>(seed);
    require_published_rows<2>(seed);
    require_published_rows<3>(seed);
  }
}

TEST_CASE("Extrapolated ends of wide operators are those of a longer column, in short columns too", "[conditions]") {
  const auto below = bottom(Extrapolation<3>{});
  const auto above = top(Extrapolation<2>{});
  require_as_in_a_longer_column(
      3, 2, [&](const auto& w, const auto& x) { return WENO5ProductC2F(1e-6, below, above)(w, x); },
      [](const auto& w, const auto& x) { return WENO5ProductC2F(1e-6)(w, x); });
  require_as_in_a_longer_column(
      3, 2, [&](const auto& w, const auto& x) { return PPMC2F(seconds, below, above)(w, x); },
      [](const auto& w, const auto& x) { return PPMC2F(seconds)(w, x); });
  require_as_in_a_longer_column(
      3, 2, [&](const auto& w, const auto& x) { return FCTZalesak(seconds, below, above)(3.0 * w, x, 0.5 * x); },
      [](const auto& w, const auto& x) { return FCTZalesak(seconds)(3.0 * w, x, 0.5 * x); });
}

TEST_CASE("Boris and Book's limiter lets nothing through next to ends that continue the end cell", "[conditions]") {
  const Profile any(7, false);
  const auto got = support::values<Cells>(FCTBorisBook(seconds, bottom(Extrapolation<1>{}), top(Extrapolation<1>{}))(
      support::leaf<Face>(any.w), support::leaf<Center>(any.x)));
  REQUIRE((got[0] == 0 && got[1] == 0 && got[4] == 0 && got[5] == 0));
}
