// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

/// Every expression's Jacobian, applied to a direction, against differences of the oracle in long double.
namespace fuzz {

/// How much an input changes where the derivative is taken: another input.
inline constexpr Input direction_of(Input which) {
  switch (which) {
    case Input::a:
      return Input::b;
    case Input::b:
      return Input::a;
    case Input::f:
      return Input::g;
    default:
      return Input::f;
  }
}

/// The oracle's values with one input moved along its direction.
template <class Expression>
std::vector<oracle::Number> moved(const Case& grid, std::size_t column, Input which, long double step,
                                  const Expression& expression) {
  OracleColumn inputs = oracle_columns(grid)[column];
  const auto move = [&](auto& profile) {
    const std::size_t rows = profile.values.size();
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t place = grid.periodic() ? row % static_cast<std::size_t>(grid.levels) : row;
      profile.values[row].value += step * input_value(direction_of(which), column, place);
    }
  };
  switch (which) {
    case Input::a:
      move(inputs.a);
      break;
    case Input::b:
      move(inputs.b);
      break;
    case Input::f:
      move(inputs.f);
      break;
    default:
      move(inputs.g);
  }
  return expression(inputs).values;
}

/// The derivative along the direction, and how far it may be off; a NaN where no derivative can be had.
struct Slopes {
  std::vector<long double> value, error;
};
template <class Expression>
Slopes slopes(const Case& grid, std::size_t column, Input which, const Expression& expression) {
  constexpr long double step = 0x1p-22L;
  const auto above = moved(grid, column, which, step, expression);
  const auto below = moved(grid, column, which, -step, expression);
  const auto far_above = moved(grid, column, which, 2 * step, expression);
  const auto far_below = moved(grid, column, which, -2 * step, expression);
  Slopes result;
  long double largest = 0;
  for (std::size_t row = 0; row < above.size(); ++row) {
    const long double near = (above[row].value - below[row].value) / (2 * step);
    const long double far = (far_above[row].value - far_below[row].value) / (4 * step);
    largest = std::max(largest, std::fabs(near));
    const bool doubtful = above[row].doubtful || below[row].doubtful || far_above[row].doubtful ||
                          far_below[row].doubtful || std::fabs(near - far) > 1e-5L * (std::fabs(near) + 1e-3L);
    result.value.push_back(near);
    result.error.push_back(doubtful ? std::nanl("") : 4 * std::fabs(near - far));
  }
  for (long double& error : result.error) error += 1e-10L * (1 + largest);
  return result;
}

/// The rows of one column of an expression, one by one.
template <class Node>
std::vector<double> rows_of(const Node& node, const stencil::ColumnGrid& grid, std::size_t column) {
  using Location = typename Node::location;
  const stencil::ColumnGridData& data = grid.data();
  const stencil::EvaluatedColumns set{data.levels, data.periodic, data.per_column, data.view<double>(),
                                      data.view<float>()};
  std::vector<double> values;
  for (int row = 0; row < stencil::rows_at<Location>(data.levels); ++row) {
    values.push_back(node.value(stencil::RowCursor<stencil::plan::StoreNothing, Location>{
        set, static_cast<std::ptrdiff_t>(column), row, nullptr, 0}));
  }
  return values;
}

struct Tally {
  std::size_t judged = 0, all = 0;
};

template <class Expression, class Matrix, class Direction>
void compare_slopes(const char* name, const Case& grid, Input which, const Expression& expression,
                    const Matrix& jacobian, const Direction& direction, Tally& tally) {
  const auto node = jacobian * direction;
  for (std::size_t column = 0; column < direction.columns(); ++column) {
    const Slopes expected = slopes(grid, column, which, expression);
    const std::vector<double> got = rows_of(node, direction.grid(), column);
    REQUIRE(got.size() == expected.value.size());
    for (std::size_t row = 0; row < got.size(); ++row) {
      ++tally.all;
      if (std::isnan(expected.error[row])) continue;
      ++tally.judged;
      const long double off = std::fabs(got[row] - expected.value[row]);
      if (off <= expected.error[row]) continue;
      FAIL_CHECK("\"" << name << "\" by " << "abfg"[static_cast<std::size_t>(which)] << ", "
                      << grid_names[static_cast<std::size_t>(grid.kind)] << " grid, " << grid.levels
                      << " levels, column " << column << ", row " << row << ": got " << got[row] << ", expected "
                      << static_cast<double>(expected.value[row]) << ", off by " << static_cast<double>(off)
                      << " where " << static_cast<double>(expected.error[row]) << " are allowed");
      return;
    }
  }
}

/// Holds the Jacobian of one expression to the oracle, by a center field and by a face field: a and f, or b and g where
/// it reads neither.
template <class Expression>
void fuzz_jacobian(const char* name, const Expression& expression) {
  Tally tally;
  for (const Case& grid : all_cases()) {
    if (grid.levels > 33) continue;
    const auto& fields = library_columns<Assignment<double, LevelsFirst>>(grid, 3);
    const auto node = expression(fields);
    // A derivative by a field that an expression does not read is refused.
    const auto reads = [&](const auto& x) {
      return stencil::detail::differentiation::occurs(stencil::as_node(x), node);
    };
    const auto compare = [&](Input which, const auto& x, const auto& direction) {
      if (reads(x))
        compare_slopes(name, grid, which, expression, stencil::jacobian(node, stencil::wrt(x)), direction, tally);
    };
    const bool first = reads(fields.a) || reads(fields.f);
    compare(first ? Input::a : Input::b, first ? fields.a : fields.b, first ? fields.b : fields.a);
    compare(first ? Input::f : Input::g, first ? fields.f : fields.g, first ? fields.g : fields.f);
  }
  INFO("\"" << name << "\": of " << tally.all << " slopes " << tally.judged << " could be judged");
  CHECK(tally.all > 0);
  CHECK(static_cast<double>(tally.judged) >= 0.7 * static_cast<double>(tally.all));
}

}  // namespace fuzz
