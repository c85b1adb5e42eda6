// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

void benchmarks::add_w3(const std::vector<Size>& sizes) {
  add_precision<W3, double>(sizes);
  add_precision<W3, float>(sizes);
}
