// SPDX-License-Identifier: BSD-3-Clause
// Few columns go by vectors of levels, many by vectors of columns. Compilers see other code in each, and g++ 12 -O3
// once dropped terms in one of them.
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <cstddef>

namespace {

using namespace stencil;

constexpr double dt = 0.3;

/// A flux by an upwind scheme, and the values after a step with it.
template <class Scheme>
struct Step {
  Scheme scheme;
  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto x) const {
    const auto flux = scheme(w, x);
    return results(x - dt * DivergenceF2C(no_flux)(flux) / rho, flux);
  }
};
template <class Operator>
struct Smoothed {
  Operator op;
  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto x) const {
    const auto at_faces = op(x * rho);
    return results(x - dt * DivergenceF2C()(w * at_faces), at_faces);
  }
};

template <class T, class Layout>
struct Columns {
  template <class Where>
  using FieldAt = Field<T, Where, backend::Cpu, Layout>;

  explicit Columns(const ColumnGrid& grid) : rho(grid), x(grid), next(grid), w(grid), flux(grid) {
    rho.fill([](double z, std::size_t c) { return 1.5 - 0.01 * z - 0.03 * static_cast<double>(c % 2); });
    x.fill([](double z, std::size_t c) { return number(z, c, 7); });
    w.fill([](double z, std::size_t c) { return number(z, c, 11) - 1; });
  }
  static double number(double z, std::size_t c, int factor) {
    return static_cast<double>((static_cast<int>(z * 16) * factor + static_cast<int>(c % 2) * 5) % 17) / 8;
  }

  FieldAt<Center> rho, x, next;
  FieldAt<Face> w, flux;
};

/// One, two and five columns have what the same columns have among many.
template <class T, class Layout, class F>
void compare(const F& f) {
  for (const int levels : {1, 2, 3, 4, 5, 8, 9, 17, 64}) {
    const auto grid = [&](std::size_t columns) {
      return ColumnGrid::stretched(levels, 0.0, 20.0, 15.0 / levels, columns);
    };
    Columns<T, Layout> many(grid(40));
    fields(many.next, many.flux) = columnwise(f)(many.rho, many.w, many.x);
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
      Columns<T, Layout> few(grid(count));
      fields(few.next, few.flux) = columnwise(f)(few.rho, few.w, few.x);
      for (std::size_t c = 0; c < count; ++c) {
        for (int k = 0; k < levels; ++k) {
          CAPTURE(levels, count, c, k);
          REQUIRE(few.next(k, c) == many.next(k, c));
          REQUIRE(few.flux(k, c) == many.flux(k, c));
        }
        REQUIRE(few.flux(levels, c) == many.flux(levels, c));
      }
    }
  }
}

}  // namespace

TEST_CASE("few columns have the bits of many, optimised", "[columnwise]") {
  using Levels = layout::LevelsContiguous;
  SECTION("third order") {
    compare<double, Levels>(Step{Upwind3rdOrderBiasedProductC2F()});
    compare<double, layout::ColumnsContiguous>(Step{Upwind3rdOrderBiasedProductC2F()});
  }
  SECTION("limited") { compare<float, Levels>(Step{LinVanLeerC2F(dt, constraint::MonotoneLocalExtrema{})}); }
  SECTION("biased") { compare<double, Levels>(Smoothed{LeftBiased3rdOrderC2F()}); }
}
