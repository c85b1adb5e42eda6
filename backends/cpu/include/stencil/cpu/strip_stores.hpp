// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/cpu/strip_steps.hpp>
#include <stencil/cpu/tile.hpp>

/// How a lane of strips reads fields and writes its results.
namespace stencil::cpu {

/// f(first column, first level) for squares of W x W numbers, as far as these go, the last ones of a column perhaps
/// twice; gives how many columns were done.
template <int W, class F>
int each_square(int columns, int levels, const F& f) {
  int c = 0;
  for (; levels >= W && c + W <= columns; c += W) {
    for (int k = 0; k < levels; k += W) f(c, std::min(k, levels - W));
  }
  return c;
}
/// Columns whose levels are neighbours in memory into rows whose columns are, which have room for whole vectors:
/// elements beyond the last column repeat it. Gives how many columns of the rows were done.
template <int W, class T>
int turn_squares(const T* columns, std::ptrdiff_t column_stride, T* rows, std::ptrdiff_t row_stride, int how_many,
                 int levels) {
  return each_square<W>((how_many + W - 1) / W * W, levels, [&](int c, int first) {
    turn<W>(columns + c * column_stride + first, column_stride, std::min(W, how_many - c),
            [&](int i, const auto& values) { simd::store(rows + (first + i) * row_stride + c, values); });
  });
}
/// The way back.
template <int W, class T>
int turn_back(const T* rows, std::ptrdiff_t row_stride, T* columns, std::ptrdiff_t column_stride, int how_many,
              int levels) {
  return each_square<W>(how_many, levels, [&](int c, int first) {
    turn<W>(rows + first * row_stride + c, row_stride, W,
            [&](int i, const auto& values) { simd::store(columns + (c + i) * column_stride + first, values); });
  });
}

template <int W>
class StripStores : public StripSteps<W> {
 public:
  using StripSteps<W>::columns, StripSteps<W>::column, StripSteps<W>::count;

 protected:
  StripStores(const ColumnSet& set, const StripShape& shape, int halo, StripMemory& memory, int begin)
      : StripSteps<W>(set, shape, halo, memory), begin_(begin) {}

  /// Copies the rows of a field of a step. from: its lowest level of the lane's columns.
  template <class Where, class T, class Leaf>
  auto rows_of_field(const T* from, const Leaf& leaf) const {
    using V = std::remove_const_t<T>;
    const RowRange range = this->template range_of<Where>(front_);
    if (range.first >= range.last) return Strip<V>(front_);
    Strip<V> strip(memory_.pool, shape_.columns, front_);
    memory_.places.is_argument(strip.row(front_));
    const bool inside =
        range.first >= 0 && range.last <= this->template rows_of_column<Where>();  // a ring has no face on top
    if (inside && !Leaf::layout::columns_contiguous) {
      int c = 0;
      if constexpr (in_vectors<V>) {
        if (leaf.strides.level() == 1)
          c = turn_squares<W>(from + range.first, leaf.strides.column(), strip.row(range.first), strip.stride(), count,
                              range.last - range.first);
      }
      for (; c < wide_count(); ++c) {
        const T* p = from + std::min(c, count - 1) * leaf.strides.column();
        for (int k = range.first; k < range.last; ++k)
          keep_in_column<V, W>(strip.row(k), c, to_stored(p[k * leaf.strides.level()]));
      }
    } else {
      for (int k = range.first; k < range.last; ++k) {
        const int row = columns.periodic ? wrapped(k, columns.levels) : k;
        load_row<W>(from + row * leaf.strides.level(), leaf.strides.column(), strip.row(k), count, wide_count());
      }
    }
    return strip;
  }

  /// Writes rows of a destination.
  template <class Where, class Leaf, class Source, class... Masks>
  void store_from(const Leaf& leaf, Source source, Masks... mask) const {
    using T = typename Leaf::value_type;
    T* to = leaf.data + column * leaf.strides.column();
    using V = typename Source::value_type;
    const auto write = [&](T& value, const stored<V>* from, int c, auto... wanted) {
      if ((static_cast<bool>(wanted) && ... && true)) put_kept<V>(value, kept_in_column<V, W>(from, c));
    };
    if constexpr (std::is_same_v<Where, Surface>) {
      const int first = first_row(source, mask...);
      if (shape_.flows && first < 0) unwritten_ = true;
      if (!happens(first)) return;
      for (int c = 0; c < count; ++c) write(to[c * leaf.strides.column()], source.row(0), c, mask.row(0)[c]...);
    } else {
      to += begin_ * leaf.strides.level();
      const int first = first_row(source, mask...);
      remember(source, first);
      (remember(mask, first), ...);
      const int all_rows = rows_at<Where>(columns.levels);
      // What has all rows since the last were read is written at once, without a step for every few of them.
      const bool at_once =
          shape_.flows && sizeof...(mask) == 0 && has_all_rows(source) && front_ - first + shape_.rows >= all_rows;
      const int begin = std::max(first, 0);
      const int end = !at_once ? std::min(first + shape_.rows, all_rows) : happens(first) ? all_rows : begin;
      if (Leaf::layout::columns_contiguous) {
        bool lies_there = false;
        if constexpr (sizeof...(mask) == 0 && Source::has_rows && in_vectors<T> && std::is_same_v<V, T>) {
          lies_there = source.values == to + source.first * leaf.strides.level();
          if (!places_known_) note_place(leaf.data, source.values);
        }
        if (!lies_there) fetch_rows(to, leaf.strides.level(), begin, end, count);
        for (int k = lies_there ? end : begin; k < end; ++k) {
          const stored<V>* from = source.row(k);
          T* row = to + k * leaf.strides.level();
          if constexpr (sizeof...(mask) == 0 && std::is_same_v<V, T> && std::is_same_v<stored<V>, T> &&
                        !is_split<V, W>) {
            std::copy(from, from + count, row);
          } else {
            for (int c = 0; c < count; ++c) write(row[c], from, c, mask.row(k)[c]...);
          }
        }
      } else {
        int c = 0;
        if constexpr (sizeof...(mask) == 0 && Source::has_rows && in_vectors<T> && std::is_same_v<V, T>) {
          if (leaf.strides.level() == 1 && source.in_place_from <= begin)
            c = turn_back<W>(source.row(begin), source.stride, to + begin, leaf.strides.column(), count, end - begin);
        }
        for (; c < count; ++c) {
          T* own = to + c * leaf.strides.column();
          for (int k = begin; k < end; ++k) write(own[k * leaf.strides.level()], source.row(k), c, mask.row(k)[c]...);
        }
      }
      keep(source);
      (keep(mask), ...);
      if (at_once ? first < 0 : all_rows > first + shape_.rows) unwritten_ = true;
    }
  }

  int begin_;  ///< the level of the fields that is the lowest of the columns

  using Steps = StripSteps<W>;
  using Steps::first_row, Steps::happens, Steps::has_all_rows, Steps::remember, Steps::keep;
  using Steps::halo_, Steps::memory_, Steps::wide_count;
  using Steps::note_place, Steps::places_known_, Steps::shape_, Steps::front_, Steps::unwritten_;
};

}  // namespace stencil::cpu
