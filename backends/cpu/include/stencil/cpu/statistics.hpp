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

/// Counts the value in a row of a column.
template <class Task>
void count_value(const Task& task, std::ptrdiff_t row, std::ptrdiff_t column, detail::binning::Tally& tally) {
  const auto slot = static_cast<std::size_t>(task.slot(row, column));
  ++tally.counts[slot];
  if constexpr (Task::weighted) {
    const detail::binning::Fixed weight = task.weight(row, column);
    tally.sums[slot].high += weight.high;
    tally.sums[slot].low += weight.low;
  }
}

/// Counts values in bins, each thread those of its columns. Weights are summed as whole numbers, so the order in which
/// the threads' counts are added does not matter.
template <class Task>
detail::binning::Tally count(const Task& task) {
  detail::binning::Tally all(task.slots(), Task::weighted);
  std::mutex one_at_a_time;
  for_batches(task.shape, task.x.across(), sizeof(double), 0,
              [&](std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t together, char*) {
                detail::binning::Tally mine(task.slots(), Task::weighted);
                for (std::ptrdiff_t c = first; c < last; c += together) {
                  const std::ptrdiff_t end = std::min(c + together, last);
                  for (std::ptrdiff_t row = 0; row < task.shape.rows; ++row) {
                    for (std::ptrdiff_t column = c; column < end; ++column) count_value(task, row, column, mine);
                  }
                }
                const std::lock_guard<std::mutex> lock(one_at_a_time);
                all.add(mine);
              });
  return all;
}

/// Order statistics across columns: result[row * ranks.size() + i] is element ranks[i] of the sorted values of all
/// columns at `row`, NaN last. `ranks` must be ascending.
template <class T>
std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnMemoryShape shape,
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

/// Sorting, counting and order statistics for backends with host memory. `wait` is called first; it returns when all
/// earlier assignments have been carried out.
template <void (*wait)()>
struct OrdersInMemory {
  /// See cpu::reserve_for_sorting, and so on for the others.
  template <class T>
  static void reserve_for_sorting(ColumnMemoryShape shape, bool across) {
    cpu::reserve_for_sorting<T>(shape, across);
  }
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnMemoryShape shape, bool descending, const P&) {
    wait();
    cpu::sort_columns(keys, sorted, order, shape, descending);
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnMemoryShape shape, const P&) {
    wait();
    cpu::permute_columns(from, order, to, shape);
  }
  template <class Task>
  static detail::binning::Tally count(const Task& task) {
    wait();
    return cpu::count(task);
  }
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnMemoryShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    wait();
    return cpu::ranked(values, shape, ranks);
  }
};
/// The `wait` of a backend whose assignments have been carried out when they return.
inline void nothing_to_wait_for() {}

}  // namespace stencil::cpu
