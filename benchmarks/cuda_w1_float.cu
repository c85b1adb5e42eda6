// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_columns.cuh"

void benchmarks::w1_float(const Options& options) { run_layouts<W1, float>(options); }
