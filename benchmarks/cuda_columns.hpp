// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace benchmarks {

struct Options {
  std::vector<int> levels = {10, 33, 63, 64, 137, 256, 1000};
  std::vector<std::size_t> columns = {8192, 86400, 1048576};
  int repetitions = 7;
  double seconds = 0.004;  ///< per repetition
  double gigabytes = 40;   ///< cases that need more are left out
  std::string only;        ///< a part of the case's name
  std::FILE* csv = stdout;
};

// One file each, for the time that nvcc takes. They throw when two ways to compute the same thing disagree.
void w1_double(const Options& options);
void w1_float(const Options& options);
void w2_double(const Options& options);
void w2_float(const Options& options);
void w3_double(const Options& options);
void w3_float(const Options& options);

}  // namespace benchmarks
