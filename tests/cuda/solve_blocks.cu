// SPDX-License-Identifier: BSD-3-Clause
#include "solve.hpp"

#include "device_backend.hpp"

namespace systems {

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
std::vector<double> diffused_around_by_lanes(const Size& size) {
  return diffused_around<DeviceBackend, stencil::layout::LevelsContiguous>(size,
                                                                           stencil::with(stencil::cuda::AroundRings{}));
}
std::vector<double> tracers_by_levels(const Size& size) {
  return reacting_tracers<DeviceBackend, stencil::layout::LevelsContiguous>(size);
}
std::vector<double> iterated_by_levels(const Size& size) {
  return iterated<DeviceBackend, stencil::layout::LevelsContiguous>(size);
}
#endif
std::vector<double> tracers_by_columns(const Size& size) {
  return reacting_tracers<DeviceBackend, stencil::layout::ColumnsContiguous>(size);
}

}  // namespace systems
