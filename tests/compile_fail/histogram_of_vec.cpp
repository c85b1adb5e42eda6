// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a histogram or a profile is one of numbers
#include <stencil/stencil.hpp>

using namespace stencil;

auto mean(const CenterField<Vec<double, 2>>& wind) { return level_mean(wind); }
