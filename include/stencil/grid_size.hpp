// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <vector>

#include <stencil/error.hpp>

/// How large a grid may be, so that std::ptrdiff_t counts its bytes and int its rows. Some ways to carry an assignment
/// out take less, and say so.
namespace stencil::detail::grid_size {

/// Kernels count rows in int, and so the values that one thread or block takes.
inline constexpr int most_levels = 1 << 24;
/// Each may take a KiB.
inline constexpr auto most_values = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max() / 1024);

inline void require(std::size_t faces, std::size_t columns) {
  if (faces > static_cast<std::size_t>(most_levels) + 1) {
    detail::messages::raise<GridError>(
        {"ColumnGrid: a column has at most ", most_levels, " levels, but ", faces - 1, " were asked for"});
  }
  if (faces > 0 && columns > most_values / faces) {
    detail::messages::raise<GridError>(
        {"ColumnGrid: ", columns, " columns of ", faces, " faces are more values than memory has addresses for"});
  }
}
[[noreturn]] STENCIL_COLD inline void refuse_for_memory(std::size_t faces, std::size_t columns) {
  detail::messages::raise<GridError>({"ColumnGrid: out of memory for the heights of ", faces, " faces in ", columns,
                                      columns == 1 ? " column" : " columns"});
}

/// Memory for heights.
inline std::vector<double> heights(std::size_t faces, std::size_t columns) {
  require(faces, columns);
  try {
    return std::vector<double>(faces * columns);
  } catch (const std::bad_alloc&) {
    refuse_for_memory(faces, columns);
  }
}
inline std::vector<double> copy_of(std::span<const double> z_faces, std::size_t columns) {
  std::vector<double> copy = heights(z_faces.size() / columns, columns);
  for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = z_faces[i];
  return copy;
}

// Root of 1 + r + ... + r^(n-1) = ratio by bisection: the sum grows with r.
inline double growth_factor(int n, double ratio) {
  const auto sum = [n](double r) {
    double s = 0, term = 1;
    for (int i = 0; i < n && s < 1e300; ++i, term *= r) s += term;
    return s;
  };
  double low = 0, high = 1;
  while (n > 1 && sum(high) < ratio) high *= 2;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (sum(middle) < ratio ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace stencil::detail::grid_size
