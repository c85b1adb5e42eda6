// SPDX-License-Identifier: BSD-3-Clause
#include "at_heights.hpp"

#include "device_backend.hpp"

using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;

template <class Layout, class T, class Z>
at_heights::Values at_heights::results_on_device(int from_levels, int to_levels, std::size_t columns) {
  return at_heights::results<DeviceBackend, Layout, T, Z>(from_levels, to_levels, columns);
}
template at_heights::Values at_heights::results_on_device<LevelsContiguous, double, double>(int, int, std::size_t);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
template at_heights::Values at_heights::results_on_device<ColumnsContiguous, float, double>(int, int, std::size_t);
#endif
