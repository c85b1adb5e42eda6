// SPDX-License-Identifier: BSD-3-Clause
#include "steps.hpp"

#include "device_backend.hpp"

namespace steps {

using stencil::layout::LevelsContiguous;

std::vector<double> implicitly_by_levels(const Size& size) {
  return stepped_implicitly<DeviceBackend, double, LevelsContiguous>(size);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
using stencil::layout::ColumnsContiguous;

std::vector<float> implicitly_by_columns(const Size& size) {
  return stepped_implicitly<DeviceBackend, float, ColumnsContiguous>(size);
}
std::vector<double> explicitly_by_levels(const Size& size) {
  return stepped_explicitly<DeviceBackend, double, LevelsContiguous>(size);
}
std::vector<float> explicitly_by_columns(const Size& size) {
  return stepped_explicitly<DeviceBackend, float, ColumnsContiguous>(size);
}
#endif

}  // namespace steps
