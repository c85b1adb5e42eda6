// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/march.hpp>
#include <stencil/cpu/lanes.hpp>
#include <stencil/cpu/strip_cursor.hpp>

/// Marches along strips that hold all rows of their columns: a vector of columns at a time, or, where the step is the
/// user's, one column.
namespace stencil::cpu {

/// The strips that a march fills.
struct StripsOfMarch {
  StripPool& pool;
  int columns;     ///< of a strip
  int wide_count;  ///< of them that are computed, whole vectors
  int first;       ///< row of a strip
  int rows;        ///< of a column
};

struct RowRange {
  int first;
  int last;
};

/// One row of `count` columns, and of as many more as fill vectors; the latter are computed and not used.
template <int W, class T, class V>
void load_row(const T* from, std::ptrdiff_t stride, V* to, int count, int wide_count) {
  using Value = std::remove_const_t<T>;
  for (int c = 0; c < count; ++c) keep_in_column<Value, W>(to, c, to_stored<Value>(from[c * stride]));
  for (int c = count; c < wide_count; ++c) keep_in_column<Value, W>(to, c, to_stored<Value>(from[(count - 1) * stride]));
}

/// A strip with all rows of its columns as one that begins at `first`; of a ring so many rows, with those that stand
/// for others.
template <class T>
Strip<T> brought_back(const Strip<T>& from, const StripsOfMarch& shape, int around) {
  Strip<T> strip(shape.pool, shape.columns, shape.first);
  const int begin = around > 0 ? shape.first : 0;
  const int end = around > 0 ? shape.first + around : shape.rows;
  for (int k = begin; k < end; ++k) {
    const auto* row = from.row(wrapped(k, shape.rows));
    std::copy(row, row + shape.wide_count, strip.row(k));
  }
  return strip;
}

/// Keeps the last of the rows that a step has, `rows` from the source's first on and those before `end`.
template <class Source>
void keep_rows(const Source& s, int rows, int wide_count, int end) {
  for (int i = 0; i < s.kept_rows; ++i) {
    const int k = s.first + rows - s.kept_rows + i;
    if (k >= end) return;
    std::copy(s.row(k), s.row(k) + wide_count, s.kept + i * s.columns);
  }
}

/// A number of one column, or those of W columns, of rows that are kept for vectors of Kept columns.
template <int W, int Kept, class T>
auto numbers_at(const stored<T>* row, int offset) {
  if constexpr (W == 1) {
    return static_cast<T>(kept_in_column<T, Kept>(row, offset));
  } else if constexpr (is_split<T, W>) {
    return split_at<T, W>(row, offset);
  } else {
    return load<W>(row + offset);
  }
}
template <int W, int Kept, class X>
auto numbers_at_start(const X& start, int offset) {
  if constexpr (column_functions::IsColumnValue<X>) {
    return numbers_at<W, Kept, typename X::value_type>(start.rows.row(0), offset);
  } else if constexpr (W > 1) {
    return lanes_of<X, W>(start);
  } else {
    return start;
  }
}

/// W columns from `offset` on.
template <bool Upward, int W, int Kept, class Types, class Step, class Start, class Rows, class Last, class... Sources>
void march_along(const StripsOfMarch& strips, int offset, const Step& step, const Start& start, Rows& rows, Last& last,
                 const Sources&... sources) {
  using column_functions::each_index;
  using At = std::conditional_t<(W > 1), WideValues<W>, column_functions::OneColumn>;
  const At at{};
  auto state = step.begin(numbers_at_start<W, Kept>(start, offset));
  const auto write = [&]<class T>(Strip<T>& strip, int row, const auto& value) {
    if constexpr (W == 1) {
      keep_in_column<T, Kept>(strip.row(row), offset, to_stored(value));
    } else if constexpr (is_split<T, W>) {
      put_split<T, W>(strip.row(row), offset, value);
    } else {
      put(strip.row(row) + offset, 1, value, 0, W);
    }
  };
  for (int p = 0; p < strips.rows; ++p) {
    const int k = Upward ? p : strips.rows - 1 - p;
    const auto all = step.row(at, state, numbers_at<W, Kept, typename Sources::value_type>(sources.row(k), offset)...);
    each_index([&](auto i) { write(argument<i.value>(rows), k, argument<i.value>(all)); },
               static_cast<const typename Types::row*>(nullptr));
  }
  const auto end = step.end(at, state);
  each_index([&](auto i) { write(argument<i.value>(last), 0, argument<i.value>(end)); },
             static_cast<const typename Types::last*>(nullptr));
}

template <int W, class... T>
inline constexpr bool fits_register = ((sizeof(scalar_of<T>) * W <= simd::native_bytes) && ...);

template <class Where, bool Upward, class Lane, class Step, class Start, class... Sources>
auto march_strips(const Lane& lane, const StripsOfMarch& strips, const Step& step, const Start& start,
                  const Sources&... sources) {
  using column_functions::each_result;
  using column_functions::number_of;
  // A source stands for a value of its type.
  using Types = column_functions::MarchTypes<Step, Start, typename Sources::value_type...>;
  auto rows = each_result(
      [&](const auto& x) { return Strip<std::remove_cvref_t<decltype(x)>>(strips.pool, strips.columns, strips.first); },
      typename Types::row{});
  auto last = each_result([&](const auto& x) { return Strip<std::remove_cvref_t<decltype(x)>>(strips.pool, 0, 0); },
                          typename Types::last{});
  // As many numbers of float64 as a vector has of float32 are more than one register.
  constexpr bool fits = fits_register<Lane::width, number_of<Start>, typename Sources::value_type...>;
  constexpr bool wide = fits && Step::template wide<number_of<Start>, typename Sources::value_type...>;
  constexpr int W = wide ? Lane::width : 1;
  for (int offset = 0; offset < strips.wide_count; offset += W)
    march_along<Upward, W, Lane::width, Types>(strips, offset, step, start, rows, last, sources...);
  const auto in_rows = [&]<class T>(const Strip<T>& strip) {
    return column_functions::ColumnValue<Lane, Where, T>{strip, &lane};
  };
  const auto per_column = [&]<class T>(const Strip<T>& strip) {
    return column_functions::ColumnValue<Lane, Surface, T>{strip, &lane};
  };
  return column_functions::Marched{each_result(in_rows, rows), each_result(per_column, last)};
}

}  // namespace stencil::cpu
