// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

void benchmarks::add_w1(const std::vector<Size>& sizes) {
  add_precision<W1, double>(sizes);
  add_precision<W1, float>(sizes);
}
