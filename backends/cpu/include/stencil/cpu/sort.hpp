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

template <class T>
void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted, const ColumnMemory<int>& order,
                  ColumnShape shape, bool descending) {
  struct Placed {
    T key;
    int row;
  };
  const auto rows = static_cast<std::ptrdiff_t>(shape.rows);
  const NumbersFirst before{descending};
  // Sorts what `read` makes of some columns, then gives it to `write`, at `place` of column `of`.
  const auto sort = [&]<class Value>(std::vector<Value>& values, const auto& by, const auto& read, const auto& write,
                                     std::ptrdiff_t first, std::ptrdiff_t count) {
    for (std::ptrdiff_t k = 0; k < rows; ++k) {
      for (std::ptrdiff_t of = 0; of < count; ++of)
        values[static_cast<std::size_t>(of * rows + k)] = read(k, first + of);
    }
    for (std::ptrdiff_t of = 0; of < count; ++of)
      std::stable_sort(values.begin() + of * rows, values.begin() + (of + 1) * rows, by);
    for (std::ptrdiff_t k = 0; k < rows; ++k) {
      for (std::ptrdiff_t of = 0; of < count; ++of)
        write(k, first + of, values[static_cast<std::size_t>(of * rows + k)]);
    }
  };
  for_column_blocks(shape, keys.across(), sizeof(T), [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t n) {
    const auto each_block = [&](const auto& f) {
      for (std::ptrdiff_t c = first; c < last; c += n) f(c, std::min(n, last - c));
    };
    if (order.data == nullptr) {
      std::vector<T> values(static_cast<std::size_t>(n * rows));
      each_block([&](std::ptrdiff_t c, std::ptrdiff_t count) {
        sort(
            values, before, [&](std::ptrdiff_t k, std::ptrdiff_t of) { return keys(k, of); },
            [&](std::ptrdiff_t k, std::ptrdiff_t of, const T& value) { sorted(k, of) = value; }, c, count);
      });
    } else {
      std::vector<Placed> values(static_cast<std::size_t>(n * rows));
      each_block([&](std::ptrdiff_t c, std::ptrdiff_t count) {
        sort(
            values, [&](const Placed& a, const Placed& b) { return before(a.key, b.key); },
            [&](std::ptrdiff_t k, std::ptrdiff_t of) { return Placed{keys(k, of), static_cast<int>(k)}; },
            [&](std::ptrdiff_t k, std::ptrdiff_t of, const Placed& placed) {
              if (sorted.data != nullptr) sorted(k, of) = placed.key;
              order(k, of) = placed.row;
            },
            c, count);
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
