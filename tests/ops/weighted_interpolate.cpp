// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

constexpr auto to_centers = [](const auto& w, const auto& x) { return WeightedInterpolateF2C()(w, x); };
constexpr auto to_faces = [](const auto& w, const auto& x) { return WeightedInterpolateC2F()(w, x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& w, const auto& x) {
    return WeightedInterpolateC2F(bottom(SetValue(below)), top(SetValue(above)))(w, x);
  };
}
constexpr auto with_gradients(double below, double above) {
  return [=](const auto& w, const auto& x) {
    return WeightedInterpolateC2F(bottom(SetGradient(below)), top(SetGradient(above)))(w, x);
  };
}
constexpr auto by_face = [](const auto& w, const auto& x) { return FaceWeightedInterpolateC2F()(w, x); };
template <class Below, class Above>
constexpr auto by_face_with(Below below, Above above) {
  return [=](const auto& w, const auto& x) { return FaceWeightedInterpolateC2F(bottom(below), top(above))(w, x); };
}

using support::Row;
using support::Turning;
constexpr auto mean = [](auto w, auto x, auto v, auto y) { return (w * x + v * y) / (w + v); };

// The footprint, found from the formula.
constexpr auto& reads = footprint<WeightedInterpolateC2F<>, 2>.argument;
static_assert(reads[0].low == -1 && reads[0].high == 1 && reads[1].low == -1 && reads[1].high == 1);

// On paper: (1 1 + 3 5) / 4, (3 5 + 1 1) / 4, (1 1 + 3 9) / 4.
using Cells = support::FourCells;
constexpr double w[] = {1, 3, 1, 3};
constexpr double x[] = {1, 5, 1, 9};
constexpr auto w_leaf = support::leaf<Center>(w);
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(to_faces(w_leaf, x_leaf)) == Cells::AtFaces{1, 4, 4, 7, 9});
static_assert(support::values<Cells>(with_values(2, 5)(w_leaf, x_leaf)) == Cells::AtFaces{2, 4, 4, 7, 5});
static_assert(support::values<Cells>(with_gradients(4, 2)(w_leaf, x_leaf)) == Cells::AtFaces{-1, 4, 4, 7, 12});
constexpr double w_face[] = {1, 3, 1, 3, 1};
constexpr double x_face[] = {1, 5, 1, 9, 5};
static_assert(support::values<Cells>(to_centers(support::leaf<Face>(w_face), support::leaf<Face>(x_face))) ==
              Cells::AtCenters{4, 4, 7, 8});
// An end uses no weight, not even one that is 0.
constexpr double none[] = {0};
constexpr double single[] = {3};
static_assert(support::values<support::OneCell>(to_faces(support::leaf<Center>(none), support::leaf<Center>(single))) ==
              support::OneCell::AtFaces{3, 3});

// Weights of the cell above, given at the faces: 5/4 + 3 1/4 = 2, 5/2 + 1/2 = 3, 9; those of the ends are not read.
constexpr auto& reads_by_face = footprint<FaceWeightedInterpolateC2F<>, 2>.argument;
static_assert(reads_by_face[0].low == 0 && reads_by_face[0].high == 0);
static_assert(reads_by_face[1].low == -1 && reads_by_face[1].high == 1);
constexpr double part[] = {7, 0.25, 0.5, 1, -7};
constexpr auto part_leaf = support::leaf<Face>(part);
static_assert(support::values<Cells>(by_face(part_leaf, x_leaf)) == Cells::AtFaces{1, 2, 3, 9, 9});
static_assert(support::values<Cells>(by_face(0.25, x_leaf)) == Cells::AtFaces{1, 2, 4, 3, 9});
static_assert(support::values<Cells>(by_face_with(SetValue(2.0), SetGradient(2.0))(part_leaf, x_leaf)) ==
              Cells::AtFaces{2, 2, 3, 9, 12});
static_assert(support::values<Cells>(by_face_with(Extrapolation<2>{}, Extrapolation<1>{})(part_leaf, x_leaf)) ==
              Cells::AtFaces{0, 2, 3, 9, 9});
static_assert(support::values<support::OneCell>(by_face(0.25, support::leaf<Center>(single))) ==
              support::OneCell::AtFaces{3, 3});

}  // namespace

TEST_CASE("Weighted interpolation is of second order", "[interpolation]") {
  const auto sine = [](double z) { return std::sin(3 * support::pi * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    const auto on_faces = [&](const ColumnGrid& grid) {
      const auto smooth = support::sampled<Center>(grid, sine);
      return FaceField<double>(with_values(0, 0)(spacing(Center{}), smooth));
    };
    const auto on_centers = [&](const ColumnGrid& grid) {
      const auto smooth = support::sampled<Face>(grid, sine);
      return CenterField<double>(to_centers(spacing(Face{}), smooth));
    };
    support::require_order(meshes, 1.8, 2.05, on_faces, sine);
    support::require_order(meshes, 1.8, 2.05, on_centers, sine);
  }
}

TEST_CASE("Weighted interpolation is exact on linear functions with weights to suit", "[interpolation]") {
  const auto grid = support::quadratic_grid(40, 1);
  const auto line = support::sampled<Center>(grid, [](double z) { return 3 - 0.5 * z; });
  const auto expected = support::sampled<Face>(grid, [](double z) { return 3 - 0.5 * z; });
  FaceField<double> error(grid);
  // The farther of two centers counts less.
  error = with_gradients(-0.5, -0.5)(1.0 / spacing(Center{}), line) - expected;
  support::require_everywhere(error, 0, 10 * 0x1p-52 * 3);
}

TEST_CASE("Weights of a straight line at the faces make interpolation exact on linear functions", "[interpolation]") {
  const auto grid = support::quadratic_grid(40, 1);
  const auto line = support::sampled<Center>(grid, [](double z) { return 3 - 0.5 * z; });
  const auto expected = support::sampled<Face>(grid, [](double z) { return 3 - 0.5 * z; });
  const auto low = LeftBiasedC2F()(heights(Center{}));
  const auto high = RightBiasedC2F()(heights(Center{}));
  FaceField<double> error(grid);
  const auto weights = (heights(Face{}) - low) / (high - low);
  error = by_face_with(SetGradient(-0.5), Extrapolation<2>{})(weights, line) - expected;
  support::require_everywhere(error, 0, 20 * 0x1p-52 * 3);
}

TEST_CASE("Weighted interpolation preserves constants and stays between its neighbours", "[interpolation]") {
  const auto grid = support::quadratic_grid(65, 2);
  CenterField<double> weights(grid), constant(grid), step(grid);
  support::scatter(weights);
  weights = 1.5 + weights;
  constant.fill([](double) { return 0.1; });
  step.fill([](double z) { return z < 0.4 ? 0 : 1; });
  support::require_everywhere(FaceField<double>(to_faces(weights, constant)), 0.1, 0x1p-54);
  support::require_everywhere(
      CenterField<double>(to_centers(to_faces(1.0, weights), with_values(0.1, 0.1)(weights, constant))), 0.1, 0x1p-54);
  const FaceField<double> between(to_faces(weights, step));
  int strictly = 0;
  for (int face = 0; face < between.levels(); ++face) {
    REQUIRE((between(face, 0) >= 0 && between(face, 0) <= 1));
    if (between(face, 0) > 0 && between(face, 0) < 1) ++strictly;
  }
  REQUIRE(strictly == 1);
}

TEST_CASE("Weighted interpolation is linear in its second argument", "[interpolation]") {
  support::require_linear<Center, Face>([](const auto& y) { return to_faces(spacing(Center{}), y); });
  support::require_linear<Center, Face>([](const auto& y) { return by_face(0.75, y); });
  support::require_linear<Face, Center>([](const auto& y) { return to_centers(spacing(Face{}), y); });
}

TEMPLATE_LIST_TEST_CASE("Weighted interpolation of a column upside down is upside down", "[interpolation]",
                        support::FormulaAxes) {
  using C = Turning<Center>;
  using F = Turning<Face>;
  constexpr auto even = support::Parity::even;
  support::require_reflection_of<TestType, Face, C, C>(even, with_values(0.25, -3), with_values(-3, 0.25));
  support::require_reflection_of<TestType, Face, C, C>(even, with_gradients(0.25, -3), with_gradients(3, -0.25));
  const auto from_above = [](const auto& weight, const auto& of) { return by_face(1.0 - weight, of); };
  support::require_reflection_of<TestType, Face, F, C>(even, by_face, from_above);
  support::require_reflection_of<TestType, Center, F, F>(even, to_centers, to_centers);
}

TEMPLATE_LIST_TEST_CASE("Weighted interpolation agrees with its formula at every size", "[interpolation][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center, Center>(support::most_sizes, 0, to_faces,
                                                                        [](Row at, const auto& v, const auto& y) {
                                                                          const int k = at.k;
                                                                          if (at.bottom || at.top)
                                                                            return y[at.bottom ? 0 : k - 1];
                                                                          return mean(v[k - 1], y[k - 1], v[k], y[k]);
                                                                        });
  support::require_agreement_everywhere<TestType, Face, Face, Center>(support::most_sizes, 0, by_face,
                                                                      [](Row at, const auto& v, const auto& y) {
                                                                        const int k = at.k;
                                                                        if (at.bottom || at.top)
                                                                          return y[at.bottom ? 0 : k - 1];
                                                                        return v[k] * y[k] + (1 - v[k]) * y[k - 1];
                                                                      });
  support::require_agreement_everywhere<TestType, Center, Face, Face>(support::most_sizes, 0, to_centers,
                                                                      [](Row at, const auto& v, const auto& y) {
                                                                        const int k = at.k;
                                                                        return mean(v[k], y[k], v[k + 1], y[k + 1]);
                                                                      });
}

TEMPLATE_LIST_TEST_CASE("Weighted interpolation may read the fields that it changes", "[interpolation][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + InterpolateF2C()(WeightedInterpolateC2F()(2.0 + a, a)); });
  support::require_in_place<TestType, Face>(
      [](const auto& f) { return f - InterpolateC2F()(WeightedInterpolateF2C()(2.0 + f, f)); });
}
