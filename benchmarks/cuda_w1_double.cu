// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_columns.cuh"

void benchmarks::w1_double(const Options& options) { run_layouts<W1, double>(options); }
