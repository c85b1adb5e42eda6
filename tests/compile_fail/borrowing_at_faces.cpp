// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: VerticalMassBorrowing takes two fields at centers
#include <stencil/stencil.hpp>

using namespace stencil;

void borrow(const FaceField<double>& q, const FaceField<double>& rho) { VerticalMassBorrowing{}(q, rho); }
