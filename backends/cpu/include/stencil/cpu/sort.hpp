// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/column/column_memory.hpp>
#include <stencil/cpu/launch.hpp>

/// Sorted columns by the standard library, columns dealt to threads.
namespace stencil::cpu {

/// Whether one value comes before another, NaN last.
struct NumbersFirst {
  bool descending;
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (a != a || b != b) return a == a && b != b;
    }
    return descending ? b < a : a < b;
  }
};

/// f(first, last, columns together): columns that are neighbours in memory some at a time, so that a line of the cache
/// serves several.
template <class F>
void for_column_blocks(ColumnShape shape, bool across, std::size_t bytes_of_value, const F& f) {
  constexpr std::ptrdiff_t operations = 16;  // sorting a value costs more than moving it
  const std::ptrdiff_t together = across ? 16 : 1;
  const std::ptrdiff_t bytes = shape.columns * shape.rows * static_cast<std::ptrdiff_t>(bytes_of_value) * operations;
  for_chunks((shape.columns + together - 1) / together, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    f(first * together, std::min(last * together, shape.columns), together);
  });
}

/// Keys go with their rows, which decide where keys are equal: that is a stable sort, and it needs no memory.
template <class T>
void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted, const ColumnMemory<int>& order,
                  ColumnShape shape, bool descending) {
  struct Placed {
    T key;
    int row;
  };
  const auto rows = static_cast<std::ptrdiff_t>(shape.rows);
  const auto before = [less = NumbersFirst{descending}](const Placed& a, const Placed& b) {
    return less(a.key, b.key) || (a.row < b.row && !less(b.key, a.key));
  };
  for_column_blocks(shape, keys.across(), sizeof(T), [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t n) {
    std::vector<Placed> values(static_cast<std::size_t>(n * rows));
    for (std::ptrdiff_t c = first; c < last; c += n) {
      const std::ptrdiff_t count = std::min(n, last - c);
      const auto each = [&](const auto& f) {
        for (std::ptrdiff_t k = 0; k < rows; ++k) {
          for (std::ptrdiff_t of = 0; of < count; ++of) f(k, c + of, values[static_cast<std::size_t>(of * rows + k)]);
        }
      };
      each([&](std::ptrdiff_t k, std::ptrdiff_t column, Placed& placed) {
        placed = {keys(k, column), static_cast<int>(k)};
      });
      for (std::ptrdiff_t of = 0; of < count; ++of)
        std::sort(values.begin() + of * rows, values.begin() + (of + 1) * rows, before);
      each([&](std::ptrdiff_t k, std::ptrdiff_t column, const Placed& placed) {
        if (sorted.data != nullptr) sorted(k, column) = placed.key;
        if (order.data != nullptr) order(k, column) = placed.row;
      });
    }
  });
}

/// to(k) = from(order(k)) in every column; memory of `to` is nothing else's.
template <class T>
void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order, const ColumnMemory<T>& to,
                     ColumnShape shape) {
  for_column_blocks(shape, to.across(), sizeof(T), [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t n) {
    for (std::ptrdiff_t c = first; c < last; c += n) {
      const std::ptrdiff_t end = std::min(c + n, last);
      for (std::ptrdiff_t k = 0; k < shape.rows; ++k) {
        for (std::ptrdiff_t column = c; column < end; ++column) to(k, column) = from(order(k, column), column);
      }
    }
  });
}

}  // namespace stencil::cpu
