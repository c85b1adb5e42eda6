// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/column/column_memory.hpp>
#include <stencil/column/reproducible_sum.hpp>
#include <stencil/evaluate/policy.hpp>
#include <stencil/field.hpp>

/// Exact sums over columns, made where the values are.
namespace stencil::summing {

/// Columns that one worker takes. How they are grouped does not show.
inline constexpr std::ptrdiff_t together = 1024;
/// Sums for each row that come to the host.
inline constexpr std::ptrdiff_t to_host = 16;

/// The sums over one group of columns in one row.
template <class Read>
struct OverGroup {
  Read read;
  ColumnShape shape;
  ReproducibleSum* results;

  template <class Columns>
  STENCIL_FUNCTION void operator()(const Columns&, std::ptrdiff_t i) const {
    const std::ptrdiff_t row = i % shape.rows;
    const std::ptrdiff_t first = i / shape.rows * together;
    const std::ptrdiff_t end = first + together < shape.columns ? first + together : shape.columns;
    ReproducibleSum* const to = results + i * Read::sums;
    for (std::ptrdiff_t column = first; column < end; ++column) read(row, column, to);
    for (int s = 0; s < Read::sums; ++s) to[s].settle();
  }
};

/// Every so many-th of the sums of groups, into the first of them.
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

/// result[row * Read::sums + s]: what read(row, column, sums) adds to the sum s, over all columns.
template <class Backend, class Read>
std::vector<ReproducibleSum> sums_of_rows(const Read& read, ColumnShape shape) {
  const std::ptrdiff_t groups = (shape.columns + together - 1) / together;
  const std::ptrdiff_t each = static_cast<std::ptrdiff_t>(shape.rows) * Read::sums;
  const auto workers = [](std::ptrdiff_t count) {
    return ColumnGrid::uniform(1, 0.0, 1.0, static_cast<std::size_t>(count));
  };
  const SurfaceField<ReproducibleSum, Backend> parts(workers(groups * each));
  Backend::each_column(workers(groups * shape.rows).data(), OverGroup<Read>{read, shape, parts.data()}, policy());
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
