// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

/// The value of a condition may be one number for all columns, or one per column: a SurfaceField or an expression.
namespace support {

/// Applies an operator made with surface values to all columns, and one made with those numbers to each.
template <class Axis, class From, class To, class Make>
void require_per_column(const Make& make) {
  for (const auto& grid : {quadratic_grid(21, 37), grid_per_column(4, 5), quadratic_grid(1, 3)}) {
    typename Axis::template field<From> x(grid);
    typename Axis::template field<To> result(grid);
    typename Axis::surface below(grid), above(grid);
    scatter(x, 1);
    scatter(below, 2);
    scatter(above, 3);
    result = make(below, 2 * above)(x);
    typename Axis::template field<To> expected(grid);
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      typename Axis::template field<To> with_numbers(grid);
      with_numbers = make(below(column), 2 * above(column))(x);
      for (int level = 0; level < result.levels(); ++level) expected(level, column) = with_numbers(level, column);
    }
    CAPTURE(grid.levels(), grid.columns());
    REQUIRE_THAT(levels_of(result), are(expected.to_host()));
  }
}

}  // namespace support
