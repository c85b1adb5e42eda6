// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

#include "device_backend.hpp"

template <class Layout, class T>
std::vector<double> columns::run_on_device(const program::Case& c) {
  return columns::run<DeviceBackend, Layout, T>(c);
}
template std::vector<double> columns::run_on_device<stencil::layout::LevelsContiguous, double>(const program::Case&);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
template std::vector<double> columns::run_on_device<stencil::layout::ColumnsContiguous, float>(const program::Case&);
template std::vector<double> columns::run_on_device<stencil::layout::LevelsContiguous, float>(const program::Case&);
#endif
