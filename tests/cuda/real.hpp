// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "real/all.hpp"

/// The expressions of real models on a GPU.
namespace real_models {

using Named = std::vector<std::pair<const char*, Values>>;

/// What each_kind and each_march visit.
template <class Backend, class Layout>
Named visited(const ColumnGrid& grid) {
  Named all;
  const auto keep = [&](const char* name, const Values& values) { all.emplace_back(name, values); };
  const auto on_grid = on<Backend, Layout>(grid);
  each_kind(on_grid, keep);
  each_march(on_grid, keep);
  return all;
}

/// The same on a device.
Named levels_on_device(const ColumnGrid& grid);
Named columns_on_device(const ColumnGrid& grid);

}  // namespace real_models
