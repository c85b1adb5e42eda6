// SPDX-License-Identifier: BSD-3-Clause
#include "real.hpp"

#include <stencil/cuda.hpp>

namespace real_models {

namespace {
template <class Layout>
Named on_device(const ColumnGrid& grid) {
  Named all;
  each_kind(on<backend::Cuda, Layout>(grid),
            [&](const char* name, const Values& values) { all.emplace_back(name, values); });
  return all;
}
}  // namespace

Named levels_on_device(const ColumnGrid& grid) { return on_device<layout::LevelsContiguous>(grid); }
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Named columns_on_device(const ColumnGrid& grid) { return on_device<layout::ColumnsContiguous>(grid); }
#endif

}  // namespace real_models
