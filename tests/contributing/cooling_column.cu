// SPDX-License-Identifier: BSD-3-Clause
#include "contributing/cooling_column.hpp"

#include <stencil/cuda.hpp>

std::vector<double> user::cool_on_device(const CoolingCase& c) {
  return cool<stencil::backend::Cuda>(c, stencil::policy());
}
std::vector<double> user::cool_in_shared_memory(const CoolingCase& c) {
  return cool<stencil::backend::Cuda>(c, stencil::with(stencil::cuda::SharedMemory{}));
}
