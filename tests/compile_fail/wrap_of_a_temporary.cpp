// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a wrapped array stays where it is, but this one is a temporary
#include <stencil/stencil.hpp>

#include <vector>

using namespace stencil;

std::vector<double> load();

void read(CenterField<double>& out) {
  const auto x = wrap_center(load(), out.grid());
  out = 2.0 * x;
}
