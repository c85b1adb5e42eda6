// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include <stencil/cpu/strip_steps.hpp>
#include <stencil/cpu/tile.hpp>

/// How a lane of strips reads fields and writes its results.
namespace stencil::cpu {

/// Squares of W x W numbers of columns whose levels are neighbours in memory, the last ones of a column perhaps twice:
/// f(address of each of W columns, the first of these, first level). column_at(c): where column c begins. Gives how
/// many columns were done. The addresses are found once for W columns, since stores could alias what they are found
/// from.
template <int W, class ColumnAt, class F>
[[gnu::always_inline]] inline int each_square(const ColumnAt& column_at, int columns, int levels, const F& f) {
  using Address = decltype(column_at(0));
  int c = 0;
  for (; levels >= W && c + W <= columns; c += W) {
    std::array<Address, W> at;
    for (int i = 0; i < W; ++i) at[static_cast<std::size_t>(i)] = column_at(c + i);
    for (int k = 0; k < levels; k += W) f(at, c, std::min(k, levels - W));
  }
  return c;
}
/// Such columns into rows in which they are neighbours, which have room for whole vectors. Gives how many columns of
/// the rows were done.
template <int W, class ColumnAt, class T>
int turn_squares(const ColumnAt& column_at, T* rows, std::ptrdiff_t row_stride, int how_many, int levels) {
  return each_square<W>(column_at, how_many, levels, [=](const auto& column, int c, int first) {
    T* const to = rows + first * row_stride + c;
    turn<W>([&](int i) { return column[static_cast<std::size_t>(i)] + first; },
            [=](int i, int j, const auto& values) { simd::store(to + i * row_stride + j, values); });
  });
}
/// The way back.
template <int W, class ColumnAt, class T>
int turn_back(const T* rows, std::ptrdiff_t row_stride, const ColumnAt& column_at, int how_many, int levels) {
  return each_square<W>(column_at, how_many, levels, [=](const auto& column, int c, int first) {
    const T* const from = rows + first * row_stride + c;
    turn<W>([=](int i) { return from + i * row_stride; },
            [&](int i, int j, const auto& values) {
              simd::store(column[static_cast<std::size_t>(i)] + first + j, values);
            });
  });
}

template <int W>
class StripStores : public StripSteps<W> {
 public:
  using StripSteps<W>::columns, StripSteps<W>::column, StripSteps<W>::count, StripSteps<W>::lone;
  using StripSteps<W>::scattered;

 protected:
  StripStores(const EvaluatedColumns& set, const StripShape& shape, int halo, StripMemory& memory, int begin)
      : StripSteps<W>(set, shape, halo, memory), begin_(begin) {}

  /// The rows of a field of a step, where they lie or copied; values per column.
  template <class Where, class T, class Layout, class Space>
  auto strip_of_field(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    constexpr bool is_stored_so = std::is_same_v<stored<V>, V> && !is_split<V, W>;
    if constexpr (std::is_same_v<Where, Surface>) {
      auto strip = this->template per_column<V>(front_);
      if (happens(front_)) load_row(leaf.data, leaf.strides.column(), strip.row(0));
      return strip;
    } else {
      this->note_read(leaf.data);
      const T* const lowest = leaf.data + begin_ * leaf.strides.level();
      if (is_stored_so && !columns.periodic && shape_.is_read_at_levels(leaf.data))
        return Strip<V>::at_levels(stored_at<V>(lowest), leaf.strides.level(), leaf.strides.column(), front_);
      const bool may_lie_there = is_stored_so && scattered == nullptr && !columns.periodic && !shape_.writes(leaf.data);
      if (lone && may_lie_there && leaf.strides.level() == 1)
        return Strip<V>(stored_at<V>(lowest + column * leaf.strides.column()), 1, front_, Extent::whole);
      if (Layout::columns_contiguous && may_lie_there && !lone && count == shape_.columns) {
        fetch_rows(lowest + column, leaf.strides.level(), std::max(front_, 0),
                   std::min(front_ + shape_.rows, rows_at<Where>(columns.levels)), count);
        return Strip<V>(stored_at<V>(lowest + column), leaf.strides.level(), front_, Extent::whole);
      }
      return copied_rows<Where>(lowest, leaf);
    }
  }

  /// Writes rows of a destination.
  template <class Where, class Leaf, class Source, class... Masks>
  void store_from(const Leaf& leaf, Source source, Masks... mask) const {
    using T = typename Leaf::value_type;
    using V = typename Source::value_type;
    const auto write = [&](T& value, const stored<V>* from, int c, auto... wanted) {
      if ((static_cast<bool>(wanted) && ... && true)) put_kept<V>(value, kept_in_column<V, W>(from, c));
    };
    if constexpr (std::is_same_v<Where, Surface>) {
      const int first = first_row(source, mask...);
      if (shape_.flows && first < 0) unwritten_ = true;
      if (!happens(first)) return;
      const std::ptrdiff_t stride = leaf.strides.column();
      T* const to = leaf.data + column * stride;
      const auto* const from = source.row(0);
      if (scattered != nullptr) {
        for (int c = 0; c < count; ++c) write(leaf.data[scattered[c] * stride], from, c, mask.row(0)[c]...);
      } else {
        for (int c = 0; c < count; ++c) write(to[c * stride], from, c, mask.row(0)[c]...);
      }
    } else {
      T* const lowest = leaf.data + begin_ * leaf.strides.level();
      const auto column_at = [&](int c) { return lowest + this->column_of(c) * leaf.strides.column(); };
      const int first = first_row(source, mask...);
      remember(source, first);
      (remember(mask, first), ...);
      const int all_rows = rows_at<Where>(columns.levels);
      // What has all rows since the last were read is written at once, without a step for every few of them.
      const bool at_once =
          shape_.flows && sizeof...(mask) == 0 && has_all_rows(source) && front_ - first + shape_.rows >= all_rows;
      const int begin = std::max(first, 0);
      const int end = !at_once ? std::min(first + shape_.rows, all_rows) : happens(first) ? all_rows : begin;
      if (Leaf::layout::columns_contiguous && scattered == nullptr) {
        T* const to = lowest + column;
        bool lies_there = false;
        if constexpr (sizeof...(mask) == 0 && Source::has_rows && in_vectors<T> && std::is_same_v<V, T>) {
          lies_there = source.values == to + source.first * leaf.strides.level();
          if (!places_known_ && !lone) note_place(leaf.data, source.values);
        }
        if (!lies_there && !lone) fetch_rows(to, leaf.strides.level(), begin, end, count);
        for (int k = lies_there ? end : begin; k < end; ++k) {
          const stored<V>* from = source.row(k);
          T* row = to + k * leaf.strides.level();
          if constexpr (sizeof...(mask) == 0 && std::is_same_v<V, T> && std::is_same_v<stored<V>, T> &&
                        !is_split<V, W>) {
            std::copy(from, from + count, row);
          } else {
            int c = 0;
            if constexpr (sizeof...(mask) == 0 && std::is_same_v<V, T> && is_turned<V>) {
              for (; c + W <= count; c += W) store_turned<W>(row + c, split_at<V, W>(from, c));
            }
            for (; c < count; ++c) write(row[c], from, c, mask.row(k)[c]...);
          }
        }
      } else {
        int c = 0;
        if constexpr (sizeof...(mask) == 0 && Source::has_rows && in_vectors<T> && std::is_same_v<V, T>) {
          if (leaf.strides.level() == 1 && source.in_place_from <= begin && !lone)
            c = turn_back<W>(
                source.row(begin), source.stride, [&](int i) { return column_at(i) + begin; }, count, end - begin);
        }
        for (; c < count; ++c) {
          T* const own = column_at(c);
          for (int k = begin; k < end; ++k) write(own[k * leaf.strides.level()], source.row(k), c, mask.row(k)[c]...);
        }
      }
      keep(source);
      (keep(mask), ...);
      if (at_once ? first < 0 : all_rows > first + shape_.rows) unwritten_ = true;
    }
  }

 private:
  template <class V, class T>
  static const stored<V>* stored_at(const T* values) {
    return reinterpret_cast<const stored<V>*>(values);
  }
  /// Copies the rows of a field of a step. from: its lowest level of the lane's columns.
  template <class Where, class T, class Leaf>
  auto copied_rows(const T* from, const Leaf& leaf) const {
    using V = std::remove_const_t<T>;
    const RowRange range = this->template range_of<Where>(front_);
    if (range.first >= range.last) return Strip<V>(front_);
    Strip<V> strip(memory_.pool, this->template row_size<V>(), front_);
    memory_.places.is_argument(strip.row(front_));
    const std::ptrdiff_t level = leaf.strides.level();
    const bool inside =
        range.first >= 0 && range.last <= this->template rows_of_column<Where>();  // a ring has no face on top
    if (inside && (lone || !Leaf::layout::columns_contiguous)) {
      const auto column_at = [&](int c) { return from + this->column_of(c) * leaf.strides.column(); };
      const int size = lone ? count : wide_count();
      int c = 0;
      if constexpr (in_vectors<V>) {
        if (level == 1 && !lone)
          c = turn_squares<W>([&](int i) { return column_at(i) + range.first; }, strip.row(range.first), strip.stride(),
                              size, range.last - range.first);
      }
      for (; c < size; ++c) {
        const T* const p = column_at(c);
        for (int k = range.first; k < range.last; ++k) keep_in_column<V, W>(strip.row(k), c, to_stored(p[k * level]));
      }
    } else {
      for (int k = range.first; k < range.last; ++k) {
        const int row = columns.periodic ? row_in_ring(k, columns.levels) : k;
        load_row(from + row * level, leaf.strides.column(), strip.row(k));
      }
    }
    return strip;
  }

 protected:
  /// One row of the columns of the batch, and of as many more as fill vectors; the latter are computed and not used.
  template <class T, class V>
  void load_row(const T* from, std::ptrdiff_t stride, V* to) const {
    using Value = std::remove_const_t<T>;
    const auto put = [&](int c, std::ptrdiff_t of) {
      keep_in_column<Value, W>(to, c, to_stored<Value>(from[of * stride]));
    };
    if (scattered == nullptr) {  // two loops: of one that chooses g++ 12 makes no vector code
      int c = 0;
      if constexpr (is_turned<Value>) {
        for (; stride == 1 && c + W <= count; c += W)
          put_split<Value, W>(to, c, load_turned<W>(static_cast<const Value*>(from + column + c)));
      }
      for (; c < count; ++c) put(c, column + c);
    } else {
      for (int c = 0; c < count; ++c) put(c, scattered[c]);
    }
    for (int c = count; c < wide_count(); ++c) put(c, this->column_of(c));
  }

  int begin_;  ///< the level of the fields that is the lowest of the columns

  using Steps = StripSteps<W>;
  using Steps::first_row, Steps::happens, Steps::has_all_rows, Steps::remember, Steps::keep;
  using Steps::memory_, Steps::wide_count;
  using Steps::note_place, Steps::places_known_, Steps::shape_, Steps::front_, Steps::unwritten_;
};

}  // namespace stencil::cpu
