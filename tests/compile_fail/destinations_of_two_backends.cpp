// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the destinations of one evaluate must have the same backend
#include "another_backend.hpp"

using namespace stencil;

void update(CenterField<double>& out, CenterField<double, another::Backend>& other) {
  evaluate(into(out, 1.0), into(other, 2.0));
}
