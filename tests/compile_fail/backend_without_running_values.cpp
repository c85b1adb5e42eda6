// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend does not carry out running values; it lacks accumulate(outputs, policy)
#include "another_backend.hpp"

using namespace stencil;

void sum(FaceField<double, another::Backend>& integral, const CenterField<double, another::Backend>& a) {
  integral = cumulative_integral(a, bottom(0.0));
}
