// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a dense operator, a running mean, a remap, at_height or at_level at levels couples all levels of a column
#include <stencil/stencil.hpp>

using namespace stencil;

auto dense_rows(const CenterField<double>& a, const DenseC2C& m) { return jacobian(a * m(a), wrt(a)); }
