// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the weight of a histogram is a field or an expression; multiply the counts by a number
#include <stencil/stencil.hpp>

using namespace stencil;

auto count(const CenterField<double>& a, const std::vector<double>& edges) { return histogram(a, edges, 0.5); }
