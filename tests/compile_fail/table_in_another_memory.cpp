// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a table and the fields that it is asked at live in different memories; make the table for their backend, table<Backend>(x, values)
#include "another_backend.hpp"

#include <vector>

using namespace stencil;

auto look_up(const CenterField<double, another::Backend>& a, const std::vector<double>& x) {
  const auto t = table(x, x);
  return t(a) + 1.0;
}
