// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the smallest and the largest are those of numbers; how often a condition holds is global_sum(x > 1.0)
#include <stencil/stencil.hpp>

using namespace stencil;

bool anywhere(const CenterField<double>& x) { return global_max(x > 1.0); }
