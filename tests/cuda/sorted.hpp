// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

#include "program.hpp"
#include "support/sorted_columns.hpp"

/// Sorted columns and statistics, compiled unchanged for the CPU and for CUDA.
namespace sorted {

using Results = std::vector<double>;

/// Two NaN are the same, whatever their bits.
template <class Field>
void append(Results& all, const Field& field) {
  for (const auto x : field.to_host()) all.push_back(x != x ? 1e300 : static_cast<double>(x));
}

/// Histograms, with more bins than shared memory holds too, and profiles.
template <class Centers, class Faces>
void append_statistics(Results& all, const Centers& a, const Centers& b, const Faces& f) {
  namespace s = stencil;
  const std::vector<double> edges{-15, -7, -1, 0, 1e-3, 3, 12.5}, shares{0, 0.3, 1};
  std::vector<double> many(20000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = -1 + 1e-4 * static_cast<double>(i);
  for (const s::Histogram& h : std::vector{s::histogram(a, edges), s::histogram(b, many, b),
                                           s::histogram(s::GradientF2C()(f), edges, s::spacing(s::Center{}))}) {
    for (const auto n : h.counts) all.push_back(static_cast<double>(n));
    all.insert(all.end(), h.sums.begin(), h.sums.end());
    for (const auto n : std::vector{h.below, h.above, h.nan}) all.push_back(static_cast<double>(n));
  }
  const s::JointHistogram j = s::joint_histogram(a, edges, b, many);
  for (const auto n : j.counts) all.push_back(static_cast<double>(n));
  all.push_back(static_cast<double>(j.outside + 1000 * j.nan));
  for (const Results& profile :
       std::vector{s::level_mean(b), s::level_variance(2 * b), s::level_quantile(f, shares)[1]})
    all.insert(all.end(), profile.begin(), profile.end());
}

/// Sorts of fields, then of expressions, in place, masked and several at once. All results.
template <class Backend, class Layout, class T>
Results run(const program::Case& c) {
  namespace s = stencil;
  const auto grid = s::ColumnGrid::uniform(c.levels, 0.0, 100.0, c.columns);
  s::CenterField<T, Backend, Layout> a(grid), b(grid), sorted(grid);
  s::CenterField<int, Backend, Layout> order(grid);
  std::vector<T> values(static_cast<std::size_t>(c.levels) * c.columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = support::awkward<T>(i);
  a.from_host(values);
  support::scatter(b, 2);
  Results all;
  sorted = s::column_sort(a);
  append(all, sorted);
  order = s::column_sort_permutation(a);
  append(all, order);
  sorted = s::column_sort(a, s::descending);
  append(all, sorted);
  order = s::column_sort_permutation(a, s::descending);
  append(all, order);
  // What is much to compile once more, and the same in both precisions.
  if constexpr (std::is_same_v<T, double>) {
    s::FaceField<T, Backend, Layout> f(grid);
    support::scatter(f, 3);
    append_statistics(all, a, b, f);
    f = s::column_sort(f + 0.5 * s::GradientC2F()(b), s::descending);
    append(all, f);
    s::evaluate(s::into(b, s::column_sort(b)), s::into(order, s::column_sort_permutation(b)),
                s::into(sorted, s::column_sort_by(b, a + b)), s::policy().where(b > -0.5));
    append(all, b);
    append(all, order);
    append(all, sorted);
    s::CenterField<bool, Backend, Layout> truths(grid);
    truths = s::column_sort(a > T(0), s::descending);
    append(all, truths);
  }
  return all;
}

template <class Layout, class T>
Results run_on_device(const program::Case& c);

/// What a quantile of more columns than a device sorts is refused with, before it touches any memory.
std::string refused_columns();

}  // namespace sorted
