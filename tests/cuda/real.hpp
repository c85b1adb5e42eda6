// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "real/all.hpp"

/// The expressions of real models on a GPU.
namespace real_models {

using Named = std::vector<std::pair<const char*, Values>>;

/// Those that each_kind visits, on a device.
Named levels_on_device(const ColumnGrid& grid);
Named columns_on_device(const ColumnGrid& grid);

}  // namespace real_models
