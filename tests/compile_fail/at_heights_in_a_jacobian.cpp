// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a dense operator, a running mean, a remap, at_height or at_level at levels couples all levels of a column, so a Jacobian through it is dense
#include <stencil/stencil.hpp>

using namespace stencil;

auto jacobian_of(const CenterField<double>& a, const CenterField<double>& z) {
  return jacobian(at_height(a, z), wrt(a));
}
