// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "carry.hpp"

std::vector<advection::Outcome> advection::carry_on_cuda(Mesh mesh, int cells) {
  return Carrier<stencil::backend::Cuda>(mesh, cells).all();
}
