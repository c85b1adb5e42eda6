// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table in the memory of a device cannot be read on the host; make one of the CPU for that
#include "another_backend.hpp"

#include <vector>

using namespace stencil;

double look_up(const std::vector<double>& x) {
  const auto t = table<another::Backend>(x, x);
  return t(0.5);
}
