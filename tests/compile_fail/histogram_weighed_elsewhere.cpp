// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what a histogram counts and weighs together lives at the location of the first
#include <stencil/stencil.hpp>

using namespace stencil;

auto count(const CenterField<double>& a, const FaceField<double>& f, const std::vector<double>& edges) {
  return histogram(a, edges, f);
}
