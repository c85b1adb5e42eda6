// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_w3.cuh"

void benchmarks::w3_double(const Options& options) { run_w3_layouts<double>(options); }
