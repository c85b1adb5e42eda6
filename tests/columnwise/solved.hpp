// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace columnwise_test {

/// x with A x = b, by elimination with pivots.
inline std::vector<long double> solved(std::vector<std::vector<long double>> a, std::vector<long double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t largest = i;
    for (std::size_t r = i; r < n; ++r)
      if (std::fabs(a[r][i]) > std::fabs(a[largest][i])) largest = r;
    std::swap(a[i], a[largest]), std::swap(b[i], b[largest]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const long double part = a[r][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[r][k] -= part * a[i][k];
      b[r] -= part * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace columnwise_test
