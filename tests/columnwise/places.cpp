// SPDX-License-Identifier: BSD-3-Clause
// Many columns: results of all batches of columns but the first are computed where they are stored. Beside the same
// with levels contiguous, where results are always copied.
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <initializer_list>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// An intermediate value that is a result, one that is two results, an argument that is one, and a solution.
struct Several {
  template <class Q, class K, class S>
  STENCIL_FUNCTION auto operator()(const Q& q, const K& k, const S& s) const {
    const auto flux = k * GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(q);
    const auto change = DivergenceF2C()(flux);
    const auto warmer = s * q + 0.5 * change;
    const auto again = warmer + LeftBiasedF2C()(InterpolateC2F()(change));
    return results(flux, change, again, again, q);
  }
};
struct Solved {
  template <class Q, class K, class S>
  STENCIL_FUNCTION auto operator()(const Q& q, const K& k, const S& s) const {
    const auto flux = [&](auto x) { return k * GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x); };
    const auto matrix = identity() - 0.1 * jacobian([&](auto x) { return DivergenceF2C()(flux(x)); }, q);
    const auto x = solve(matrix, q);
    const auto factors = factorize(matrix);
    const auto y = factors.solve(s * x), z = factors.solve(y - q);
    return results(flux(x), y, x, z + column_sum(y), y);
  }
};
/// Arguments that are destinations.
struct Exchange {
  template <class Q, class K, class S>
  STENCIL_FUNCTION auto operator()(const Q& q, const K&, const S& s) const {
    return results(above(s) + 0.0 * q, below(q) - s);
  }
};

template <class Layout, class T>
struct Fields {
  ColumnGrid grid;
  CenterField<T, backend::Cpu, Layout> q, s, change, again, twice, same;
  FaceField<T, backend::Cpu, Layout> k, flux;
  Fields(int levels, std::size_t columns)
      : grid(ColumnGrid::stretched(levels, 0.0, 8.0, 0.05, columns)),
        q(grid),
        s(grid),
        change(grid),
        again(grid),
        twice(grid),
        same(grid),
        k(grid),
        flux(grid) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (int i = 0; i <= levels; ++i) {
        const double x = i + 7 * static_cast<double>(c);
        k(i, c) = static_cast<T>(2 + std::sin(x)), flux(i, c) = T{-1};
        if (i == levels) break;
        q(i, c) = static_cast<T>(std::cos(0.3 * x)), s(i, c) = static_cast<T>(1.5 + std::sin(0.2 * x));
        change(i, c) = again(i, c) = twice(i, c) = same(i, c) = T{-1};
      }
    }
  }
};

template <class A, class B>
std::size_t differing(const A& a, const B& b, int rows, std::size_t columns) {
  std::size_t all = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    for (int i = 0; i < rows; ++i) all += a(i, c) == b(i, c) ? 0 : 1;
  }
  return all;
}

/// How many numbers differ between the two layouts after the same assignments.
template <class T, class F>
void require_alike(int levels, std::size_t columns, const F& assign_to) {
  CAPTURE(levels, columns, sizeof(T));
  Fields<layout::ColumnsContiguous, T> across(levels, columns);
  Fields<layout::LevelsContiguous, T> along(levels, columns);
  assign_to(across), assign_to(along);
  CHECK(differing(across.flux, along.flux, levels + 1, columns) == 0);
  CHECK(differing(across.change, along.change, levels, columns) == 0);
  CHECK(differing(across.again, along.again, levels, columns) == 0);
  CHECK(differing(across.twice, along.twice, levels, columns) == 0);
  CHECK(differing(across.same, along.same, levels, columns) == 0);
  CHECK(differing(across.q, along.q, levels, columns) == 0);
  CHECK(differing(across.s, along.s, levels, columns) == 0);
}

// Each assignment in one precision by strips and in the other by rows.
#if STENCIL_CPU_ROWS > 1
using One = float;
using Other = double;
#else
using One = double;
using Other = float;
#endif

/// Short columns and long ones, last batches of whole vectors and of others. With columns contiguous a batch has 2048
/// bytes of a row, 512 where there are operations on whole columns, fewer where threads would get none. Row by row
/// there are no batches, but eight vectors side by side and what does not fill vectors.
template <class T, class F>
void each_size(const F& f) {
  const auto each = [&f](int levels, std::initializer_list<std::size_t> numbers_of_columns) {
    for (const std::size_t columns : numbers_of_columns) require_alike<T>(levels, columns, f);
  };
#if STENCIL_CPU_ROWS > 1
  each(5, {40, 43}), each(20, {40, 75}), each(130, {75});
#else
  each(5, {40, 520, 523}), each(20, {40, 296, 299}), each(130, {40, 83});
#endif
}

TEST_CASE("results of many columns, of short steps") {
  each_size<One>(
      [](auto& x) { fields(x.flux, x.change, x.again, x.twice, x.same) = columnwise(Several{})(x.q, x.k, x.s); });
}
TEST_CASE("results of many columns, of whole columns") {
  each_size<Other>(
      [](auto& x) { fields(x.flux, x.change, x.again, x.twice, x.same) = columnwise(Solved{})(x.q, x.k, x.s); });
}
TEST_CASE("results of many columns that are arguments") {
  each_size<Other>([](auto& x) {
    fields(x.q, x.s) = columnwise(Exchange{})(x.q, x.k, x.s);
    fields(x.s, x.q) = columnwise(Exchange{})(x.q, x.k, x.s);
    fields(x.change, x.s) = columnwise(Exchange{})(x.q * x.s, x.k, x.s + x.q);
  });
}
struct Smoothed {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(0.25 * (above(x) + below(x)) + 0.5 * x); }
};
struct AlsoDoubled {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const { return results(x, y * 2.0); }
};
struct DoubledAlso {
  STENCIL_FUNCTION auto operator()(auto y, auto x) const { return results(x, y * 2.0); }
};
// Compilers load the arguments of several expressions in different orders.
TEST_CASE("results of many columns whose old values other expressions read") {
  const auto f = [](const auto& x) { return columnwise(Smoothed{})(x); };
  each_size<One>([&f](auto& x) {
    evaluate(into(x.q, f(x.s)), into(x.change, f(x.q)));
    evaluate(into(x.again, f(x.q)), into(x.q, f(x.s)));
    evaluate(into(x.s, f(x.q)), into(x.q, f(x.s)));
    evaluate(into(x.q, f(x.s)), into(x.change, x.change - x.q));
    evaluate(into(x.change, x.change - x.q), into(x.q, f(x.s)));
    evaluate(into(x.q, x.q + x.change), into(x.change, f(x.q)));
    evaluate(into(x.twice, f(x.s)), into(x.q, x.change + 0.0), into(x.change, x.q + 0.0));
  });
  each_size<Other>([&f](auto& x) {
    evaluate(into(x.s, f(x.q)), into(x.change, x.again), into(x.again, x.change));
    evaluate(into(x.change, x.s), into(x.s, x.change), into(x.q, f(x.again)));
    fields(x.q, x.change) = columnwise(AlsoDoubled{})(x.s + 1.0, x.q);
    fields(x.q, x.again) = columnwise(DoubledAlso{})(x.q, x.s + 1.0);
  });
}
TEST_CASE("results of many columns, single levels of them") {
  each_size<One>([](auto& x) {
    x.change = columnwise([](auto q) {
      const auto y = q * 2.0;
      return results(y - at_level(y, -1) + at_level(y, 0));
    })(x.q);
    fields(x.again, x.twice) = columnwise([](auto q) {
      const auto y = q * 2.0;
      return results(y, y - at_level(y, -1));
    })(x.q);
  });
}
TEST_CASE("results of many columns, some of them kept") {
  each_size<Other>([](auto& x) {
    assign(fields(x.change, x.again), columnwise(Exchange{})(x.q, x.k, x.s), policy().where(x.q > 0.0));
  });
}

}  // namespace
