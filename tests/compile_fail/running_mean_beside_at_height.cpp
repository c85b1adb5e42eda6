// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a sorted column, a running mean, at_height or at_level at levels, a dense operator or a remap cannot stand beside a column function, such as at_height at one height
#include <stencil/stencil.hpp>

using namespace stencil;

void departure(CenterField<double>& out, const CenterField<double>& a) {
  out = running_mean(a, 200.0) - at_height(a, 10.0);
}
