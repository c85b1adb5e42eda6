// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the Jacobian by a field of Vecs is one of an expression of Vecs
#include <stencil/stencil.hpp>

using namespace stencil;

auto jacobian_of_a_number_by_vecs(const CenterField<Vec<double, 2>>& v) {
  return jacobian(component<0>(v) * component<1>(v), wrt(v));
}
