// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: VerticalMassBorrowing changes a field of float or double
#include <stencil/stencil.hpp>

using namespace stencil;

void borrow(CenterField<int>& q, const CenterField<double>& rho) { VerticalMassBorrowing{1.0}(q, rho); }
