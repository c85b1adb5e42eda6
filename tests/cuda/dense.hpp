// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "column/dense_program.hpp"
#include "column/remap_program.hpp"

namespace dense {

template <class Layout, class T>
Run run_on_device(int levels, std::size_t columns);
template <class Layout, class T>
Values remaps_on_device(int from_levels, int to_levels, std::size_t columns, bool only_equal_heights);

}  // namespace dense
