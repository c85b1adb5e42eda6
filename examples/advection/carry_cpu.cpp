// SPDX-License-Identifier: BSD-3-Clause
#include "carry.hpp"

std::vector<advection::Outcome> advection::carry_on_cpu(Mesh mesh, int cells) {
  return Carrier<stencil::backend::Cpu>(mesh, cells).all();
}

advection::Start advection::start(int cells) {
  const stencil::ColumnGrid grid = make_grid(Mesh::ring, cells);
  stencil::CenterField<double> profile(grid);
  profile.fill([](double z, std::size_t column) { return shape(z, column); });
  return {{grid.z_centers().begin(), grid.z_centers().end()}, profile.to_host()};
}
