// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>

#include "support/agreement.hpp"
#include "support/numbers.hpp"

namespace support {

/// operation(2 x - y/2) == 2 operation(x) - operation(y)/2, up to rounding of the largest values; x and y are
/// scattered.
template <class From, class Result, class Operation>
void require_linear(const Operation& operation) {
  const auto grid = quadratic_grid(47, 3);
  stencil::Field<double, From> x(grid), y(grid), both(grid);
  scatter(x, 1);
  scatter(y, 2);
  for (std::size_t column = 0; column < grid.columns(); ++column)
    for (int level = 0; level < x.levels(); ++level) both(level, column) = 2 * x(level, column) - y(level, column) / 2;
  using To = stencil::Field<double, Result>;
  const To of_x = evaluated<To>(grid, operation(x));
  const To of_y = evaluated<To>(grid, operation(y));
  const To of_both = evaluated<To>(grid, operation(both));
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    for (int level = 0; level < of_x.levels(); ++level) {
      const double expected = 2 * of_x(level, column) - of_y(level, column) / 2;
      CAPTURE(level, column, of_both(level, column), expected);
      REQUIRE(std::abs(of_both(level, column) - expected) <= 500 * 0x1p-52);
    }
  }
}

/// Every value of a field.
template <class Field>
void require_everywhere(const Field& field, typename Field::value_type expected,
                        typename Field::value_type tolerance = 0) {
  for (std::size_t column = 0; column < field.columns(); ++column) {
    for (int level = 0; level < field.levels(); ++level) {
      CAPTURE(level, column, field(level, column), expected);
      REQUIRE(std::abs(field(level, column) - expected) <= tolerance);
    }
  }
}

}  // namespace support
