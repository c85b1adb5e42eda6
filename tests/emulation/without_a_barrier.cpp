// SPDX-License-Identifier: BSD-3-Clause
// without_a_barrier STRATEGY NUMBER: an emulated block, or lanes, that leave out the barrier of that number.
// ThreadSanitizer must call it a race; if it does not, neither would it find a barrier that someone forgot.
#include "nested.hpp"

#include <cstdlib>
#include <string_view>

int main(int count, char** arguments) {
  using namespace stencil;
  if (count != 3) return 2;
  const std::string_view strategy = arguments[1];
  const int dropped = std::atoi(arguments[2]);
  Nested<backend::Emulation> n(ColumnGrid::stretched(40, 0.0, 1.0, 0.01, 7));
  if (strategy == "lanes") {
    assign(n.a, n.update(), with(emulation::Lanes<2>{6, dropped}));
  } else if (strategy == "nothing_stored") {
    // One barrier: between the last read of an operand and the first write to it.
    assign(n.a, n.update(), with(emulation::Block<plan::StoreNothing>{4, 2, dropped}));
  } else {
    assign(n.a, n.update(), with(emulation::Block<>{4, 2, dropped}));
  }
  return n.a(0, 0) > 0 ? 0 : 1;
}
