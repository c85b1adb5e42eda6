// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the fields of a histogram or a profile live in different memories (host and device), or not in that of the backend that is named; give all fields the same backend
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

JointHistogram pairs(const CenterField<double, backend::Cuda>& a, const CenterField<double>& b) {
  return joint_histogram(a, {0.0, 1.0}, b, {0.0, 1.0});
}
