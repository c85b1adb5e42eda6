// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: VerticalMassBorrowing takes two fields at centers, the mixing ratio and the density; assign
#include <stencil/stencil.hpp>

using namespace stencil;

void borrow(const CenterField<double>& q, const CenterField<double>& rho) { VerticalMassBorrowing{1e-9}(2.0 * q, rho); }
