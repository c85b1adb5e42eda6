// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

#include "lanes.hpp"
#include "models.hpp"
#include "parametrisations.hpp"
#include "trees.hpp"

namespace columnwise_test {

Values<double> functions_on_cpu(const Case& c) {
  return by_functions<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
}
Values<double> operations_on_cpu(const Case& c) {
  return by_operations<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
}

/// Operations on whole columns by such lanes beside the CPU's: the same bits, but for what is solved.
template <class Lanes>
void check_operations(const Case& c, const Lanes& lanes) {
  const auto expected = operations_on_cpu(c);
  const auto computed = by_operations<double, backend::Emulation, layout::LevelsContiguous>(c, with(lanes));
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", result " << i << " of " << expected.size());
    CHECK((i < first_solved(c) ? differing(computed[i], expected[i]) : apart(computed[i], expected[i])) == 0);
  }
}

/// A matrix of numbers with Vecs on the right.
struct Drag {
  STENCIL_FUNCTION auto operator()(auto f, auto wind) const {
    return results(solve(band(0.1 * f - 0.4, 2.0 + abs(f), 0.3 * f), wind));
  }
};
template <class Backend, class P>
auto wind_after(const Case& c, const P& how) {
  State<double, Backend, layout::LevelsContiguous> s(c);
  FaceField<Vec<double, 2>, Backend> wind(s.grid);
  wind.fill([](double z, std::size_t column) { return Vec{z, 1.0 + static_cast<double>(column)}; });
  assign(fields(wind), columnwise(Drag{})(s.f, wind), how);
  std::vector<double> values;
  for (const auto& w : wind.to_host()) values.insert(values.end(), {w[0], w[1]});
  return values;
}

/// Several right sides of one matrix, given together and one by one, beside a sum.
struct RightSides {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto sum) const {
    const auto lu = factorize(band(0.1 * a - 0.4, 2.0 + abs(b), 0.3 * a));
    const auto [x, y, of_column, of_number] = lu.solve(a, b, sum, 1.5);
    return results(x, y, of_column, of_number, lu.solve(x * y) + column_sum(b));
  }
};
template <class Backend, class P>
auto right_sides(const Case& c, const P& how) {
  State<double, Backend, layout::LevelsContiguous> s(c);
  CenterField<double, Backend> x(s.grid), y(s.grid), z(s.grid), w(s.grid), v(s.grid);
  SurfaceField<double, Backend> sum(s.grid);
  sum.fill(0.7);
  assign(fields(x, y, z, w, v), columnwise(RightSides{})(s.a, s.b, sum), how);
  std::vector<double> values;
  for (const auto* field : {&x, &y, &z, &w, &v}) {
    const auto own = field->to_host();
    values.insert(values.end(), own.begin(), own.end());
  }
  return values;
}

/// Single levels of heights and spacings, which a lane reads for itself.
struct GridLevels {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto lowest = at_level(-heights(Face{}), 0);
    const auto highest = at_level(2.0 * spacing(Center{}) + heights(Center{}), -1);
    const auto slope = GradientC2F(bottom(SetGradient(lowest)), top(SetGradient(highest)));
    return results(q + lowest, q * highest, lowest, highest, at_level(spacing(Face{}), 0), slope(q));
  }
};
template <class T, class Backend, class P>
std::vector<std::vector<T>> grid_levels(const Case& c, const P& how) {
  State<T, Backend, layout::LevelsContiguous> s(c);
  CenterField<T, Backend> low(s.grid), high(s.grid);
  SurfaceField<T, Backend> lowest(s.grid), highest(s.grid), spacing(s.grid);
  FaceField<T, Backend> slope(s.grid);
  assign(fields(low, high, lowest, highest, spacing, slope), columnwise(GridLevels{})(s.a), how);
  return {low.to_host(), high.to_host(), lowest.to_host(), highest.to_host(), spacing.to_host(), slope.to_host()};
}
/// The same of active levels, which count from their lowest.
template <class Backend, class... Lanes>
std::vector<double> active_grid_levels(const Case& c, const Lanes&... lanes) {
  State<double, Backend, layout::LevelsContiguous> s(c);
  CenterField<double, Backend> x(s.grid);
  x = s.b;
  assign(x, columnwise([](auto q) {
           return results(q + at_level(-heights(Face{}), 0) * at_level(spacing(Face{}), -1));
         })(x),
         active_levels(c.levels / 3, c.levels - 2, lanes...));
  return x.to_host();
}

}  // namespace columnwise_test

// Beside the CPU's column functions, which columnwise.cpp holds against trees.
TEST_CASE("Lanes that exchange rows give the bits of the CPU's column functions", "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 2, 5, 33}, {1, 5}, [](const Case& c) {
    const auto expected = functions_on_cpu(c);
    const auto computed =
        by_functions<double, backend::Emulation, layout::LevelsContiguous>(c, with(emulation::Lanes<2>{}));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK(differing(computed[i], expected[i]) == 0);
    }
  });
}

TEST_CASE("Lanes that share columns give the bits of the CPU's sums and marches, and its solutions to rounding",
          "[columnwise]") {
  using namespace columnwise_test;
  const auto compare = [](const Case& c) { check_operations(c, emulation::Lanes<2>{}); };
  each_case({1, 2, 9}, {1, 5}, compare);
  each_case({33, 64, 65}, {1}, compare);
  each_case({9}, {5}, [&](Case c) {
    c.masked = true;
    compare(c);
  });
}

TEST_CASE("Lanes that hold the face on top beside their highest levels give the same", "[columnwise]") {
  using namespace columnwise_test;
  const auto compare = [](const Case& c) { check_operations(c, emulation::CappedLanes<4>{}); };
  each_case({4, 6, 64}, {1, 5}, compare);
  each_case({12}, {5}, [&](Case c) {
    c.masked = true;
    compare(c);
  });
}

TEST_CASE("Lanes that share columns solve one matrix of numbers for Vecs", "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 3, 8, 65}, {3}, [](const Case& c) {
    INFO(describe(c));
    const auto expected = wind_after<backend::Cpu>(c, policy());
    CHECK(apart(wind_after<backend::Emulation>(c, with(emulation::Lanes<2>{})), expected) == 0);
  });
}

TEST_CASE("Lanes that share columns solve one matrix for several right sides, with any number of rows",
          "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 3, 8, 40, 137}, {2}, [](const Case& c) {
    INFO(describe(c));
    const auto expected = right_sides<backend::Cpu>(c, policy());
    CHECK(apart(right_sides<backend::Emulation>(c, with(emulation::Lanes<5>{})), expected) == 0);
  });
}

TEST_CASE("Sums and running values have the same bits however many rows a lane holds", "[columnwise]") {
  using namespace columnwise_test;
  each_case({3, 65, 128, 132, 300}, {2}, [](const Case& c) {
    if (c.kind == Kind::ring) return;
    const auto expected = by_folds<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
    const auto check = [&](const auto& computed, const char* how) {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(describe(c) << ", " << how << ", result " << i);
        CHECK(differing(computed[i], expected[i]) == 0);
      }
    };
    check(by_folds<double, backend::Cpu, layout::ColumnsContiguous>(c, policy()), "columns contiguous");
    using Lanes = layout::LevelsContiguous;
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::Lanes<2>{})), "2 rows");
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::Lanes<16>{})), "16 rows");
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::CappedLanes<8>{})), "8 rows and the top");
    // Upward, as an assignment of its own.
    State<double, backend::Cpu, layout::LevelsContiguous> s(c);
    SurfaceField<double, backend::Cpu> sum(s.grid);
    sum = column_sum(s.a * s.a);
    CHECK(differing(sum.to_host(), expected[3]) == 0);
  });
}

TEST_CASE("Lanes read and write levels that lie apart in memory, in columns that end with full and with other lanes",
          "[columnwise]") {
  using namespace columnwise_test;
  using Across = layout::ColumnsContiguous;
  const auto check = [](const Case& c, const auto& lanes) {
    const auto values = []<class Backend>(Backend, const Case& of, const auto& how) {
      return of.kind == Kind::ring ? by_rings<double, Backend, Across>(of, how)
                                   : by_folds<double, Backend, Across>(of, how);
    };
    const auto expected = values(backend::Cpu{}, c, policy());
    const auto computed = values(backend::Emulation{}, c, with(lanes));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK((c.kind == Kind::ring ? apart(computed[i], expected[i]) : differing(computed[i], expected[i])) == 0);
    }
  };
  each_case({1, 2, 3, 8, 13, 64, 65}, {3}, [&](const Case& c) {
    check(c, emulation::Lanes<8>{});
    if (c.kind != Kind::ring) check(c, emulation::CappedLanes<8>{});
  });
}

TEST_CASE("Lanes carry out expressions of solves and sums as the CPU does", "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 9, 65}, {3}, [](const Case& c) {
    const auto expected = by_whole_trees<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
    const auto computed =
        by_whole_trees<double, backend::Emulation, layout::LevelsContiguous>(c, with(emulation::Lanes<2>{}));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK((i < first_solved_tree ? differing(computed[i], expected[i]) : apart(computed[i], expected[i])) == 0);
    }
  });
}

TEST_CASE("Lanes give structs of sums and marches, blocks and surface balances as the CPU does", "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 9, 33}, {3}, [](const Case& c) {
    const auto expected = by_parametrisations<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
    const auto computed =
        by_parametrisations<double, backend::Emulation, layout::LevelsContiguous>(c, with(emulation::CappedLanes<4>{}));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK(apart(computed[i], expected[i]) == 0);
    }
  });
}

TEST_CASE("Lanes give end levels, values at heights and implicit steps as the CPU does", "[columnwise]") {
  using namespace columnwise_test;
  each_case({1, 9, 33}, {3}, [](const Case& c) {
    const auto expected = by_models<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
    const auto computed =
        by_models<double, backend::Emulation, layout::LevelsContiguous>(c, with(emulation::Lanes<2>{}));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i << " of " << expected.size());
      CHECK(apart(computed[i], expected[i]) == 0);
    }
  });
}

TEST_CASE("Lanes read single levels of heights and spacings from the grid", "[columnwise]") {
  using namespace columnwise_test;
  const auto check = []<class T>(T, const Case& c, const auto& lanes) {
    INFO(describe(c) << ", " << sizeof(T) << " bytes");
    const auto computed = grid_levels<T, backend::Emulation>(c, with(lanes));
    State<T, backend::Cpu, layout::LevelsContiguous> s(c);
    for (std::size_t column = 0; column < c.columns; ++column) {
      const auto faces = s.grid.z_faces(column), centers = s.grid.z_centers(column);
      const auto n = static_cast<std::size_t>(c.levels);
      const T lowest = -static_cast<T>(faces[0]);
      const T highest = 2 * static_cast<T>(faces[n] - faces[n - 1]) + static_cast<T>(centers[n - 1]);
      CHECK(computed[2][column] == lowest);
      if (c.kind != Kind::ring) CHECK(computed[5][column * (n + 1)] == lowest);
      CHECK(std::abs(computed[3][column] - highest) <= 4 * std::numeric_limits<T>::epsilon() * highest);
      for (std::size_t k = 0; k < n; ++k) {
        const T q = s.a(static_cast<int>(k), column);
        CHECK(computed[0][column * n + k] == q + lowest);
        CHECK(std::abs(computed[1][column * n + k] - q * highest) <= 8 * std::numeric_limits<T>::epsilon() * highest);
      }
    }
    CHECK(computed == grid_levels<T, backend::Cpu>(c, policy()));
  };
  each_case({1, 4, 9, 33}, {3}, [&](const Case& c) {
    check(0.0, c, emulation::Lanes<2>{});
    check(0.0F, c, emulation::Lanes<4>{});
  });
  for (const Kind kind : {Kind::alike, Kind::per_column}) {
    check(0.0, {64, 2, kind}, emulation::CappedLanes<4>{});
    CHECK(active_grid_levels<backend::Emulation>({9, 3, kind}, emulation::Lanes<2>{}) ==
          active_grid_levels<backend::Cpu>({9, 3, kind}));
  }
}
