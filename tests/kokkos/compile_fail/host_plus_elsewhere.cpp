// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: host and device fields cannot be combined in one expression
#include "elsewhere.hpp"

using namespace stencil;

auto sum(const CenterField<double, backend::Kokkos<Kokkos::Serial>>& a,
         const CenterField<double, backend::Kokkos<Elsewhere>>& b) {
  return a + b;
}
