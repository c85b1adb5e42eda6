// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace support {

/// x with A x = b for one column of numbers, by elimination with pivots. `a`: the rows of a dense matrix.
template <class Row>
Row solved(std::vector<Row> a, Row b) {
  const auto n = static_cast<int>(b.size());
  auto* const rows = a.data();
  auto* const x = b.data();
  for (int i = 0; i < n; ++i) {
    int pivot = i;
    for (int r = i; r < n; ++r) pivot = std::fabs(rows[r].data()[i]) > std::fabs(rows[pivot].data()[i]) ? r : pivot;
    std::swap(rows[i], rows[pivot]), std::swap(x[i], x[pivot]);
    const auto* const above = rows[i].data();
    for (int r = i + 1; r < n; ++r) {
      auto* const row = rows[r].data();
      const auto factor = row[i] / above[i];
      if (factor == 0) continue;
      for (int c = i; c < n; ++c) row[c] -= factor * above[c];
      x[r] -= factor * x[i];
    }
  }
  for (int i = n; i-- > 0;) {
    const auto* const row = rows[i].data();
    for (int c = i + 1; c < n; ++c) x[i] -= row[c] * x[c];
    x[i] /= row[i];
  }
  return b;
}

}  // namespace support
