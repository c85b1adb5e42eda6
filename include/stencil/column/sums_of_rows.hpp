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
namespace stencil::summing {

/// What one row of a column contributes: some numbers. Number s goes into the sum s % sums.
template <int N>
struct Numbers {
  double value[N];
};

/// What a thread has summed: the parts of a WindowedSum, and whether a ReproducibleSum beside it has more.
struct Summed {
  double part[WindowedSum::parts];
  std::int64_t has_rest;
};
/// A ReproducibleSum that is made when something is added to it.
struct Rest {
  ReproducibleSum& sum;
  bool used = false;
  STENCIL_FUNCTION void add(double x) {
    if (!used) sum = ReproducibleSum{};
    used = true;
    sum.add(x);
  }
};

/// The sums over every `groups`-th column of a row, for the threads of a device: neighbours read neighbouring numbers.
template <class Read>
struct BySingleThreads {
  static constexpr int under_way = 4;  ///< numbers that are read before one is added
  Read read;
  ColumnShape shape;
  std::ptrdiff_t groups;
  Summed* results;  ///< results[(group * rows + row) * Read::sums + s], as `rests`
  ReproducibleSum* rests;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t row = read.across() ? i / groups : i % shape.rows;
    const std::ptrdiff_t group = read.across() ? i % groups : i / shape.rows;
    const std::ptrdiff_t first = (group * shape.rows + row) * Read::sums;
    WindowedSum window[Read::sums];
    bool has_rest[Read::sums]{};
    const auto add = [&](const Numbers<Read::streams>& numbers) {
      unrolled<Read::streams>([&](int n) {
        const int s = n % Read::sums;
        Rest rest{rests[first + s], has_rest[s]};
        window[s].add(numbers.value[n], rest);
        has_rest[s] = rest.used;
      });
    };
    std::ptrdiff_t column = group;
    for (; column + (under_way - 1) * groups < shape.columns; column += under_way * groups) {
      Numbers<Read::streams> numbers[under_way];
      unrolled<under_way>([&](int k) { numbers[k] = read(row, column + k * groups); });
      unrolled<under_way>([&](int k) { add(numbers[k]); });
    }
    for (; column < shape.columns; column += groups) add(read(row, column));
    unrolled<Read::sums>([&](int s) {
      Summed summed{{}, has_rest[s] ? 1 : 0};
      unrolled<WindowedSum::parts>([&](int p) { summed.part[p] = window[s].part(p); });
      results[first + s] = summed;
      if (has_rest[s]) rests[first + s].settle();
    });
  }
};
/// Adds what threads `step` apart have summed.
struct OverThreads {
  const Summed* summed;
  const ReproducibleSum* rests;
  std::ptrdiff_t count;
  std::ptrdiff_t step;
  ReproducibleSum* sums;

  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    ReproducibleSum& sum = sums[i];
    sum = ReproducibleSum{};
    WindowedSum window;
    for (std::ptrdiff_t of = i; of < count; of += step) {
      const Summed here = summed[of];
      unrolled<WindowedSum::parts>([&](int p) { window.add(here.part[p], sum); });
      if (here.has_rest != 0) sum.add(rests[of]);
    }
    for (int p = 0; p < WindowedSum::parts; ++p) sum.add(window.part(p));
    sum.settle();
  }
};

/// The same for the threads of a host: groups of neighbouring columns, as many rows at once as share a cache line.
template <class Read>
struct ByCacheLines {
  static constexpr std::ptrdiff_t columns_of_group = 1024;
  static constexpr int rows_at_once = 8;
  static constexpr int columns_at_once = 256;
  Read read;
  ColumnShape shape;
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
/// The sums of groups, one after the other in memory, added.
template <class Backend>
std::vector<ReproducibleSum> added(ReproducibleSum* sums, std::ptrdiff_t groups, std::ptrdiff_t of_group) {
  constexpr auto word = static_cast<std::ptrdiff_t>(sizeof(std::int64_t));
  const std::ptrdiff_t words = of_group * static_cast<std::ptrdiff_t>(sizeof(ReproducibleSum)) / word;
  auto* const all = static_cast<std::int64_t*>(static_cast<void*>(sums));
  if (groups > 1) Backend::each(words, groups * words * word, OverGroups{all, groups * words, words}, policy());
  std::vector<ReproducibleSum> result(static_cast<std::size_t>(of_group));
  Backend::copy_to_host(result.data(), sums, result.size());
  for (ReproducibleSum& sum : result) sum.settle();
  return result;
}

template <class Backend, class T>
auto memory_for(std::ptrdiff_t count) {
  return Backend::scratch(static_cast<std::size_t>(count) * sizeof(T), policy());
}
template <class T, class Memory>
T* begin_of(const Memory& memory) {
  return static_cast<T*>(static_cast<void*>(memory.get()));
}

/// result[row * Read::sums + s]: the sum of what read(row, column) has for it, over all columns.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_of_rows(const Read& read, ColumnShape shape) {
  const std::ptrdiff_t of_group = static_cast<std::ptrdiff_t>(shape.rows) * Read::sums;
  const std::ptrdiff_t bytes = shape.rows * shape.columns * Read::streams * static_cast<std::ptrdiff_t>(sizeof(double));
  if constexpr (Backend::rows_side_by_side) {
    constexpr std::ptrdiff_t least_columns = 32, most_threads = 1 << 16, most_left = 32;
    const std::ptrdiff_t groups = std::clamp<std::ptrdiff_t>(shape.columns / least_columns, 1,
                                                             std::max<std::ptrdiff_t>(1, most_threads / shape.rows));
    const std::ptrdiff_t left = std::min(groups, most_left);
    const auto summed = memory_for<Backend, Summed>(groups * of_group);
    const auto rests = memory_for<Backend, ReproducibleSum>(groups * of_group);
    const auto sums = memory_for<Backend, ReproducibleSum>(left * of_group);
    auto* const of_threads = begin_of<Summed>(summed);
    auto* const beside = begin_of<ReproducibleSum>(rests);
    auto* const result = begin_of<ReproducibleSum>(sums);
    Backend::each(groups * shape.rows, bytes, BySingleThreads<Read>{read, shape, groups, of_threads, beside}, policy());
    Backend::each(left * of_group, groups * of_group * static_cast<std::ptrdiff_t>(sizeof(Summed)),
                  OverThreads{of_threads, beside, groups * of_group, left * of_group, result}, policy());
    return added<Backend>(result, left, of_group);
  } else {
    using Groups = ByCacheLines<Read>;
    const std::ptrdiff_t groups =
        std::max<std::ptrdiff_t>(1, (shape.columns + Groups::columns_of_group - 1) / Groups::columns_of_group);
    const auto sums = memory_for<Backend, ReproducibleSum>(groups * of_group);
    const Groups all{read, shape, begin_of<ReproducibleSum>(sums)};
    Backend::each(groups * all.pieces_of_column(), bytes, all, policy());
    return added<Backend>(all.results, groups, of_group);
  }
}

}  // namespace stencil::summing
