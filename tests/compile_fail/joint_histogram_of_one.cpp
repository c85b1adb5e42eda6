// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: joint_histogram takes two expressions, each with the edges of its bins
#include <stencil/stencil.hpp>

using namespace stencil;

auto count(const CenterField<double>& a) { return joint_histogram(a, {0.0, 1.0}); }
