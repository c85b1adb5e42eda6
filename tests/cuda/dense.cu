// SPDX-License-Identifier: BSD-3-Clause
#include "dense.hpp"

#include "device_backend.hpp"

using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;

template <class Layout, class T>
dense::Run dense::run_on_device(int levels, std::size_t columns) {
  return dense::run<DeviceBackend, Layout, T>(levels, columns);
}
template <class Layout, class T>
dense::Values dense::remaps_on_device(int from_levels, int to_levels, std::size_t columns, bool only_equal_heights) {
  return remaps::results<DeviceBackend, Layout, T>(from_levels, to_levels, columns, only_equal_heights);
}
template dense::Run dense::run_on_device<LevelsContiguous, double>(int, std::size_t);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
template dense::Run dense::run_on_device<ColumnsContiguous, float>(int, std::size_t);
template dense::Values dense::remaps_on_device<ColumnsContiguous, float>(int, int, std::size_t, bool);
#endif
template dense::Values dense::remaps_on_device<LevelsContiguous, double>(int, int, std::size_t, bool);
