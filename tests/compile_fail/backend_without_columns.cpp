// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: dense operators, running means, remaps, at_height and at_level at levels go through whole columns, for which this backend lacks
#include "another_backend.hpp"

using namespace stencil;

void smooth(CenterField<double, another::Backend>& mean, const CenterField<double, another::Backend>& a) {
  mean = running_mean(a, 100.0);
}
