// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_columns.cuh"

void benchmarks::w2_double(const Options& options) { run_layouts<W2, double>(options); }
