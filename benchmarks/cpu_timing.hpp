// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace timing {

/// Seconds of one call.
template <class F>
double seconds_of(const F& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Seconds of the shortest of some calls, after a first one.
template <class F>
double shortest(int calls, const F& call) {
  call();
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < calls; ++i) best = std::min(best, seconds_of(call));
  return best;
}

}  // namespace timing
