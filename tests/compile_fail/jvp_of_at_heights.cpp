// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a dense operator, a running mean, a remap, at_height or at_level at levels couples all levels of a column
#include <stencil/stencil.hpp>

using namespace stencil;

void change(CenterField<double>& d, const CenterField<double>& a, const CenterField<double>& z) {
  d = jvp(at_height(a, z), wrt(a), a);
}
