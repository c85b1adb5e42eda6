// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column functions, solves, running values, dense operators, sorts, histograms and quantiles through Kokkos run on execution spaces of the host and of CUDA
#include "elsewhere.hpp"

using namespace stencil;

struct Twice {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(2.0 * x); }
};
using Centers = CenterField<double, backend::Kokkos<Elsewhere>>;
void update(Centers& out, const Centers& a) { fields(out) = columnwise(Twice{})(a); }
