// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

#if defined(__CUDACC__)
#include "cuda/device.hpp"
#endif
#include "executors.hpp"
#include "support/elimination.hpp"

/// Plain loops over one column in long double, to which the expressions of models are held.
namespace real_models {

using Real = long double;
/// Numbers of a column, counted upward from 0.
struct Row : std::vector<Real> {
  using std::vector<Real>::vector;
  Real& operator[](int k) { return this->data()[k]; }
  Real operator[](int k) const { return this->data()[k]; }
  int rows() const { return static_cast<int>(this->size()); }
};

/// One column: cells 0 to n-1 between faces 0 to n, upward.
struct Column {
  int n;
  std::size_t number;  ///< that profiles take
  Row zf, zc;          ///< heights of faces and centers
  Row dc, df;  ///< depths of cells; distances of centers, at the ends of the cell's center from its mirror image

  Column(const ColumnGrid& grid, std::size_t column) : n(grid.levels()), number(column % different_columns) {
    for (const double z : grid.z_faces(column)) zf.push_back(z);
    for (const double z : grid.z_centers(column)) zc.push_back(z);
    for (int k = 0; k < n; ++k) dc.push_back(zf[k + 1] - zf[k]);
    for (int k = 0; k <= n; ++k) df.push_back(k == 0 ? dc[0] : k == n ? dc.back() : (dc[k - 1] + dc[k]) / 2);
  }

  template <class F>
  Row centers(const F& f) const {
    return filled(zc, f);
  }
  template <class F>
  Row faces(const F& f) const {
    return filled(zf, f);
  }
  template <class F>
  Real surface(const F& f) const {
    return f(number);
  }
  /// A row of numbers for cells or faces from a function of the index.
  template <class F>
  Row each_cell(const F& f) const {
    return indexed(n, f);
  }
  template <class F>
  Row each_face(const F& f) const {
    return indexed(n + 1, f);
  }
  /// Mean of the cells beside face k; at an end the one cell.
  Real mean(const Row& x, int k) const { return (x[std::max(k - 1, 0)] + x[std::min(k, n - 1)]) / 2; }
  /// Gradient between the cells beside face k, 0 at an end.
  Real slope(const Row& x, int k) const { return k == 0 || k == n ? 0 : (x[k] - x[k - 1]) / df[k]; }
  /// Divergence in cell k of what goes through its faces.
  Real divergence(const Row& flux, int k) const { return (flux[k + 1] - flux[k]) / dc[k]; }
  /// The same with nothing through the ends.
  Real closed_divergence(const Row& flux, int k) const {
    return ((k + 1 == n ? 0 : flux[k + 1]) - (k == 0 ? 0 : flux[k])) / dc[k];
  }

 private:
  template <class F>
  Row filled(const Row& z, const F& f) const {
    Row row;
    for (const Real height : z) row.push_back(f(static_cast<double>(height), number));
    return row;
  }
  template <class F>
  static Row indexed(int count, const F& f) {
    Row row;
    for (int k = 0; k < count; ++k) row.push_back(f(k));
    return row;
  }
};

/// The rows of a dense matrix.
struct Dense : std::vector<Row> {
  explicit Dense(int n) : vector(static_cast<std::size_t>(n), Row(static_cast<std::size_t>(n))) {}
  Row& operator[](int i) { return data()[i]; }
};
using support::solved;

/// The x of (x - dt/rho D(K G x)) = b, nothing through the ends.
inline Row diffused(const Column& c, const Row& diffusivity, const Row& rho, Real dt, const Row& b,
                    const Row& decay = {}) {
  Dense a(c.n);
  for (int k = 0; k < c.n; ++k) {
    const Real below = k == 0 ? 0 : dt / rho[k] * diffusivity[k] / c.df[k] / c.dc[k];
    const Real above = k + 1 == c.n ? 0 : dt / rho[k] * diffusivity[k + 1] / c.df[k + 1] / c.dc[k];
    a[k][k] = 1 + below + above + (decay.empty() ? 0 : decay[k]);
    if (k > 0) a[k][k - 1] = -below;
    if (k + 1 < c.n) a[k][k + 1] = -above;
  }
  return solved(a, b);
}

/// Columns of 1 to 71 cells, stretched and in every column otherwise. On a device also longer ones, and so many with
/// the same heights that threads take whole columns, or pieces of them.
template <class Check>
void each_grid(double bottom, double top, const Check& check) {
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  std::vector<int> all{1, 2, 3, 10, 71};
#if defined(__CUDACC__)
  all.insert(all.end(), {64, 137});
#endif
  if (few) all = {3, 10};
  for (const int levels : all) {
    constexpr std::size_t columns = 5;
    std::vector<double> z;
    for (std::size_t column = 0; column < columns; ++column) {
      const double growth = 0.4 + 0.1 * static_cast<double>(column % 3);
      for (int k = 0; k <= levels; ++k) {
        const double s = static_cast<double>(k) / levels;
        z.push_back(bottom + (top - bottom) * s * (growth + (1 - growth) * s));
      }
    }
    check(ColumnGrid::from_faces_per_column(z, columns));
  }
#if defined(__CUDACC__)
  if (!few) check(ColumnGrid::uniform(12, bottom, top, 40'000));
#endif
}

/// `run(on)` by each executor against `reference(column)`, which gives a row for each result. An error is measured
/// against the largest value that the result has in the column, or `scale` if that is larger.
template <class Run, class Reference>
void require_agreement(double bottom, double top, double tolerance, const Run& run, const Reference& reference,
                       Real scale = 0) {
#if defined(__CUDACC__)
  if (const char* const reason = program::no_device(); *reason != '\0') SKIP("there is no GPU to run on: " << reason);
#endif
  each_grid(bottom, top, [&](const ColumnGrid& grid) {
    const std::vector<Computed> computed = by_each_executor(grid, run);
    const std::size_t columns = grid.columns(), step = columns > 100 ? columns / 3 - 1 : 1;
    for (std::size_t column = 0; column < columns; column += step) {
      const std::vector<Row> expected = reference(Column(grid, column));
      for (const auto& [executor, results] : computed) {
        REQUIRE(results.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const Row& row = expected[i];
          const double* values = results[i].data() + column * row.size();
          REQUIRE(results[i].size() == row.size() * columns);
          Real largest = scale, worst = 0;
          int where = 0;
          for (const Real x : row) largest = std::max(largest, std::abs(x));
          for (int k = 0; k < row.rows(); ++k) {
            const Real off = std::abs(row[k] - values[k]);
            if (!(off <= worst)) worst = off, where = k;
          }
          INFO("result " << i << ", column " << column << " of " << grid.levels() << " levels, " << executor << ", row "
                         << where << ": " << values[where] << " for " << static_cast<double>(row[where]) << ", largest "
                         << static_cast<double>(largest));
          CHECK(static_cast<double>(worst) <= tolerance * static_cast<double>(largest));
        }
      }
    }
  });
}

}  // namespace real_models
