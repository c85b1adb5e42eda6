// SPDX-License-Identifier: BSD-3-Clause
#include "carry.hpp"

std::vector<advection::Outcome> advection::carry_on_cpu(int cells) {
  return Carrier<stencil::backend::Cpu>(cells).all();
}

advection::Start advection::start(int cells) {
  const stencil::ColumnGrid grid = ring(cells);
  stencil::CenterField<double> profile(grid);
  profile.fill(profile_at);
  return {{grid.z_centers().begin(), grid.z_centers().end()}, profile.to_host()};
}
