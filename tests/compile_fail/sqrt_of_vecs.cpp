// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this function takes numbers and no Vecs; the length of a Vec is norm(u)
#include <stencil/stencil.hpp>

using namespace stencil;

auto root(const CenterField<Vec<double, 2>>& u) { return sqrt(u); }
