// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <stencil/cuda.hpp>

namespace timing {

/// Median seconds of a call on the device, of five rounds of `calls` calls.
template <class F>
double seconds(int calls, const F& call) {
  using namespace stencil;
  cudaEvent_t begin, end;
  cuda::require(cudaEventCreate(&begin), "event");
  cuda::require(cudaEventCreate(&end), "event");
  call();
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    cuda::require(cudaEventRecord(begin), "event");
    for (int i = 0; i < calls; ++i) call();
    cuda::require(cudaEventRecord(end), "event");
    cuda::require(cudaEventSynchronize(end), "event");
    float elapsed = 0;
    cuda::require(cudaEventElapsedTime(&elapsed, begin, end), "event");
    rounds.push_back(1e-3 * static_cast<double>(elapsed) / calls);
  }
  cuda::require(cudaEventDestroy(begin), "event");
  cuda::require(cudaEventDestroy(end), "event");
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

}  // namespace timing
