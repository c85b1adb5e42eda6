// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include "dense.hpp"
#include "support/numbers.hpp"

using namespace stencil;

namespace {

constexpr int levels = 7;
constexpr std::size_t columns = 3;

template <class Backend_, class Layout_>
struct Axis {
  using Backend = Backend_;
  using Layout = Layout_;
};

template <class Axis>
struct State {
  template <class T, class Where>
  using FieldAt = Field<T, Where, typename Axis::Backend, typename Axis::Layout>;
  using Wind = FieldAt<Vec<double, 2>, Center>;

  ColumnGrid grid = ColumnGrid::stretched(levels, 0.0, 1.0, 0.1, columns);
  Wind v{grid};
  FieldAt<double, Face> k{grid};
  FieldAt<double, Face> w{grid};

  State() {
    std::vector<Vec<double, 2>> values;
    for (std::size_t i = 0; i < columns * levels; ++i) {
      const auto x = static_cast<double>(i);
      values.push_back({{1.5 + std::sin(1.7 * x), 0.8 + 0.5 * std::cos(2.3 * x)}});
    }
    v.from_host(values);
    support::scatter(k, 1);
    support::scatter(w, 2);
  }
};

/// Compares the Jacobian of make(v) by v with central differences, all entries of all columns.
template <class S, class Make>
void check(S& s, const Make& make) {
  using Row = typename std::remove_cvref_t<decltype(jacobian(make(s.v), wrt(s.v)))>::value_type;
  typename S::template FieldAt<Row, Center> rows(s.grid);
  rows = jacobian(make(s.v), wrt(s.v));
  std::vector<dense::Matrix> matrices(columns, dense::Matrix(2 * levels));
  for (std::size_t c = 0; c < columns; ++c) dense::add(matrices[c], rows, c, 0, 0);
  typename S::Wind result(s.grid);
  const auto before = s.v.to_host();
  const double step = 1e-4;
  for (int j = 0; j < levels; ++j) {
    for (std::size_t b = 0; b < 2; ++b) {
      const auto moved = [&](double by) {
        auto values = before;
        for (std::size_t c = 0; c < columns; ++c) values[c * levels + static_cast<std::size_t>(j)][b] += by;
        s.v.from_host(values);
        result = make(s.v);
        return result.to_host();
      };
      const auto up = moved(step), down = moved(-step);
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t k = 0; k < levels; ++k) {
          for (std::size_t a = 0; a < 2; ++a) {
            const double expected = (up[c * levels + k][a] - down[c * levels + k][a]) / (2 * step);
            const auto got =
                static_cast<double>(matrices[c].at(static_cast<int>(2 * k + a), 2 * j + static_cast<int>(b)));
            CAPTURE(c, k, a, j, b, expected, got);
            REQUIRE(std::abs(got - expected) <= 1e-5 * (1 + std::abs(expected)));
          }
        }
      }
    }
  }
  s.v.from_host(before);
  typename S::Wind direction(s.grid), along(s.grid), product(s.grid);
  direction = 0.3 * s.v + s.v * s.v;
  along = jvp(make(s.v), wrt(s.v), direction);
  product = jacobian(make(s.v), wrt(s.v)) * direction;
  const auto one = along.to_host(), other = product.to_host();
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t a = 0; a < 2; ++a) REQUIRE(std::abs(one[i][a] - other[i][a]) <= 1e-11 * (1 + std::abs(one[i][a])));
  }
}

const auto reaction = [](auto x) {
  const auto first = x[0] * x[0] * x[1];
  return Vec{x[1] - first, first / (2.0 + x[1] * x[1])};
};

auto diffusion(const auto& k, const auto& v) {
  return DivergenceF2C(bottom(SetValue(Vec<double, 2>{{0.1, 0.2}})),
                       top(SetValue(Vec<double, 2>{{0.0, -0.3}})))(k * GradientC2F()(v));
}

}  // namespace

TEMPLATE_TEST_CASE("The Jacobian of Vecs by a field of Vecs is that of differences", "[matrix]",
                   (Axis<backend::Cpu, layout::LevelsContiguous>), (Axis<backend::Cpu, layout::ColumnsContiguous>)) {
  State<TestType> s;
  SECTION("components that do not meet") {
    check(s, [&](const auto& v) { return diffusion(s.k, v * v); });
  }
  SECTION("components taken apart and joined") {
    check(s, [&](const auto& v) {
      const auto a = component<0>(v);
      const auto b = component<1>(v);
      return vec(a * b, DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))(s.k * GradientC2F()(b)) + 2.0);
    });
  }
  SECTION("one of the components does not depend on the field") {
    check(s, [&](const auto& v) { return vec(component<1>(v) * component<1>(v), InterpolateF2C()(s.k)); });
  }
  SECTION("turned by 90 degrees") {
    check(s,
          [&](const auto& v) { return cross(component<0>(v) * component<1>(v), v) + cross(v * v, cross(v, 2.0 * v)); });
  }
  SECTION("a wind turned in a function of the user's") {
    check(s, [&](const auto& v) { return pointwise([](auto x) { return cross(x, dot(x, x)); })(v); });
  }
  SECTION("turned by numbers, and by values that do not depend on the field") {
    check(s, [&](const auto& v) { return cross(0.5, v * v) + cross(InterpolateF2C()(s.k), v); });
  }
  SECTION("a function of the user's") {
    check(s, [&](const auto& v) { return pointwise(reaction)(v) + 0.5 * v; });
  }
  SECTION("upwind, with conditions") {
    check(s, [&](const auto& v) {
      return DivergenceF2C(bottom(SetValue(Vec<double, 2>{})),
                           top(SetValue(Vec<double, 2>{})))(UpwindBiasedProductC2F()(s.w, v));
    });
  }
}

TEST_CASE("The Jacobian of Vecs by a field of Vecs in a team is that of differences", "[matrix]") {
  State<Axis<backend::Emulation, layout::LevelsContiguous>> s;
  check(s, [&](const auto& v) { return diffusion(s.k, v * v) + pointwise(reaction)(v); });
}

TEMPLATE_TEST_CASE("An implicit step of two coupled tracers in one field solves its equation", "[newton]",
                   (Axis<backend::Cpu, layout::LevelsContiguous>), (Axis<backend::Cpu, layout::ColumnsContiguous>)) {
  State<TestType> s;
  typename State<TestType>::Wind old(s.grid), left(s.grid);
  old = s.v;
  const auto tendency = 0.01 * diffusion(s.k, s.v) + pointwise(reaction)(s.v);
  const NewtonReport report = implicit_step(s.v, tendency, 0.5);
  CHECK(report.iterations <= 8);
  left = s.v - old - 0.5 * tendency;
  for (const Vec<double, 2>& value : left.to_host()) {
    for (const double component : value.component) CHECK(std::abs(component) <= 1e-11);
  }
  const auto before = s.v.to_host();
  const auto no_number = [](auto x) {
    const auto root = sqrt(x[1] - 100.0);
    return Vec{x[0] * root, x[1] * root};
  };
  CHECK_THROWS_AS(newton(s.v, pointwise(no_number)(s.v)), SolveError);
  CHECK(s.v.to_host() == before);
}

namespace {
struct Shear {
  STENCIL_FUNCTION auto operator()(auto v, auto other) const {
    const auto slope = GradientC2F(bottom(SetGradient(Vec<double, 2>{{0.5, 0.25}})), top(SetGradient(other)))(v);
    return results(dot(slope, slope) + norm(InterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}))(v)));
  }
};
/// A derivative along a direction of a result at one of the locations, beside differences.
template <class Field, class S>
void require_along(S& s, const auto& make) {
  typename S::Wind direction(s.grid), moved(s.grid);
  direction = 0.3 * s.v + s.v * s.v;
  Field along(s.grid), up(s.grid), down(s.grid);
  along = jvp(make(s.v), wrt(s.v), direction);
  moved = s.v + 1e-5 * direction;
  up = make(moved);
  moved = s.v - 1e-5 * direction;
  down = make(moved);
  const auto got = along.to_host(), above = up.to_host(), below = down.to_host();
  bool any = false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double expected = (above[i] - below[i]) / 2e-5;
    any = any || std::abs(expected) > 0.01;
    CAPTURE(i, got[i], expected);
    REQUIRE(std::abs(got[i] - expected) <= 1e-8 * (1 + std::abs(expected)));
  }
  REQUIRE(any);
}
}  // namespace

TEMPLATE_TEST_CASE("The derivative of products and lengths of Vecs is that of differences", "[matrix]",
                   (Axis<backend::Cpu, layout::LevelsContiguous>), (Axis<backend::Cpu, layout::ColumnsContiguous>),
                   (Axis<backend::Emulation, layout::LevelsContiguous>)) {
  using S = State<TestType>;
  S s;
  using Centers = typename S::template FieldAt<double, Center>;
  using Faces = typename S::template FieldAt<double, Face>;
  SECTION("in an expression") {
    require_along<Centers>(s, [](const auto& v) { return dot(v, 2.0 * v - v * v) * norm(v); });
    require_along<Centers>(s, [](const auto& v) { return dot(Vec<double, 2>{{1.0, 2.0}}, v); });
  }
  SECTION("the cross product of two") {
    require_along<Centers>(s, [](const auto& v) { return cross(v, v * v) + cross(Vec<double, 2>{{1.0, 2.0}}, v); });
  }
  SECTION("in a function of the user's") {
    const auto f = [](auto x) { return dot(x, 2.0 * x) + norm(x); };
    require_along<Centers>(s, [&](const auto& v) { return pointwise(f)(v); });
  }
  SECTION("in a column function") {
    SurfaceField<Vec<double, 2>, typename TestType::Backend> other(s.grid);
    other = Vec<double, 2>{{1.0, 2.0}};
    require_along<Faces>(s, [&](const auto& v) { return columnwise(Shear{})(v, other); });
  }
}
