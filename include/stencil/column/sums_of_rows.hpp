// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/exact_sum.hpp>
#include <stencil/column/reproducible_sum.hpp>
#include <stencil/column/windowed_sum.hpp>

/// Exact sums over columns, made where the values are.
namespace stencil::detail::summing {

/// What one row of a column contributes: some numbers. Number s goes into the sum s % sums.
template <int N>
struct Numbers {
  double value[N];
};

/// What a thread of a device sums in.
using Window = WindowedSum<ReproducibleSum>;
/// What a thread has summed: the parts of a window, and whether a ReproducibleSum beside it, settled, has more.
struct Summed {
  double part[Window::parts]{};
  std::int64_t has_rest = 0;

  Summed() = default;
  template <class Rest>
  STENCIL_FUNCTION Summed(const WindowedSum<Rest>& window, Rest& rest) : has_rest(window.has_rest() ? 1 : 0) {
    unrolled<Window::parts>([&](int p) { part[p] = window.part(p); });
    if (window.has_rest()) rest.settle();
  }
};
/// The sums over every `groups`-th column of a row, for the threads of a device: neighbours read neighbouring numbers.
template <class Read>
struct BySingleWorkers {
  static constexpr int under_way = 4;  ///< numbers that are read before one is added
  Read read;
  ColumnMemoryShape shape;
  std::ptrdiff_t groups;
  Summed* results;  ///< results[(group * rows + row) * Read::streams + n], as `rests`
  ReproducibleSum* rests;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t row = read.across() ? i / groups : i % shape.rows;
    const std::ptrdiff_t group = read.across() ? i % groups : i / shape.rows;
    const std::ptrdiff_t first = (group * shape.rows + row) * Read::streams;
    Window window[Read::streams];
    const auto add = [&](const Numbers<Read::streams>& numbers) {
      unrolled<Read::streams>([&](int n) { window[n].add(numbers.value[n], rests + first + n); });
    };
    std::ptrdiff_t column = group;
    for (; column + (under_way - 1) * groups < shape.columns; column += under_way * groups) {
      Numbers<Read::streams> numbers[under_way];
      unrolled<under_way>([&](int k) { numbers[k] = read(row, column + k * groups); });
      unrolled<under_way>([&](int k) { add(numbers[k]); });
    }
    for (; column < shape.columns; column += groups) add(read(row, column));
    unrolled<Read::streams>([&](int n) { results[first + n] = Summed(window[n], rests[first + n]); });
  }
};
/// Adds what threads `step` apart have summed to what the first of them has.
template <class Rest>
struct OverWorkers {
  Summed* summed;
  Rest* rests;
  std::ptrdiff_t count;
  std::ptrdiff_t step;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    constexpr int under_way = 4;
    WindowedSum<Rest> window(summed[i].has_rest != 0);
    const auto add = [&](const Summed& here, std::ptrdiff_t of) {
      unrolled<Window::parts>([&](int p) { window.add(here.part[p], rests + i); });
      if (of != i && here.has_rest != 0) window.add_rest(rests[of], rests + i);
    };
    std::ptrdiff_t of = i;
    for (; of + (under_way - 1) * step < count; of += under_way * step) {
      Summed here[under_way];
      unrolled<under_way>([&](int k) { here[k] = summed[of + k * step]; });
      unrolled<under_way>([&](int k) { add(here[k], of + k * step); });
    }
    for (; of < count; of += step) add(summed[of], of);
    summed[i] = Summed(window, rests[i]);
  }
};

/// The same for the threads of a host: groups of neighbouring columns, as many rows at once as share a cache line.
template <class Read>
struct ByCacheLines {
  static constexpr std::ptrdiff_t columns_of_group = 1024;
  static constexpr int rows_at_once = 8;
  static constexpr int columns_at_once = 256;
  Read read;
  ColumnMemoryShape shape;
  ReproducibleSum* results;

  std::ptrdiff_t pieces_of_column() const { return (shape.rows + rows_at_once - 1) / rows_at_once; }

  void operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t group = i / pieces_of_column();
    const std::ptrdiff_t row = i % pieces_of_column() * rows_at_once;
    const auto rows = static_cast<int>(std::min<std::ptrdiff_t>(rows_at_once, shape.rows - row));
    const std::ptrdiff_t first = group * columns_of_group;
    const std::ptrdiff_t end = std::min(first + columns_of_group, shape.columns);
    ReproducibleSum* const to = results + (group * shape.rows + row) * Read::sums;
    for (int sum = 0; sum < rows * Read::sums; ++sum) to[sum] = ReproducibleSum{};
    double room[Read::streams][rows_at_once][columns_at_once];
    for (std::ptrdiff_t column = first; column < end; column += columns_at_once) {
      const auto count = static_cast<int>(std::min<std::ptrdiff_t>(columns_at_once, end - column));
      const auto take = [&](int r, int c) {
        const auto numbers = read(row + r, column + c);
        for (int s = 0; s < Read::streams; ++s) room[s][r][c] = numbers.value[s];
      };
      if (read.across() || rows < rows_at_once) {
        for (int r = 0; r < rows; ++r) {
          for (int c = 0; c < count; ++c) take(r, c);
        }
      } else {
        for (int c = 0; c < count; ++c) {
          for (int r = 0; r < rows_at_once; ++r) take(r, c);
        }
      }
      for (int s = 0; s < Read::streams; ++s) {
        for (int r = 0; r < rows; ++r) add_exactly(room[s][r], count, to[r * Read::sums + s % Read::sums]);
      }
    }
    for (int sum = 0; sum < rows * Read::sums; ++sum) to[sum].settle();
  }
};

/// Adds the words of sums `step` words apart to those of the first.
struct OverGroups {
  std::int64_t* words;
  std::ptrdiff_t count;
  std::ptrdiff_t step;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    std::int64_t sum = 0;
    for (std::ptrdiff_t other = i; other < count; other += step) sum += words[other];
    words[i] = sum;
  }
};
/// Memory where a backend computes, of `count` values, which are not initialised.
template <class Backend, class T>
auto memory_for(std::ptrdiff_t count) {
  return Backend::scratch(static_cast<std::size_t>(count) * sizeof(T), policy());
}
/// The first of these values.
template <class T, class Memory>
T* begin_of(const Memory& memory) {
  return reinterpret_cast<T*>(memory.get());
}
/// A copy of the first `count` values, when they have been computed.
template <class Backend, class T>
std::vector<T> on_host(const T* memory, std::ptrdiff_t count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  Backend::copy_to_host(values.data(), memory, values.size());
  return values;
}

/// As sums_of_rows: each thread of a device has a sum for each stream; they are joined in several passes.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_by_workers(const Read& read, ColumnMemoryShape shape) {
  constexpr std::ptrdiff_t of_worker = 16;  // numbers, or more where they are many, and sums in a later pass
  // Of the first pass. Each may need 576 bytes for what does not fit into a window.
  constexpr std::ptrdiff_t most_workers = (std::ptrdiff_t{1} << 17) / Read::streams;
  const std::ptrdiff_t of_group = static_cast<std::ptrdiff_t>(shape.rows) * Read::streams;
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Summed));
  std::ptrdiff_t groups =
      std::clamp<std::ptrdiff_t>(shape.columns / of_worker, 1, std::max<std::ptrdiff_t>(1, most_workers / shape.rows));
  const auto summed = memory_for<Backend, Summed>(groups * of_group);
  const auto rests = memory_for<Backend, ReproducibleSum>(groups * of_group);
  auto* const sums = begin_of<Summed>(summed);
  auto* const beside = begin_of<ReproducibleSum>(rests);
  Backend::each(groups * shape.rows, of_group * shape.columns * static_cast<std::ptrdiff_t>(sizeof(double)),
                BySingleWorkers<Read>{read, shape, groups, sums, beside}, policy());
  while (groups > 1) {
    const std::ptrdiff_t left = (groups + of_worker - 1) / of_worker;
    Backend::each(left * of_group, groups * of_group * size,
                  OverWorkers<ReproducibleSum>{sums, beside, groups * of_group, left * of_group}, policy());
    groups = left;
  }
  const std::vector<Summed> of_rows = on_host<Backend>(sums, of_group);
  std::vector<ReproducibleSum> result(static_cast<std::size_t>(shape.rows * Read::sums));
  const auto sum_of = [&](std::ptrdiff_t i) -> ReproducibleSum& {
    return result[static_cast<std::size_t>(i / Read::streams * Read::sums + i % Read::streams % Read::sums)];
  };
  const auto has_rest = [&](std::ptrdiff_t i) {
    return i < of_group && of_rows[static_cast<std::size_t>(i)].has_rest != 0;
  };
  for (std::ptrdiff_t i = 0; i < of_group; ++i) {
    for (const double part : of_rows[static_cast<std::size_t>(i)].part) sum_of(i).add(part);
  }
  // Rests are copied where there are any, those of neighbours together.
  for (std::ptrdiff_t i = 0; i < of_group; ++i) {
    std::ptrdiff_t count = 0;
    while (has_rest(i + count)) ++count;
    if (count == 0) continue;
    for (const ReproducibleSum& rest : on_host<Backend>(beside + i, count)) sum_of(i++).add(rest);
  }
  return result;
}

/// The same where the host has the values.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_by_cache_lines(const Read& read, ColumnMemoryShape shape) {
  using Groups = ByCacheLines<Read>;
  constexpr auto word = static_cast<std::ptrdiff_t>(sizeof(std::int64_t));
  const std::ptrdiff_t of_group = static_cast<std::ptrdiff_t>(shape.rows) * Read::sums;
  const std::ptrdiff_t words = of_group * static_cast<std::ptrdiff_t>(sizeof(ReproducibleSum)) / word;
  const std::ptrdiff_t groups = (shape.columns + Groups::columns_of_group - 1) / Groups::columns_of_group;
  const auto memory = memory_for<Backend, ReproducibleSum>(std::max<std::ptrdiff_t>(1, groups) * of_group);
  const Groups all{read, shape, begin_of<ReproducibleSum>(memory)};
  Backend::each(groups * all.pieces_of_column(), shape.rows * shape.columns * Read::streams * word, all, policy());
  Backend::each(words, groups * words * word, OverGroups{begin_of<std::int64_t>(memory), groups * words, words},
                policy());
  return on_host<Backend>(all.results, of_group);
}

/// result[row * Read::sums + s]: the sum of what read(row, column) has for it, over all columns.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_of_rows(const Read& read, ColumnMemoryShape shape) {
  std::vector<ReproducibleSum> sums;
  if constexpr (Backend::rows_side_by_side) {
    sums = sums_by_workers<Backend>(read, shape);
  } else {
    sums = sums_by_cache_lines<Backend>(read, shape);
  }
  for (ReproducibleSum& sum : sums) sum.settle();
  return sums;
}

}  // namespace stencil::detail::summing
