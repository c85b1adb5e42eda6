// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: VerticalMassBorrowing changes whole columns, all of them; it takes no mask
#include <stencil/stencil.hpp>

using namespace stencil;

void borrow(CenterField<double>& q, const CenterField<double>& rho) {
  VerticalMassBorrowing{1e-9}(q, rho, active_levels(1, 3));
}
