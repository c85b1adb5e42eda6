// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstddef>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// Counts levels from the top. A step and the formula after it note what belongs to no column: a level that is not the
/// next of its column, an end after too few levels, a result that no step gave.
struct Watched {
  /// More than lanes hand over at once.
  struct Passed {
    int levels;
    int first[600];
    int last;
  };
  int rows;
  std::atomic<int>* strays;

  STENCIL_FUNCTION auto operator()(auto level) const {
    const auto all = rows;
    const auto note = [to = strays](bool stray) { *to += stray ? 1 : 0; };
    const auto [from_above, left] = march(
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
    return results(seen + left);
  }
};

template <class Location, class Backend, class Policy>
void require_whole_columns(const char* name, int levels, std::size_t columns, const Policy& how) {
  INFO(levels << " levels, " << columns << " columns, " << name);
  Field<int, Location, Backend> level(ColumnGrid::uniform(levels, 0.0, 1.0, columns));
  Field<double, Location, Backend> out(level.grid());
  const int rows = level.grid().size(Location{});
  level = level_index(Location{});
  std::atomic<int> strays = 0;
  assign(out, columnwise(Watched{rows, &strays})(level), how);
  CHECK(strays == 0);
  CHECK(out(0, columns - 1) == 2 * rows - 1);
}

}  // namespace

TEST_CASE("Steps of marches are called for the levels of whole columns alone", "[columnwise]") {
  for (const int levels : {1, 5, 8}) {
    for (const std::size_t columns : {1UL, 5UL}) {
      require_whole_columns<Center, backend::Cpu>("rows", levels, columns, policy());
      require_whole_columns<Face, backend::Cpu>("rows", levels, columns, policy());
      // Teams with lanes for one column of nine rows, or two of six, and a part of another.
      const auto seven = with(emulation::Lanes<2>{7});
      require_whole_columns<Center, backend::Emulation>("lanes", levels, columns, seven);
      require_whole_columns<Face, backend::Emulation>("lanes", levels, columns, seven);
      const auto capped = with(emulation::CappedLanes<2>{{7}});
      require_whole_columns<Center, backend::Emulation>("capped lanes", levels, columns, capped);
      const auto block = with(emulation::SharedMemory<>{7, 1, false});
      require_whole_columns<Center, backend::Emulation>("a block", levels, columns, block);
      require_whole_columns<Face, backend::Emulation>("a block", levels, columns, block);
    }
  }
}
