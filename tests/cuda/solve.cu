// SPDX-License-Identifier: BSD-3-Clause
#include "solve.hpp"

#include "device_backend.hpp"

namespace systems {

std::vector<double> double_by_levels(const Size& size) {
  return results<DeviceBackend, double, stencil::layout::LevelsContiguous>(size);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
std::vector<float> float_by_columns(const Size& size) {
  return results<DeviceBackend, float, stencil::layout::ColumnsContiguous>(size);
}
#endif

}  // namespace systems
