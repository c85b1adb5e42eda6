// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the Jacobian of Vecs by a field of numbers is no matrix of blocks
#include <stencil/stencil.hpp>

using namespace stencil;

auto jacobian_of_vecs_by_a_number(const CenterField<double>& a) { return jacobian(vec(a * a, a), wrt(a)); }
