// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an array has no arithmetic of its own; inside a column function write a formula for each of its values, each([&](auto x) { return 2.0 * x; }, q), or for one, q[0]; their sum is sum_of(q)
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

void slopes(FaceField<double>& f, const std::array<CenterField<double>, 2>& q) { f = GradientC2F()(q); }
