// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: level_quantile is of numbers; the share of columns where a condition holds is level_mean(x > 1.0)
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

std::vector<double> median(const CenterField<double>& x) { return level_quantile(x > 1.0, 0.5); }
