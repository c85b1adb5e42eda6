// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes values at centers, but was given values at faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto filtered(const DenseC2C& filter, const FaceField<double>& f) { return filter(f); }
