// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {
template <class T>
using Across = CenterField<T, backend::Cpu, layout::ColumnsContiguous>;
template <class T>
using FacesAcross = FaceField<T, backend::Cpu, layout::ColumnsContiguous>;

template <class Field, class Node>
bool is_one_row(const Field& field, const Node& node) {
  return explain(field, node).mapping.team.find("as one long row") != std::string::npos;
}
}  // namespace

TEMPLATE_TEST_CASE("With columns contiguous a formula without neighbours has the values of levels contiguous",
                   "[expression]", float, double) {
  for (const int levels : {1, 5, 64}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{3}, std::size_t{10}, std::size_t{2111}}) {
      CAPTURE(levels, columns);
      const support::Threads threads(3);
      const auto grid = ColumnGrid::uniform(levels, 0.0, 1000.0, columns);
      CenterField<TestType> a(grid), b(grid), c(grid);
      FaceField<TestType> f(grid), g(grid);
      support::scatter(a, 1);
      support::scatter(b, 2);
      support::scatter(f, 3);
      Across<TestType> p(grid), q(grid), r(grid), s(grid);
      FacesAcross<TestType> u(grid), v(grid);
      p.from_host(a.to_host());
      q.from_host(b.to_host());
      u.from_host(f.to_host());

      REQUIRE(is_one_row(r, p * q + 2.0));
      r = where(p > q, p * q, p) + 2.0;
      c = where(a > b, a * b, a) + 2.0;
      REQUIRE_THAT(levels_of(r), are(c.to_host()));
      v = u - 1.0;
      g = f - 1.0;
      REQUIRE_THAT(levels_of(v), are(g.to_host()));
      r += p;
      c += a;
      REQUIRE_THAT(levels_of(r), are(c.to_host()));
      assign(r, q, policy().where(p > 0.0));
      assign(c, b, policy().where(a > 0.0));
      REQUIRE_THAT(levels_of(r), are(c.to_host()));
      evaluate(into(p, q), into(q, p), into(s, p - q));
      REQUIRE_THAT(levels_of(p), are(b.to_host()));
      REQUIRE_THAT(levels_of(q), are(a.to_host()));
      c = a - b;
      REQUIRE_THAT(levels_of(s), are(c.to_host()));
    }
  }
}

TEST_CASE("Rows that do not follow each other in memory, and those of a ring, are carried out one by one",
          "[expression]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1000.0, 5);
  Across<double> a(grid), b(grid);
  FacesAcross<double> f(grid);
  SurfaceField<double> s(grid);
  support::scatter(a, 1);
  std::vector<double> wide(7 * 9, -1.0);
  const auto part = wrap_center(columns_first(wide.data(), 9, 7).with_columns(2, 5), grid);
  REQUIRE_FALSE(is_one_row(part, 2.0 * a));
  part = 2.0 * a;
  for (int level = 0; level < 7; ++level) {
    for (std::size_t column = 0; column < 9; ++column) {
      const bool inside = column >= 2 && column < 7;
      REQUIRE(wide[static_cast<std::size_t>(level) * 9 + column] == (inside ? 2.0 * a(level, column - 2) : -1.0));
    }
  }
  REQUIRE(is_one_row(b, 2.0 * a));
  REQUIRE_FALSE(is_one_row(b, a + s));
  REQUIRE_FALSE(is_one_row(b, a + heights(Center{})));
  REQUIRE_FALSE(is_one_row(b, DivergenceF2C()(f)));

  const auto ring = ColumnGrid::periodic(7, 0.0, 1.0, 5);
  FacesAcross<double> x(ring), y(ring);
  support::scatter(x, 1);
  REQUIRE_FALSE(is_one_row(y, 2.0 * x));
  y = 2.0 * x;
  for (int face = 0; face < 7; ++face) REQUIRE(y(face, 3) == 2.0 * x(face, 3));
}
