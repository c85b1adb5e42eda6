// SPDX-License-Identifier: BSD-3-Clause
#include "steps_of_whole_columns.hpp"

#include <cstddef>
#include <type_traits>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

namespace {

using namespace columnwise_test;

template <int More, class Location, class Backend, class Policy>
void require_whole_columns(const char* name, int levels, std::size_t columns, const Policy& how) {
  INFO(levels << " levels, " << columns << " columns, " << name);
  const Noted noted = strays_among_steps<More, Location, Backend>(levels, columns, how);
  CHECK(!noted.stray);
  CHECK(noted.lowest == 2 * (levels + (std::is_same_v<Location, Face> ? 1 : 0)) - 1);
}

}  // namespace

TEST_CASE("Steps of marches are called for the levels of whole columns alone", "[columnwise]") {
  for (const int levels : {1, 5, 8}) {
    for (const std::size_t columns : {1UL, 5UL}) {
      require_whole_columns<1, Center, backend::Cpu>("rows", levels, columns, policy());
      require_whole_columns<1, Face, backend::Cpu>("rows", levels, columns, policy());
      // Teams with lanes for one column of nine rows, or two of six, and a part of another.
      const auto seven = with(emulation::Lanes<2>{7});
      require_whole_columns<1, Center, backend::Emulation>("lanes", levels, columns, seven);
      require_whole_columns<1, Face, backend::Emulation>("lanes", levels, columns, seven);
      require_whole_columns<600, Face, backend::Emulation>("lanes, a large state", levels, columns, seven);
      const auto capped = with(emulation::CappedLanes<2>{{7}});
      require_whole_columns<1, Center, backend::Emulation>("capped lanes", levels, columns, capped);
      require_whole_columns<600, Face, backend::Emulation>("capped lanes, a large state", levels, columns, capped);
      const auto block = with(emulation::SharedMemory<>{7, 1, false});
      require_whole_columns<1, Center, backend::Emulation>("a block", levels, columns, block);
      require_whole_columns<600, Face, backend::Emulation>("a block", levels, columns, block);
    }
  }
}
