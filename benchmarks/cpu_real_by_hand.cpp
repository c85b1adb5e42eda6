// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "cpu_real.hpp"

namespace race {
namespace {

template <bool Across, int Width>
void run(const Raw& x) {
  static std::vector<Real> memory(static_cast<std::size_t>(Case::scratch + 1) * (most_levels + 1) * Width);
  Block<Across, Width> block{
      x.columns, 0, x.levels, 0, Case::parts, Width, memory.data(), Width, std::ptrdiff_t{most_levels + 1} * Width};
  for (std::ptrdiff_t first = 0; first < x.columns; first += Width) {
    block.first = first;
    block.count = static_cast<int>(std::min<std::ptrdiff_t>(Width, x.columns - first));
    Case::by_hand(x, block);
  }
}

}  // namespace

void run_by_hand(const Raw& x, bool across) {
  if (across)
    run<true, 64>(x);
  else
    run<false, 1>(x);
}

}  // namespace race
