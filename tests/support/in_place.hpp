// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

namespace support {

/// `a = update(a)` must give what `a = update(copy of a)` gives, on one thread and on several, at every column.
template <class Axis, class Location, class Update>
void require_in_place(const Update& update) {
  using Field = typename Axis::template field<Location>;
  const auto require = [&](const stencil::ColumnGrid& grid, int threads) {
    const Threads running(threads);
    Field a(grid);
    scatter(a);
    const Field copy(a);
    Field expected(grid);
    expected = update(copy);
    a = update(a);
    CAPTURE(grid.levels(), grid.columns(), grid.periodic(), threads);
    REQUIRE_THAT(levels_of(a), are(expected.to_host()));
    const bool changed = expected.to_host() != copy.to_host();
    REQUIRE(changed);
  };
  for (const int levels : {3, 7, 31, 64, 65}) {
    require(quadratic_grid(levels, 5), 1);
    require(stencil::ColumnGrid::periodic(levels, 0.0, 1.0, 5), 1);
  }
  require(quadratic_grid(65, 3001), 4);  // more bytes than one thread is given alone
  require(stencil::ColumnGrid::periodic(40, 0.0, 1.0, 5003), 3);
}

}  // namespace support
