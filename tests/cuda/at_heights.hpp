// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "column/at_heights_program.hpp"

namespace at_heights {

template <class Layout, class T, class Z>
Values results_on_device(int from_levels, int to_levels, std::size_t columns);

}  // namespace at_heights
