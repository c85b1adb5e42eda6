// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/column/column_memory.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/finite.hpp>

/// Columns are sorted by std::sort, and distributed to threads.
namespace stencil::cpu {

/// Whether one value comes before another, NaN last.
struct NumbersFirst {
  bool descending;
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (stencil::is_nan(a) || stencil::is_nan(b)) return !stencil::is_nan(a);
    }
    return descending ? b < a : a < b;
  }
};

/// How many columns are read together: with columns contiguous as many as share a cache line.
constexpr std::ptrdiff_t columns_together(bool across) { return across ? 16 : 1; }

/// Calls f(first, last, together, memory) on each thread for its columns [first, last), of which `together` are to be
/// read at a time. The memory has `scratch_of_value` bytes for each value of those.
template <class F>
void for_batches(ColumnMemoryShape shape, bool across, std::size_t bytes_of_value, std::size_t scratch_of_value,
                 const F& f) {
  constexpr std::ptrdiff_t operations = 16;  // sorting a value costs more than moving it
  const std::ptrdiff_t together = columns_together(across);
  const std::ptrdiff_t bytes = shape.columns * shape.rows * static_cast<std::ptrdiff_t>(bytes_of_value) * operations;
  const std::size_t scratch_bytes = scratch_of_value * static_cast<std::size_t>(together * shape.rows);
  for_chunks((shape.columns + together - 1) / together, bytes, scratch_bytes,
             [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
               f(first * together, std::min(last * together, shape.columns), together, memory);
             });
}

/// A key and the row that it comes from. Equal keys are ordered by their rows, so any sort is a stable one.
template <class T>
struct Placed {
  T key;
  int row;
};

/// Allocates the memory that sort_columns() will use, so that out of memory is thrown before anything is written.
template <class T>
void reserve_for_sorting(ColumnMemoryShape shape, bool across) {
  for_batches(shape, across, sizeof(T), sizeof(Placed<T>),
              [](std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t, char*) {});
}

/// Writes the sorted keys of each column to `sorted`, and the rows that they come from to `order`. Either may have no
/// data and is left out then.
template <class T>
void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted, const ColumnMemory<int>& order,
                  ColumnMemoryShape shape, bool descending) {
  const auto rows = static_cast<std::ptrdiff_t>(shape.rows);
  const auto before = [less = NumbersFirst{descending}](const Placed<T>& a, const Placed<T>& b) {
    return less(a.key, b.key) || (a.row < b.row && !less(b.key, a.key));
  };
  const auto sort_some = [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t n, char* memory) {
    auto* values = reinterpret_cast<Placed<T>*>(memory);
    for (std::ptrdiff_t c = first; c < last; c += n) {
      const std::ptrdiff_t count = std::min(n, last - c);
      const auto each = [&](const auto& f) {
        for (std::ptrdiff_t k = 0; k < rows; ++k) {
          for (std::ptrdiff_t of = 0; of < count; ++of) f(k, c + of, values[of * rows + k]);
        }
      };
      each([&](std::ptrdiff_t k, std::ptrdiff_t column, Placed<T>& placed) {
        placed = {keys(k, column), static_cast<int>(k)};
      });
      for (std::ptrdiff_t of = 0; of < count; ++of) std::sort(values + of * rows, values + (of + 1) * rows, before);
      each([&](std::ptrdiff_t k, std::ptrdiff_t column, const Placed<T>& placed) {
        if (sorted.data != nullptr) sorted(k, column) = placed.key;
        if (order.data != nullptr) order(k, column) = placed.row;
      });
    }
  };
  for_batches(shape, keys.across(), sizeof(T), sizeof(Placed<T>), sort_some);
}

/// to(k) = from(order(k)) in every column. `to` must not overlap the others.
template <class T>
void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order, const ColumnMemory<T>& to,
                     ColumnMemoryShape shape) {
  for_batches(shape, to.across(), sizeof(T), 0,
              [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t n, char*) {
                for (std::ptrdiff_t c = first; c < last; c += n) {
                  const std::ptrdiff_t end = std::min(c + n, last);
                  for (std::ptrdiff_t k = 0; k < shape.rows; ++k) {
                    for (std::ptrdiff_t column = c; column < end; ++column)
                      to(k, column) = from(order(k, column), column);
                  }
                }
              });
}

}  // namespace stencil::cpu
