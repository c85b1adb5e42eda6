// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"

using namespace stencil;

/// Every operator has a value everywhere, and what an outer operator replaces is never read.
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Field>
bool finite(const Field& field) {
  for (const auto value : field.to_host()) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

/// Whether no value of an expression over four cells is a NaN; the compiler's evaluation, without the CPU backend.
template <class Node>
constexpr bool has_no_nan(const Node& node) {
  for (const double value : support::values<support::FourCells>(node)) {
    if (!(value == value)) return false;
  }
  return true;
}

constexpr double at_centers[] = {1, 5, 2, 8};
constexpr auto a = support::leaf<Center>(at_centers);
// Only the end faces are unusable.
constexpr double at_faces[] = {not_a_number, 1, 7, 2, not_a_number};
constexpr auto f = support::leaf<Face>(at_faces);

constexpr auto inner = GradientC2F(bottom(SetValue(not_a_number)), top(SetGradient(not_a_number)))(a);
constexpr auto inner_mean = InterpolateC2F(bottom(SetValue(not_a_number)), top(SetValue(not_a_number)))(a);
constexpr auto zero_ends = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));

static_assert(!has_no_nan(inner) && !has_no_nan(inner_mean));  // the test can fail
static_assert(has_no_nan(zero_ends(inner)));
static_assert(has_no_nan(zero_ends(f * inner_mean)));
static_assert(has_no_nan(GradientF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(inner + inner_mean)));
static_assert(has_no_nan(InterpolateF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(sqrt(2.0) * inner)));
static_assert(has_no_nan(SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)))(inner)));
static_assert(has_no_nan(LeftBiasedF2C(bottom(SetValue(0.0)))(inner)));
static_assert(has_no_nan(RightBiasedF2C(top(SetValue(0.0)))(inner)));
static_assert(has_no_nan(DivergenceF2C(bottom(SetDivergence(0.0)), top(SetDivergence(0.0)))(inner)));
static_assert(has_no_nan(DivergenceF2C(bottom(Extrapolate{}), top(Extrapolate{}))(inner)));
static_assert(has_no_nan(GradientF2C(bottom(Extrapolate{}), top(Extrapolate{}))(f)));
static_assert(has_no_nan(zero_ends(LinearInterpolateC2F(bottom(SetValue(not_a_number)),
                                                        top(SetGradient(not_a_number)))(a))));
static_assert(has_no_nan(zero_ends(WeightedInterpolateC2F(bottom(SetGradient(not_a_number)),
                                                          top(SetValue(not_a_number)))(a, a))));
static_assert(has_no_nan(zero_ends(FaceWeightedInterpolateC2F(bottom(SetGradient(not_a_number)),
                                                              top(SetValue(not_a_number)))(f, a))));
static_assert(has_no_nan(zero_ends(InterpolateC2F(bottom(SetFlux(1, 1, not_a_number)), top(Extrapolation<3>{}))(a))));
static_assert(has_no_nan(zero_ends(RightBiased3rdOrderC2F(bottom(SetValue(not_a_number)))(a))));
// An operator between the two changes nothing.
static_assert(has_no_nan(zero_ends(SetBoundary()(inner))));
static_assert(has_no_nan(zero_ends(2.0 * SetBoundary(bottom(SetValue(not_a_number)))(f * inner))));
// An end without a condition still reads what lies there.
static_assert(!has_no_nan(DivergenceF2C(bottom(SetValue(0.0)))(inner)));

}  // namespace

TEST_CASE("An outer condition wins over an inner NaN, stored or recomputed", "[totality]") {
  for (const int levels : {1, 2, 3, 8, 31, 64, 65}) {
    const auto grid = support::quadratic_grid(levels, 35);
    CenterField<double> x(grid), recomputed(grid), stored(grid);
    CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(grid);
    FaceField<double> w(grid);
    support::scatter(x, 1);
    support::scatter(w, 2);
    for (std::size_t column = 0; column < grid.columns(); ++column) w(0, column) = w(levels, column) = not_a_number;
    const auto gradient = GradientC2F(bottom(SetValue(not_a_number)), top(SetValue(not_a_number)))(sqrt(x * x + 1));
    const auto expression = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(w * gradient);
    assign(recomputed, expression, with(cpu::Recompute{}));
    assign(stored, expression, with(cpu::StoreAll{}));
    across = expression;
    CAPTURE(levels);
    REQUIRE(finite(recomputed));
    REQUIRE(finite(stored));
    REQUIRE(finite(across));
    REQUIRE(stored.to_host() == recomputed.to_host());
    REQUIRE(across.to_host() == recomputed.to_host());
  }
}

TEST_CASE("An outer condition wins at a row that extrapolates from the next", "[totality]") {
  for (const int levels : {2, 3, 40}) {
    const auto grid = support::quadratic_grid(levels, 3);
    FaceField<double> w(grid);
    CenterField<double> cells(grid);
    support::scatter(w);
    for (std::size_t column = 0; column < 3; ++column) w(0, column) = not_a_number;
    cells = DivergenceF2C(bottom(Extrapolate{}))(w);
    REQUIRE(finite(cells));
    for (std::size_t column = 0; column < 3; ++column) REQUIRE(cells(0, column) == cells(1, column));
  }
}

TEST_CASE("Nests of operators have a value at every level of 1, 2 and 3 cells", "[totality]") {
  for (const int levels : {1, 2, 3}) {
    for (const auto& grid : {support::quadratic_grid(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 3)}) {
      CenterField<double> x(grid), cells(grid);
      FaceField<double> w(grid), faces(grid);
      support::scatter(x, 1);
      support::scatter(w, 2);
      cells = DivergenceF2C()(UpwindBiasedProductC2F()(w, GradientF2C()(InterpolateC2F()(x))));
      REQUIRE(finite(cells));
      cells = DivergenceF2C(bottom(Extrapolate{}), top(Extrapolate{}))(GradientC2F()(LeftBiasedF2C()(w)));
      REQUIRE(finite(cells));
      faces = DivergenceC2F()(RightBiasedF2C()(SetBoundary(bottom(SetValue(1.0)))(RightBiasedC2F()(x))));
      REQUIRE(finite(faces));
      faces = GradientC2F()(DivergenceF2C()(GradientC2F()(InterpolateF2C()(LeftBiasedC2F()(x)))));
      REQUIRE(finite(faces));
    }
  }
}

/// The square of the mean of two Vecs at faces, a number. Conditions: SetValue(v), of a Vec whose square it is there or
/// of the square itself.
template <class... Conditions>
struct SquareC2F : Operator<SquareC2F<Conditions...>, Conditions...> {
  using SquareC2F::Operator::Operator;
  static constexpr const char* name = "SquareC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;
  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    const auto mean = 0.5 * (x(half) + x(-half));
    return dot(mean, mean);
  }
  template <class V, class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(SetValue<V> face, X, G, E) {
    if constexpr (is_vec<std::remove_cvref_t<decltype(face.value)>>) {
      return dot(face.value, face.value);
    } else {
      return face.value;
    }
  }
  template <class X, class G, class E>
  STENCIL_FUNCTION static constexpr auto at_end(Extrapolate, X x, G, E end) {
    return dot(x(end.inward(half)), x(end.inward(half)));
  }
};
template <class... C>
SquareC2F(C...) -> SquareC2F<C...>;

TEST_CASE("An operator that makes numbers of Vecs takes conditions of either") {
  const auto grid = ColumnGrid::uniform(2, 0.0, 2.0, 1);
  const CenterField<Vec<double, 2>> u(grid, {Vec<double, 2>{{3.0, 0.0}}, Vec<double, 2>{{5.0, 2.0}}});
  FaceField<double> square(grid);
  square = SquareC2F(bottom(SetValue(Vec<double, 2>{{1.0, 2.0}})), top(SetValue(7.0)))(u);
  REQUIRE(square.to_host() == std::vector<double>{5, 17, 7});
}
