// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: CheckValues needs a backend with each_column, which the backend of these fields lacks
#include "another_backend.hpp"

using namespace stencil;

void update(CenterField<double, another::Backend>& out, const CenterField<double, another::Backend>& a) {
  assign(out, 2.0 * a, check_values);
}
