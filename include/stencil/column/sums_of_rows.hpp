// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/assign/policy.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/exact_sum.hpp>
#include <stencil/column/reproducible_sum.hpp>
#include <stencil/field.hpp>

/// Exact sums over columns, made where the values are.
namespace stencil::summing {

/// Columns of one worker. The grouping does not change the sums, which are exact.
inline constexpr std::ptrdiff_t together = 1024;
/// Sums for each row that come to the host.
inline constexpr std::ptrdiff_t to_host = 16;

/// What one row of a column contributes: some numbers. Number s goes into the sum s % sums.
template <int N>
struct Numbers {
  double value[N];
};

/// The sums over one group of columns in one row, one number after the other.
template <class Read>
struct OverGroup {
  static constexpr int rows_at_once = 1;
  Read read;
  ColumnShape shape;
  ReproducibleSum* results;

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns&, std::ptrdiff_t i) const {
    const std::ptrdiff_t row = i % shape.rows;
    const std::ptrdiff_t first = i / shape.rows * together;
    const std::ptrdiff_t end = first + together < shape.columns ? first + together : shape.columns;
    ReproducibleSum* const to = results + i * Read::sums;
    for (std::ptrdiff_t column = first; column < end; ++column) {
      const auto numbers = read(row, column);
      for (int s = 0; s < Read::streams; ++s) to[s % Read::sums].add(numbers.value[s]);
    }
    for (int s = 0; s < Read::sums; ++s) to[s].settle();
  }
};
/// The same on a host, for as many rows as share a cache line and some columns at once.
template <class Read>
struct OverGroupOnHost {
  static constexpr int rows_at_once = 8;
  static constexpr int columns_at_once = 256;
  Read read;
  ColumnShape shape;
  ReproducibleSum* results;

  template <class Columns>
  void operator()(const Columns&, std::ptrdiff_t i) const {
    const std::ptrdiff_t chunks = (shape.rows + rows_at_once - 1) / rows_at_once;
    const std::ptrdiff_t row = i % chunks * rows_at_once;
    const auto rows = static_cast<int>(std::min<std::ptrdiff_t>(rows_at_once, shape.rows - row));
    const std::ptrdiff_t first = i / chunks * together;
    const std::ptrdiff_t end = std::min(first + together, shape.columns);
    ReproducibleSum* const to = results + (i / chunks * shape.rows + row) * Read::sums;
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

/// Adds every `step`-th of the sums of groups to the first.
struct OverGroups {
  ReproducibleSum* sums;
  std::ptrdiff_t count;
  std::ptrdiff_t step;

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns&, std::ptrdiff_t i) const {
    for (std::ptrdiff_t other = i + step; other < count; other += step) sums[i].add(sums[other]);
    sums[i].settle();
  }
};

/// result[row * Read::sums + s]: the sum of what read(row, column) has for it, over all columns.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_of_rows(const Read& read, ColumnShape shape) {
  const std::ptrdiff_t groups = (shape.columns + together - 1) / together;
  const std::ptrdiff_t each = static_cast<std::ptrdiff_t>(shape.rows) * Read::sums;
  const auto workers = [](std::ptrdiff_t count) {
    return ColumnGrid::uniform(1, 0.0, 1.0, static_cast<std::size_t>(count));
  };
  const SurfaceField<ReproducibleSum, Backend> parts(workers(groups * each));
  using Worker = std::conditional_t<Backend::host_accessible, OverGroupOnHost<Read>, OverGroup<Read>>;
  const std::ptrdiff_t chunks = (shape.rows + Worker::rows_at_once - 1) / Worker::rows_at_once;
  Backend::each_column(workers(groups * chunks).data(), Worker{read, shape, parts.data()}, policy());
  const std::ptrdiff_t kept = std::min(groups, to_host) * each;
  if (groups > to_host)
    Backend::each_column(workers(kept).data(), OverGroups{parts.data(), groups * each, kept}, policy());
  std::vector<ReproducibleSum> on_host(static_cast<std::size_t>(kept));
  Backend::copy_to_host(on_host.data(), parts.data(), on_host.size());
  std::vector<ReproducibleSum> sums(on_host.begin(), on_host.begin() + each);
  for (std::size_t i = sums.size(); i < on_host.size(); ++i) sums[i % sums.size()].add(on_host[i]);
  for (ReproducibleSum& sum : sums) sum.settle();
  return sums;
}

}  // namespace stencil::summing
