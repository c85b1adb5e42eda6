// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: VerticalMassBorrowing takes two fields at centers, the mixing ratio and the density; assign
#include <stencil/stencil.hpp>

using namespace stencil;

void borrow(CenterField<double>& q) { VerticalMassBorrowing{1e-9}(q, 1.2); }
