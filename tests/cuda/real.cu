// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "real/all.hpp"

namespace real_models {

/// A choice of the expressions in tests/real, to be looked at where no GPU could run them.
void look_at(const ColumnGrid& grid) {
  const auto on_grid = on<backend::Cuda, layout::LevelsContiguous>(grid);
  const auto visit = [](const char*, const Values&) {};
  each_kind(on_grid, visit);
  each_march(on_grid, visit);
}

}  // namespace real_models
