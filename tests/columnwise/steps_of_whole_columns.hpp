// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/stencil.hpp>

/// A march that notes where it is called with what belongs to no column.
namespace columnwise_test {

using namespace stencil;

/// Counts levels from the top. A step and the formula after it note what belongs to no column: a level that is not the
/// next of its column, an end after too few levels, a result that no step gave. A state with 600 numbers more is too
/// large to go from lane to lane.
template <int More>
struct Watched {
  struct Passed {
    int levels;
    int more[More];
    int last;
  };
  int rows;
  int* strays;

  STENCIL_FUNCTION auto operator()(auto level) const {
    const auto all = rows;
    const auto note = [to = strays](bool stray) {
      if (stray) *to = 1;
    };
    const auto [from_above, counted] = march(
        from_top, Passed{},
        [all, note](auto& passed, int k) {
          note(k != all - 1 - passed.levels || passed.last != passed.levels);
          return passed.last++, passed.levels++;
        },
        at_end([all, note](const auto& passed) {
          note(passed.levels != all);
          return 1.0 * passed.last;
        }),
        level);
    const auto seen = pointwise([all, note](int passed) {
      note(passed < 0 || passed >= all);
      return 1.0 * passed;
    })(from_above);
    return results(seen + counted);
  }
};

/// Whether a stray was noted, and the lowest value of the last column.
struct Noted {
  bool stray;
  double lowest;
};
template <int More, class Location, class Backend, class Policy>
Noted strays_among_steps(int levels, std::size_t columns, const Policy& how) {
  Field<int, Location, Backend> level(ColumnGrid::uniform(levels, 0.0, 1.0, columns));
  Field<double, Location, Backend> out(level.grid());
  SurfaceField<int, Backend> strays(level.grid());
  strays.fill(0);
  level = level_index(Location{});
  const int rows = level.grid().size(Location{});
  assign(out, columnwise(Watched<More>{rows, strays.data()})(level), how);
  return {strays.to_host().front() != 0, out.to_host()[(columns - 1) * static_cast<std::size_t>(rows)]};
}

}  // namespace columnwise_test
