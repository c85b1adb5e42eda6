// SPDX-License-Identifier: BSD-3-Clause
// An emulated block that leaves out one barrier. ThreadSanitizer must call it a race; if it does not, neither would it
// find a barrier that someone forgot.
#include "nested.hpp"

int main() {
  Nested<stencil::backend::Emulation> n(stencil::ColumnGrid::stretched(40, 0.0, 1.0, 0.01, 7));
#ifdef LANES
  const stencil::emulation::Lanes<2> block{6, DROPPED_BARRIER};
#elif defined(NOTHING_STORED)
  // One barrier: between the last read of an operand and the first write to it.
  const stencil::emulation::Block<stencil::plan::StoreNothing> block{4, 2, DROPPED_BARRIER};
#else
  const stencil::emulation::Block<> block{4, 2, DROPPED_BARRIER};
#endif
  assign(n.a, n.update(), stencil::with(block));
  return n.a(0, 0) > 0 ? 0 : 1;
}
