// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

#include <stencil/column/bins.hpp>
#include <stencil/cpu/sort.hpp>

/// Histograms and order statistics on the host.
namespace stencil::cpu {

/// Each thread counts its columns by itself; whole numbers are joined in any order.
template <class Task>
binning::Tally count(const Task& task) {
  binning::Tally all(task.slots(), Task::weighted);
  std::mutex one_at_a_time;
  for_batches(task.shape, task.x.across(), sizeof(double), 0,
              [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t together, char*) {
                binning::Tally mine(task.slots(), Task::weighted);
                for (std::ptrdiff_t c = first; c < last; c += together) {
                  const std::ptrdiff_t end = std::min(c + together, last);
                  for (std::ptrdiff_t row = 0; row < task.shape.rows; ++row) {
                    for (std::ptrdiff_t column = c; column < end; ++column) {
                      const auto slot = static_cast<std::size_t>(task.slot(row, column));
                      ++mine.counts[slot];
                      if constexpr (Task::weighted) {
                        const binning::Fixed weight = task.weight(row, column);
                        mine.sums[slot].high += weight.high;
                        mine.sums[slot].low += weight.low;
                      }
                    }
                  }
                }
                const std::lock_guard<std::mutex> lock(one_at_a_time);
                all.add(mine);
              });
  return all;
}

/// result[row * ranks.size() + i]: of the values of all columns at a row, that of place ranks[i], ascending places,
/// when they are sorted, NaN last.
template <class T>
std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnShape shape,
                      const std::vector<std::ptrdiff_t>& ranks) {
  std::vector<T> result(static_cast<std::size_t>(shape.rows) * ranks.size());
  const std::ptrdiff_t bytes = shape.columns * shape.rows * static_cast<std::ptrdiff_t>(sizeof(T)) * 8;
  for_chunks(shape.rows, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    std::vector<T> level(static_cast<std::size_t>(shape.columns));
    for (std::ptrdiff_t row = first; row < last; ++row) {
      for (std::ptrdiff_t c = 0; c < shape.columns; ++c) level[static_cast<std::size_t>(c)] = values(row, c);
      auto from = level.begin();
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::nth_element(from, level.begin() + ranks[i], level.end(), NumbersFirst{false});
        from = level.begin() + ranks[i];
        result[static_cast<std::size_t>(row) * ranks.size() + i] = *from;
      }
    }
  });
  return result;
}

/// The part of a backend of host memory that sorts, counts and ranks. `wait` returns when the values are there.
template <void (*wait)()>
struct OrdersInMemory {
  /// Gets the memory that sorting columns of keys T needs, before anything is written.
  template <class T>
  static void reserve_for_sorting(ColumnShape shape, bool across) {
    cpu::reserve_for_sorting<T>(shape, across);
  }
  /// Sorts columns, their values and the rows that these come from, either of which may be left out.
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnShape shape, bool descending, const P&) {
    wait();
    cpu::sort_columns(keys, sorted, order, shape, descending);
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnShape shape, const P&) {
    wait();
    cpu::permute_columns(from, order, to, shape);
  }
  /// Counts values in bins.
  template <class Task>
  static binning::Tally count(const Task& task) {
    wait();
    return cpu::count(task);
  }
  /// Of the values of all columns at a row those of some places when they are sorted, result[row * ranks.size() + i].
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    wait();
    return cpu::ranked(values, shape, ranks);
  }
};
/// For a backend whose assignments have been carried out when they return.
inline void nothing_to_wait_for() {}

}  // namespace stencil::cpu
