// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "functions.hpp"
#include "mesh.hpp"
#include "profile.hpp"

/// Operations on whole columns, one column in plain loops. The last face of a periodic column stands for the first and
/// is in no sum and no search.
namespace oracle {

/// Where a march or a search begins.
struct Direction {
  bool upward;
  std::size_t level(std::size_t step, std::size_t levels) const { return upward ? step : levels - 1 - step; }
};
inline constexpr Direction from_bottom{true}, from_top{false};

template <Location where, class Value>
std::size_t levels_that_count(const Mesh& mesh, const Profile<where, Value>& x) {
  return mesh.periodic() ? mesh.levels() : x.values.size();
}

/// The first level where a condition holds, the number of levels if it holds nowhere.
struct Found {
  std::size_t level;
  bool doubtful;  ///< hangs on a comparison that rounding may turn
};
template <Location where>
Found first_level(const Mesh& mesh, const Profile<where, Decision>& condition, Direction way) {
  const std::size_t levels = levels_that_count(mesh, condition);
  Found found{levels, false};
  for (std::size_t step = 0; step < levels && found.level == levels; ++step) {
    const std::size_t level = way.level(step, levels);
    found.doubtful = found.doubtful || condition.values[level].doubtful;
    if (condition.values[level].holds) found.level = level;
  }
  return found;
}
/// The value at such a level, or `otherwise`.
template <Location where>
Number value_at(const Mesh& mesh, const Profile<where>& x, Found found, Number otherwise) {
  Number value = found.level < levels_that_count(mesh, x) ? x.values[found.level] : otherwise;
  value.doubtful = value.doubtful || found.doubtful;
  return value;
}

template <Location where>
Number integral(const Mesh& mesh, const Profile<where>& x) {
  static_assert(where == Location::center, "integrals are over cells");
  Number sum{};
  for (std::size_t i = 0; i < mesh.levels(); ++i) sum = sum + x.values[i] * mesh.dc(i);
  return sum;
}
/// The integral from an end of the column to each face, begun with a number.
inline Faces running_integral(const Mesh& mesh, const Centers& x, Number start, Direction way) {
  const std::size_t n = mesh.levels();
  Faces result;
  result.values.resize(n + 1);
  result.values[way.upward ? 0 : n] = start;
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t cell = way.level(step, n);
    start = start + x.values[cell] * mesh.dc(cell);
    result.values[way.upward ? cell + 1 : cell] = start;
  }
  return result;
}

/// What a step gives at each level, called with the state and the values there, level after level.
template <class Step, Location where, class... More>
Profile<where> march(Direction way, Number state, const Step& step, const Profile<where>& x, const More&... more) {
  Profile<where> result = x;
  const std::size_t levels = x.values.size();
  for (std::size_t i = 0; i < levels; ++i) {
    const std::size_t level = way.level(i, levels);
    result.values[level] = step(state, x.values[level], at(more, level)...);
  }
  return result;
}

/// The solution of a band system whose rows have `diagonals` entries around the middle one, by elimination without
/// pivoting. Of a periodic column the band goes around; entries that point out of a column with ends are none.
template <Location where, std::size_t Width>
Profile<where> solved(const Mesh& mesh, const Profile<where> (&diagonals)[Width], const Profile<where>& right) {
  const std::size_t n = levels_that_count(mesh, right);
  std::vector<std::vector<Number>> matrix(n, std::vector<Number>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t d = 0; d < Width; ++d) {
      const std::size_t column = i + d + n * Width - Width / 2;  // n * Width keeps it above zero
      const bool inside = column >= n * Width && column < n * Width + n;
      if (mesh.periodic() || inside) matrix[i][column % n] = matrix[i][column % n] + diagonals[d].values[i];
    }
  }
  std::vector<Number> x(right.values.begin(), right.values.begin() + static_cast<std::ptrdiff_t>(n));
  const auto is_zero = [](Number entry) { return exactly(entry, 0); };
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      if (is_zero(matrix[i][k])) continue;
      const Number factor = matrix[i][k] / matrix[k][k];
      for (std::size_t j = k; j < n; ++j)
        if (!is_zero(matrix[k][j])) matrix[i][j] = matrix[i][j] - factor * matrix[k][j];
      x[i] = x[i] - factor * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      if (!is_zero(matrix[k][j])) x[k] = x[k] - matrix[k][j] * x[j];
    x[k] = x[k] / matrix[k][k];
  }
  if (right.values.size() > n) x.push_back(x.front());
  return {std::move(x)};
}

/// One implicit step of diffusion without fluxes through the ends: the solution y of y - dt d(k dy/dz)/dz = x.
inline Centers diffused(const Mesh& mesh, Number time_step, const Faces& k, const Centers& x) {
  const std::size_t n = mesh.levels();
  Centers rows[3] = {x, x, x};
  for (std::size_t i = 0; i < n; ++i) {
    const bool has_lower = i > 0 || mesh.periodic(), has_upper = i + 1 < n || mesh.periodic();
    const Number scale = time_step / mesh.dc(i);
    const Number lower = has_lower ? scale * k.values[i] / mesh.df(i) : Number{};
    const Number upper = has_upper ? scale * k.values[i + 1] / mesh.df(i + 1) : Number{};
    rows[0].values[i] = -lower, rows[2].values[i] = -upper;
    rows[1].values[i] = Number(1.0) + lower + upper;
  }
  return solved(mesh, rows, x);
}

}  // namespace oracle
