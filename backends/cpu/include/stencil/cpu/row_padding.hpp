// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/plan/walk.hpp>

/// Columns that do not fill a vector, for lanes that go along columns row by row: their operands are copied to fields
/// of W columns, the last column repeated, and the results are copied back. Then the code for whole vectors carries
/// them out, which takes a small part of the time of strips.
namespace stencil::cpu {

/// f of all fields that a job of one's own reads, which it may change.
template <class Job, class F>
void each_argument_leaf(Job& job, const F& f) {
  // The job is not const, so none of its leaves is: the const_cast is safe.
  const auto visit = [&f]<class Leaf>(const Leaf& leaf, plan::ReadAs) { f(const_cast<Leaf&>(leaf)); };
  plan::each_leaf<plan::StoreNothing>(job.root, visit);
  if constexpr (Job::keeps_values) plan::each_leaf<plan::StoreNothing>(job.mask, visit);
}

/// Strides of a field of W columns.
template <class Layout, int W>
Layout padded_strides(int rows) {
  if constexpr (requires { Layout::dense(rows, W); }) {
    return Layout::dense(rows, W);
  } else {
    return {W, 1};
  }
}

/// The `count` columns of a job from `first` on, W at most.
template <int W, class Job>
class PaddedColumns {
 public:
  PaddedColumns(const Job& job, int levels, std::ptrdiff_t first, int count)
      : of_(job), job_(job), levels_(levels), first_(first), count_(count) {}

  /// Of memory that is aligned to lines.
  std::ptrdiff_t bytes() {
    std::ptrdiff_t all = 0;
    const auto add = [&]<class Leaf>(const Leaf&) { all += bytes_of<Leaf>(); };
    each_argument_leaf(job_, add);
    job_.destinations.apply([&](const auto&... to) { (add(to), ...); });
    return all;
  }
  /// The job with fields of W columns there, of which it writes the first `count` columns.
  const Job& copied_to(char* memory) {
    const auto move = [&]<class Leaf>(Leaf& leaf, bool is_read) {
      const Leaf from = leaf;
      leaf.data = reinterpret_cast<decltype(leaf.data)>(memory);
      leaf.strides = padded_strides<decltype(leaf.strides), W>(rows<Leaf>());
      if (is_read) fill(leaf, from);
      memory += bytes_of<Leaf>();
    };
    each_argument_leaf(job_, [&](auto& leaf) { move(leaf, true); });
    // What a mask leaves as it is keeps its values.
    each_destination([&](auto& to, const auto&) { move(to, Job::keeps_values); });
    return job_;
  }
  void copy_back() {
    each_destination([&]<class Leaf>(Leaf& from, const Leaf& to) {
      for (int c = 0; c < count_; ++c) {
        const auto* const read = from.data + c * from.strides.column();
        auto* const written = to.data + (first_ + c) * to.strides.column();
        const std::ptrdiff_t step = from.strides.level(), step_of_written = to.strides.level();
        for (std::ptrdiff_t k = 0; k < rows<Leaf>(); ++k) written[k * step_of_written] = read[k * step];
      }
    });
  }

 private:
  template <class Leaf>
  int rows() const {
    return std::is_same_v<typename Leaf::location, Surface> ? 1 : rows_at<typename Leaf::location>(levels_);
  }
  template <class Leaf>
  std::ptrdiff_t bytes_of() const {
    constexpr std::ptrdiff_t line = RowPlaces::line, size = sizeof(typename Leaf::value_type);
    return (size * W * rows<Leaf>() + line - 1) / line * line;
  }
  template <class F>
  void each_destination(const F& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (f(argument<I>(job_.destinations), argument<I>(of_.destinations)), ...);
    }(std::make_integer_sequence<int, Job::count>{});
  }
  template <class Leaf>
  void fill(const Leaf& to, const Leaf& from) const {
    using T = std::remove_const_t<typename Leaf::value_type>;
    const std::ptrdiff_t step = from.strides.level(), step_of_written = to.strides.level();
    const auto rows = static_cast<std::ptrdiff_t>(this->template rows<Leaf>());
    const T* read[W];
    for (int l = 0; l < W; ++l) read[l] = from.data + (first_ + std::min(l, count_ - 1)) * from.strides.column();
    auto* const written = const_cast<T*>(to.data);  // memory of one's own
    if constexpr (Leaf::layout::columns_contiguous) {
      for (std::ptrdiff_t k = 0; k < rows; ++k) {
        for (int l = 0; l < W; ++l) written[k * step_of_written + l] = read[l][k * step];
      }
    } else {
      for (int l = 0; l < W; ++l) {
        for (std::ptrdiff_t k = 0; k < rows; ++k)
          written[l * to.strides.column() + k * step_of_written] = read[l][k * step];
      }
    }
  }

  const Job& of_;
  Job job_;
  int levels_;
  std::ptrdiff_t first_;
  int count_;
};

}  // namespace stencil::cpu
