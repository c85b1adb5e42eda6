// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

/// W1, W2 and W3 on the CPU beside the same kernel by hand and a triad of the same streams. Run it through table.py.
int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  // The second-level cache holds the first two; the third is some 500 MB in float64.
  const std::vector<benchmarks::Size> sizes = {
      {64, 1, "one"}, {64, 256, "L2"}, {63, 256, "L2"}, {64, 1 << 18, "memory"}, {63, 1 << 18, "memory"}};
  benchmarks::add_w1(sizes);
  benchmarks::add_w2(sizes);
  benchmarks::add_w3(sizes);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
