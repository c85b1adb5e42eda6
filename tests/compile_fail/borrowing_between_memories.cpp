// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the mixing ratio and the density given to VerticalMassBorrowing live in different memories
#include "another_backend.hpp"

using namespace stencil;

void borrow(const CenterField<double>& q, const CenterField<double, another::Backend>& rho) {
  VerticalMassBorrowing{}(q, rho);
}
