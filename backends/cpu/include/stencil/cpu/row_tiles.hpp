// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/row_needs.hpp>
#include <stencil/cpu/tile.hpp>
#include <stencil/plan/walk.hpp>

/// Columns for lanes that go along them row by row, where neighbouring columns are not neighbours in memory or do not
/// fill a vector: their operands are copied to tiles, and the results are copied back. Then the code for whole vectors
/// of contiguous columns carries them out.
namespace stencil::cpu {

/// Whether lanes that go row by row read and write a field in a tile: one with levels contiguous.
template <class L>
inline constexpr bool in_row_tile = !std::is_same_v<typename L::location, Surface> && !L::layout::columns_contiguous;

/// f of all fields that a job reads.
template <class Job, class F>
void each_argument_leaf(const Job& job, const F& f) {
  const auto visit = [&f](const auto& leaf, plan::ReadAs) { f(leaf); };
  plan::each_leaf<plan::StoreNothing>(job.root, visit);
  if constexpr (Job::keeps_values) plan::each_leaf<plan::StoreNothing>(job.mask, visit);
}

/// Strides of a field of W columns.
template <class Strides, int W>
Strides padded_strides(int rows) {
  if constexpr (requires { Strides::dense(rows, W); }) {
    return Strides::dense(rows, W);
  } else {
    return {W, 1};
  }
}

/// Tiles for some columns of a job at a time, as many as fill some vectors of W columns. In a tile a row of these
/// columns is contiguous.
template <int W, class Job>
class RowTiles {
 public:
  /// pads: all fields are copied, not those with levels contiguous alone, so that columns that do not fill a vector
  /// have the last of them repeated, and lanes begin at column 0.
  RowTiles(const Job& job, int vectors, bool pads) : of_(job), job_(job), pitch_(vectors * W), pads_(pads) {
    each_argument_leaf(job_, [this](const auto& leaf) { bytes_ += bytes_of(leaf); });
    job_.destinations.apply([this](const auto&... to) { ((bytes_ += bytes_of(to)), ...); });
  }
  std::ptrdiff_t bytes() const { return bytes_; }

  /// The job with tiles in this memory, aligned to lines, for the fields that are copied.
  const Job& in(char* memory) {
    memory_ = memory;
    const auto point = [&]<class Leaf>(const Leaf& leaf) {
      if (!is_copied<Leaf>()) return;
      auto& own = const_cast<Leaf&>(leaf);  // of job_, which is not const
      own.data = reinterpret_cast<decltype(own.data)>(memory);
      if (pads_) own.strides = padded_strides<decltype(own.strides), W>(own.rows());
      memory += bytes_of(leaf);
    };
    each_argument_leaf(job_, point);
    job_.destinations.apply([&](const auto&... to) { (point(to), ...); });
    return job_;
  }
  /// Copies columns [first, first + count) to the tiles.
  void fill(std::ptrdiff_t first, int count) {
    first_ = first;
    count_ = count;
    char* memory = memory_;
    each_argument_leaf(of_, [&](const auto& leaf) { fill(leaf, memory); });
    // What a mask leaves as it is keeps its values.
    if constexpr (Job::keeps_values) of_.destinations.apply([&](const auto&... to) { (fill(to, memory), ...); });
  }
  /// What is copied for columns [first, first + count), to be brought into the cache in `turns` turns. Memory between
  /// columns is too.
  RowsAhead ahead(std::ptrdiff_t first, int count, int turns) const {
    RowsAhead all;
    const auto add = [&]<class Leaf>(const Leaf& leaf) {
      if (!in_row_tile<Leaf> || leaf.strides.level() != 1) return;
      const std::ptrdiff_t column = leaf.strides.column() * static_cast<std::ptrdiff_t>(sizeof(leaf.data[0]));
      all.add(reinterpret_cast<const char*>(leaf.data) + first * column, count * column, turns);
    };
    each_argument_leaf(of_, add);
    of_.destinations.apply([&](const auto&... to) { (add(to), ...); });
    return all;
  }
  /// Copies back the results whose turn is_written accepts.
  template <class F>
  void empty(const F& is_written) const {
    char* memory = memory_;
    each_argument_leaf(of_, [&](const auto& leaf) { memory += bytes_of(leaf); });
    std::size_t turn = 0;
    const auto copy_back = [&]<class Leaf>(const Leaf& to) {
      if (is_copied<Leaf>() && is_written(turn)) empty(to, memory);
      memory += bytes_of(to);
      ++turn;
    };
    of_.destinations.apply([&](const auto&... to) { (copy_back(to), ...); });
  }

 private:
  template <class Leaf>
  bool is_copied() const {
    return pads_ || in_row_tile<Leaf>;
  }
  template <class Leaf>
  std::ptrdiff_t bytes_of(const Leaf& leaf) const {
    if (!is_copied<Leaf>()) return 0;
    constexpr std::ptrdiff_t line = RowPlaces::line, size = sizeof(typename Leaf::value_type);
    return (size * pitch_ * leaf.rows() + line - 1) / line * line;
  }
  template <class Leaf>
  void fill(const Leaf& from, char*& memory) const {
    if (!is_copied<Leaf>()) return;
    using T = std::remove_const_t<typename Leaf::value_type>;
    T* const tile = reinterpret_cast<T*>(memory);
    memory += bytes_of(from);
    if constexpr (in_vectors<T>) {
      fill_tile<W>(from, {first_, count_, pitch_}, tile);
    } else {
      for (int row = 0; row < from.rows(); ++row) {
        for (int c = 0; c < (count_ + W - 1) / W * W; ++c)
          tile[row * pitch_ + c] =
              from.data[row * from.strides.level() + (first_ + std::min(c, count_ - 1)) * from.strides.column()];
      }
    }
  }
  template <class Leaf>
  void empty(const Leaf& to, const char* memory) const {
    using T = typename Leaf::value_type;
    const T* const tile = reinterpret_cast<const T*>(memory);
    if constexpr (in_vectors<T>) {
      empty_tile<W>(tile, {first_, count_, pitch_}, to, false);
    } else {
      for (int row = 0; row < to.rows(); ++row) {
        for (int c = 0; c < count_; ++c)
          to.data[row * to.strides.level() + (first_ + c) * to.strides.column()] = tile[row * pitch_ + c];
      }
    }
  }

  const Job& of_;
  Job job_;
  int pitch_;  ///< columns of a tile
  bool pads_;
  std::ptrdiff_t bytes_ = 0;
  char* memory_ = nullptr;
  std::ptrdiff_t first_ = 0;
  int count_ = 0;
};

}  // namespace stencil::cpu
