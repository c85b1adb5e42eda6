// SPDX-License-Identifier: BSD-3-Clause
#include "dense.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>

using namespace stencil;

namespace {

/// The numbers of a value.
long double number(double x, int) { return x; }
template <std::size_t N>
long double number(const Vec<double, N>& x, int component) {
  return x[static_cast<std::size_t>(component)];
}

/// How far some fields are from a dense solution of one column, the fields one after the other, relative to its largest
/// value.
class Comparison {
 public:
  explicit Comparison(const dense::Vector& expected) : expected_(expected) {}
  template <class F>
  void take(const F& field, std::size_t column) {
    constexpr int size = is_vec<typename F::value_type> ? static_cast<int>(sizeof(typename F::value_type) / 8) : 1;
    const int rows = field.grid().periodic() ? field.grid().levels() : field.levels();
    for (int i = 0; i < rows * size; ++i) {
      const long double want = expected_[next_++];
      const long double off = std::fabs(number(field(i / size, column), i % size) - want);
      worst_ = off <= worst_ ? worst_ : off;  // a NaN stays
      largest_ = std::max(largest_, std::fabs(want));
    }
  }
  double relative() const { return static_cast<double>(worst_ / largest_); }

 private:
  const dense::Vector& expected_;
  std::size_t next_ = 0;
  long double worst_ = 0, largest_ = 0;
};

template <class Location, class Entry, int Low, int High, class Value>
void require_dense_solution(const ColumnGrid& grid, double more, double allowed) {
  Field<BandRow<Entry, Low, High>, Location> rows(grid);
  Field<Value, Location> x(grid), b(grid);
  dense::fill_dominant(rows, more, 7);
  std::uint64_t place = 0;
  constexpr int size = dense::EntryOf<Entry>::size;
  const int levels = grid.periodic() ? grid.levels() : rows.levels();
  std::vector<dense::Vector> right(grid.columns());
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    for (int k = 0; k < rows.levels(); ++k) {
      Value v{};
      for (int i = 0; i < size; ++i) {
        const double one = support::scattered(++place, 3);
        if constexpr (size == 1) {
          v = one;
        } else {
          v[static_cast<std::size_t>(i)] = one;
        }
        if (k < levels) right[c].push_back(one);
      }
      b(k, c) = v;
    }
  }
  x = solve(rows, b);
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    dense::Matrix matrix(levels * size);
    dense::add(matrix, rows, c, 0, 0);
    const dense::Vector expected = matrix.solved(right[c]);
    Comparison comparison(expected);
    comparison.take(x, c);
    INFO(grid.levels() << " levels, " << Location::name << ", ring " << grid.periodic() << ", blocks of " << size
                       << ", band " << Low << " to " << High << ", dominant by " << more << ", column " << c);
    CHECK(comparison.relative() <= allowed);
  }
}

}  // namespace

TEST_CASE("Band and block systems have the solution of a dense elimination with pivoting", "[solve]") {
  for (const int levels : {1, 2, 3, 5, 24}) {
    for (const bool ring : {false, true}) {
      const auto grid = ring ? ColumnGrid::periodic(levels, 0.0, 1.0, 9) : ColumnGrid::uniform(levels, 0.0, 1.0, 9);
      // Barely dominant: the condition number is up to the row sum over what it is dominant by.
      for (const auto& [more, allowed] : {std::pair(1.0, 1e-13), std::pair(1e-4, 1e-10)}) {
        require_dense_solution<Center, Matrix<double, 2>, -2, 2, Vec<double, 2>>(grid, more, allowed);
        require_dense_solution<Face, Matrix<double, 3>, -2, 2, Vec<double, 3>>(grid, more, allowed);
        require_dense_solution<Center, double, -4, 4, double>(grid, more, allowed);
        require_dense_solution<Face, double, -4, 6, double>(grid, more, allowed);
      }
    }
  }
}

TEST_CASE("An arrowhead system has the solution of a dense elimination of all its fields", "[solve]") {
  for (const int levels : {1, 2, 3, 20}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
    // u at faces; v at centers, as pressure beside a vertical wind; t at faces; s at centers, which follows u.
    FaceField<BandRow<double, -2, 2>> a(grid), to_t(grid);
    FaceField<BandRow<double, -1, 1>> from_v(grid);
    CenterField<BandRow<double, -1, 1>> to_v(grid), to_s(grid);
    FaceField<BandRow<double, 0, 0>> from_t(grid);
    CenterField<BandRow<double, -2, 2>> of_s(grid);
    CenterField<double> v(grid), s(grid), d(grid);
    FaceField<double> u(grid), t(grid), e(grid);
    dense::fill_dominant(a, 9, 1);
    dense::fill_dominant(to_t, 0, 2);
    dense::fill_dominant(from_v, 0, 3);
    dense::fill_dominant(to_v, 0, 4);
    dense::fill_dominant(to_s, 0, 5);
    dense::fill_dominant(from_t, 0.5, 6);
    dense::fill_dominant(of_s, 1, 7);
    support::scatter(u, 1);
    support::scatter(v, 2);
    support::scatter(t, 3);
    support::scatter(s, 4);
    d.fill([](double z) { return 3 + z; });
    e.fill([](double z) { return 4 - z; });

    const int n = levels, f = levels + 1;
    std::vector<dense::Vector> expected;
    for (std::size_t c = 0; c < grid.columns(); ++c) {
      dense::Matrix matrix(2 * n + 2 * f);
      dense::add(matrix, a, c, 0, 0);
      dense::add(matrix, from_v, c, 0, f);
      dense::add(matrix, from_t, c, 0, f + n);
      dense::add(matrix, to_v, c, f, 0);
      dense::add(matrix, to_t, c, f + n, 0);
      dense::add(matrix, to_s, c, 2 * f + n, 0);
      dense::add(matrix, of_s, c, 2 * f + n, 2 * f + n);
      for (int k = 0; k < n; ++k) matrix.at(f + k, f + k) += d(k, c);
      for (int k = 0; k < f; ++k) matrix.at(f + n + k, f + n + k) += e(k, c);
      dense::Vector right;
      for (int k = 0; k < f; ++k) right.push_back(u(k, c));
      for (int k = 0; k < n; ++k) right.push_back(v(k, c));
      for (int k = 0; k < f; ++k) right.push_back(t(k, c));
      for (int k = 0; k < n; ++k) right.push_back(s(k, c));
      expected.push_back(matrix.solved(right));
    }
    solve_arrowhead(u, a, u, tip(v, from_v, to_v, d, v), tip(t, from_t, to_t, e, t), tip(s, to_s, of_s, s));
    for (std::size_t c = 0; c < grid.columns(); ++c) {
      Comparison comparison(expected[c]);
      comparison.take(u, c);
      comparison.take(v, c);
      comparison.take(t, c);
      comparison.take(s, c);
      INFO(levels << " levels, column " << c);
      CHECK(comparison.relative() <= 1e-13);
    }

    const auto before = u.to_host();
    d(levels - 1, 1) = 0;
    try {
      solve_arrowhead(u, a, u, tip(v, from_v, to_v, d, v));
      FAIL("a vanishing diagonal was not noticed");
    } catch (const SolveError& error) {
      CHECK(error.column() == 1);
      CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("column 1 at level"));
    }
    CHECK(u.to_host() == before);
  }
}

TEST_CASE("The Jacobian of a pair of expressions by a pair of fields is that of long double differences", "[matrix]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 1.0, 2);
  CenterField<double> a(grid), b(grid);
  support::scatter(a, 1);
  support::scatter(b, 2);
  FaceField<double> k(grid);
  support::scatter(k, 3);
  const auto closed = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)));
  CenterField<BandRow<Matrix<double, 2>, -2, 2>> rows(grid);
  const auto matrices = jacobian(vec(closed(k * GradientC2F()(a * b)), a / (2.0 + b * b)), wrt(a, b));
  rows = matrices;

  const auto both = [&](const dense::Vector& x, const dense::Vector& y, std::size_t c) {
    const long double inverse_dz = 6;
    dense::Vector r;
    const auto flux = [&](int face) {
      if (face == 0 || face == 6) return 0.0L;
      const auto i = static_cast<std::size_t>(face);
      return k(face, c) * (x[i] * y[i] - x[i - 1] * y[i - 1]) * inverse_dz;
    };
    for (int i = 0; i < 6; ++i) {
      const auto at = static_cast<std::size_t>(i);
      r.push_back((flux(i + 1) - flux(i)) * inverse_dz);
      r.push_back(x[at] / (2 + y[at] * y[at]));
    }
    return r;
  };
  for (std::size_t c = 0; c < 2; ++c) {
    dense::Matrix matrix(12);
    dense::add(matrix, rows, c, 0, 0);
    CenterField<Vec<double, 2>> solution(grid);
    solution = solve(identity() - 0.01 * matrices, vec(a, b));
    dense::Matrix system(12);
    dense::Vector right;
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) system.at(i, j) = (i == j ? 1 : 0) - 0.01 * matrix.at(i, j);
      right.push_back(i % 2 == 0 ? a(i / 2, c) : b(i / 2, c));
    }
    const dense::Vector expected = system.solved(right);
    Comparison comparison(expected);
    comparison.take(solution, c);
    CHECK(comparison.relative() <= 1e-12);
    for (int j = 0; j < 12; ++j) {
      const long double step = 1e-6L;
      const auto moved = [&](long double by) {
        dense::Vector x, y;
        for (int i = 0; i < 6; ++i) {
          x.push_back(a(i, c) + (j == 2 * i ? by : 0));
          y.push_back(b(i, c) + (j == 2 * i + 1 ? by : 0));
        }
        return both(x, y, c);
      };
      const dense::Vector above = moved(step), below = moved(-step);
      for (int i = 0; i < 12; ++i) {
        const auto at = static_cast<std::size_t>(i);
        INFO("row " << i << ", column " << j << " of column " << c);
        CHECK(std::fabs(matrix.at(i, j) - (above[at] - below[at]) / (2 * step)) < 1e-9L);
      }
    }
  }
}
