// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: dense operators, running means and remaps take expressions of numbers
#include <stencil/stencil.hpp>

using namespace stencil;

auto modes(const DenseC2C& m, const CenterField<Vec<double, 2>>& wind) { return m(wind); }
