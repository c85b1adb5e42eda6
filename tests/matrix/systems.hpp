// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>

#include "support/numbers.hpp"

/// Systems whose solutions are put to the proof by what is left of the right side.
namespace systems {

/// The largest |A x - b| in eps of the row's terms, A's rows and x and b being fields.
template <class Rows, class F>
double residual(const Rows& rows, const F& x, const F& b) {
  using Row = typename Rows::value_type;
  using T = typename F::value_type;
  const bool ring = x.grid().periodic();
  const int levels = ring ? x.grid().levels() : x.levels();
  double worst = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) {
    for (int k = 0; k < levels; ++k) {
      const Row row = rows(k, c);
      long double sum = -static_cast<long double>(b(k, c));
      long double size = std::abs(sum);
      for (int i = 0; i < Row::size; ++i) {
        int column = k + Row::low / 2 + i;
        if (ring) column = (column % levels + levels) % levels;
        if (column < 0 || column >= levels) continue;
        const long double term = static_cast<long double>(row.entry[i]) * x(column, c);
        sum += term;
        size += std::abs(term);
      }
      const double off = static_cast<double>(std::abs(sum) / (size * std::numeric_limits<T>::epsilon()));
      worst = off <= worst ? worst : off;  // a NaN stays
    }
  }
  return worst;
}

/// A diagonally dominant band: entries between -1 and 1, and on the diagonal the sum of their magnitudes plus `more`.
template <class Rows>
void fill_dominant(Rows& rows, double more) {
  using Row = typename Rows::value_type;
  using T = typename Row::entry_type;
  std::uint64_t place = 0;
  for (std::size_t c = 0; c < rows.columns(); ++c) {
    for (int k = 0; k < rows.levels(); ++k) {
      Row row{};
      double sum = more;
      for (int i = 0; i < Row::size; ++i) {
        if (2 * i == -Row::low) continue;
        row.entry[i] = static_cast<T>(support::scattered(++place, 7));
        sum += std::abs(static_cast<double>(row.entry[i]));
      }
      row.entry[-Row::low / 2] = static_cast<T>(sum);
      rows(k, c) = row;
    }
  }
}

}  // namespace systems
