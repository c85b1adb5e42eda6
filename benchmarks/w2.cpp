// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

void benchmarks::add_w2(const std::vector<Size>& sizes) {
  add_precision<W2, double>(sizes);
  add_precision<W2, float>(sizes);
}
