// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_value_where takes what it gives where the condition holds nowhere as its last argument
#include <stencil/stencil.hpp>

using namespace stencil;

void wind_at_cloud_base(SurfaceField<double>& wind, const CenterField<double>& q, const CenterField<double>& u) {
  wind = first_value_where(q > 0.5, u);
}
