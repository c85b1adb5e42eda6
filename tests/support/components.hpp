// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

/// On a field of Vec every operator works component by component, with Vec values in its conditions.
namespace support {

template <class Axis>
using Wind = stencil::Vec<typename Axis::number, 2>;
template <class Axis, class Location>
using WindField = stencil::Field<Wind<Axis>, Location, stencil::backend::Cpu, typename Axis::layout>;

/// `apply(x, v, w)` on winds with Vec conditions v and w, against the same on each component with its numbers.
template <class Axis, class From, class To, class Apply>
void require_by_component(const Apply& apply) {
  using Number = typename Axis::number;
  const Wind<Axis> v{2, Number(-0.5)}, w{-3, Number(0.25)};
  for (const int levels : {1, 2, 19, 40}) {
    const auto grid = quadratic_grid(levels, 19);
    WindField<Axis, From> wind(grid);
    WindField<Axis, To> result(grid);
    typename Axis::template field<From> component[] = {typename Axis::template field<From>(grid),
                                                       typename Axis::template field<From>(grid)};
    for (std::size_t i = 0; i < 2; ++i) {
      scatter(component[i], i);
      for (std::size_t column = 0; column < grid.columns(); ++column)
        for (int level = 0; level < wind.levels(); ++level) wind(level, column)[i] = component[i](level, column);
    }
    result = apply(wind, v, w);
    for (std::size_t i = 0; i < 2; ++i) {
      typename Axis::template field<To> expected(grid), got(grid);
      expected = apply(component[i], v[i], w[i]);
      for (std::size_t column = 0; column < grid.columns(); ++column)
        for (int level = 0; level < result.levels(); ++level) got(level, column) = result(level, column)[i];
      CAPTURE(levels, i);
      REQUIRE_THAT(levels_of(got), are(expected.to_host()));
    }
  }
}

}  // namespace support
