// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_columns.cuh"

void benchmarks::w2_float(const Options& options) { run_layouts<W2, float>(options); }
