// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this matrix takes values at centers, but was given values at faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto matrix_times_the_wrong_location(const FaceField<double>& f) { return operator_matrix(GradientC2F()) * f; }
