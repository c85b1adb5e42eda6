// SPDX-License-Identifier: BSD-3-Clause
#include "real.hpp"

#include <stencil/cuda.hpp>

namespace real_models {

namespace {
template <class Layout>
Named on_device(const ColumnGrid& grid) {
  Named all;
  const auto keep = [&](const char* name, const Values& values) { all.emplace_back(name, values); };
  const auto on_grid = on<backend::Cuda, Layout>(grid);
  each_kind(on_grid, keep);
  each_march(on_grid, keep);
  return all;
}
}  // namespace

Named levels_on_device(const ColumnGrid& grid) { return on_device<layout::LevelsContiguous>(grid); }
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Named columns_on_device(const ColumnGrid& grid) { return on_device<layout::ColumnsContiguous>(grid); }
#endif

}  // namespace real_models
