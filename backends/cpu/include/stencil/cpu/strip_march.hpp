// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/march.hpp>
#include <stencil/cpu/lanes.hpp>
#include <stencil/cpu/strip_cursor.hpp>

/// Marches along strips: row by row for vectors of columns side by side, so that none waits for its last row, or, where
/// the step is the user's, column by column.
namespace stencil::cpu {

/// The strips that a march fills.
struct StripsOfMarch {
  StripMemory& memory;
  int columns;     ///< of a strip
  int wide_count;  ///< of them that are computed, whole vectors
  int first;       ///< row of a strip
  int step_rows;   ///< of a step
  int rows;        ///< of a column
  bool flows;

  /// The first row, in this step, of what is there since the step that has the row before `end` of a value whose first
  /// row is `first`: 0 in that step.
  int since(int end) const {
    const int missing = end - step_rows - first;
    return -(missing > 0 ? (missing + step_rows - 1) / step_rows : -(-missing / step_rows)) * step_rows;
  }
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
  for (int c = count; c < wide_count; ++c)
    keep_in_column<Value, W>(to, c, to_stored<Value>(from[(count - 1) * stride]));
}

/// A strip with all rows of its columns as one that begins at `first`; of a ring so many rows, with those that stand
/// for others.
template <class T>
Strip<T> brought_back(const Strip<T>& from, const StripsOfMarch& shape, int around) {
  Strip<T> strip(shape.memory.pool, shape.columns, shape.first);
  const int begin = around > 0 ? shape.first : 0;
  const int end = around > 0 ? shape.first + around : shape.rows;
  for (int k = begin; k < end; ++k) {
    const auto* row = from.row(wrapped(k, shape.rows));
    std::copy(row, row + shape.wide_count, strip.row(k));
  }
  return strip;
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

/// The rows of a step of a march, and where its results go.
struct RowsOfMarch {
  int first;
  int last;
  bool begins;  ///< no row was before them
  bool ends;    ///< none comes after them
  int columns;
};
template <class T>
struct ResultOfMarch {
  stored<T>* bottom;
  std::ptrdiff_t stride;

  template <int W, int Kept, class V>
  void write(int row, int offset, const V& value) const {
    stored<T>* const to = bottom + row * stride;
    if constexpr (W == 1) {
      keep_in_column<T, Kept>(to, offset, to_stored(value));
    } else if constexpr (is_split<T, W>) {
      put_split<T, W>(to, offset, value);
    } else {
      put(to + offset, 1, value, 0, W);
    }
  }
};

template <int W>
using AtOfMarch = std::conditional_t<(W > 1), WideValues<W>, column_functions::OneColumn>;

template <int W, int Kept, class Types, class State, class Step, class Rows, class... Sources>
void march_row(State& state, int k, int offset, const Step& step, const Rows& rows, const Sources&... sources) {
  const auto all =
      step.row(AtOfMarch<W>{}, state, numbers_at<W, Kept, typename Sources::value_type>(sources.row(k), offset)...);
  column_functions::each_index(
      [&](auto i) { argument<i.value>(rows).template write<W, Kept>(k, offset, argument<i.value>(all)); },
      static_cast<const typename Types::row*>(nullptr));
}
template <int W, int Kept, class Types, class State, class Step, class Last>
void march_end(const State& state, int offset, const Step& step, const Last& last) {
  const auto end = step.end(AtOfMarch<W>{}, state);
  column_functions::each_index(
      [&](auto i) { argument<i.value>(last).template write<W, Kept>(0, offset, argument<i.value>(end)); },
      static_cast<const typename Types::last*>(nullptr));
}

/// Vectors of columns side by side.
template <bool Upward, int W, class Types, class State, class Step, class Start, class Rows, class Last,
          class... Sources>
STENCIL_CPU_ONE_FUNCTION void march_vectors(const RowsOfMarch all, State* states, const Step step, const Start start,
                                            const Rows rows, const Last last, const Sources... sources) {
  if (all.begins) {
    for (int v = 0; v < all.columns / W; ++v) new (states + v) State(step.begin(numbers_at_start<W, W>(start, v * W)));
  }
  for (int p = all.first; p < all.last; ++p) {
    const int k = Upward ? p : all.last - 1 - (p - all.first);
    for (int v = 0; v < all.columns / W; ++v) {
      if constexpr (static_cast<int>(sizeof(State)) > 8 * simd::native_bytes) {  // no registers hold it
        march_row<W, W, Types>(states[v], k, v * W, step, rows, sources...);
      } else {
        State state = states[v];
        march_row<W, W, Types>(state, k, v * W, step, rows, sources...);
        states[v] = state;
      }
    }
  }
  if (all.ends) {
    for (int v = 0; v < all.columns / W; ++v) march_end<W, W, Types>(states[v], v * W, step, last);
  }
}
/// Column by column.
template <bool Upward, int Kept, class Types, class State, class Step, class Start, class Rows, class Last,
          class... Sources>
void march_columns(const RowsOfMarch& all, State* states, const Step& step, const Start& start, const Rows& rows,
                   const Last& last, const Sources&... sources) {
  for (int c = 0; c < all.columns; ++c) {
    State state = all.begins ? State(step.begin(numbers_at_start<1, Kept>(start, c))) : states[c];
    for (int p = all.first; p < all.last; ++p)
      march_row<1, Kept, Types>(state, Upward ? p : all.last - 1 - (p - all.first), c, step, rows, sources...);
    if (all.ends) {
      march_end<1, Kept, Types>(state, c, step, last);
    } else {
      new (states + c) State(state);
    }
  }
}

template <int W, class... T>
inline constexpr bool fits_register = ((sizeof(scalar_of<T>) * W <= simd::native_bytes) && ...);

/// The rows of what an upward march of the same operation left, where a downward one may put its own; else null.
template <bool Upward, class Step, class T, class... Sources>
stored<T>* in_place_of(const Sources&... sources) {
  if constexpr (!Upward && Step::replaces >= 0) {
    const auto all = make_arguments(sources...);
    const auto& replaced = argument<Step::replaces>(all);
    if constexpr (requires { replaced.extent; } &&
                  std::is_same_v<typename std::remove_cvref_t<decltype(replaced)>::value_type, T>) {
      if (replaced.extent == Extent::from_bottom) return const_cast<stored<T>*>(replaced.row(0));
    }
  }
  return nullptr;
}

template <class Where, bool Upward, class Lane, class Step, class Start, class... Sources>
auto march_strips(const Lane& lane, const StripsOfMarch& strips, const Step& step, const Start& start,
                  const Sources&... sources) {
  using column_functions::each_result;
  using column_functions::number_of;
  // A source stands for a value of its type.
  using Types = column_functions::MarchTypes<Step, Start, typename Sources::value_type...>;
  const int since = strips.since(strips.rows);
  const auto make_rows = [&]<class T>(const T&) {
    if (!strips.flows) return Strip<T>(strips.memory.pool, strips.columns, strips.first);
    stored<T>* kept = in_place_of<Upward, Step, T>(sources...);
    if (kept == nullptr)
      kept = strips.memory.history.next_of<stored<T>>(static_cast<std::ptrdiff_t>(strips.columns) * strips.rows);
    return Strip<T>(kept, strips.columns, Upward ? strips.first : since, Upward ? Extent::from_bottom : Extent::whole);
  };
  const auto make_last = [&]<class T>(const T&) {
    if (!strips.flows) return Strip<T>(strips.memory.pool, 0, strips.first);
    return Strip<T>(strips.memory.history.next_of<stored<T>>(strips.columns), 0, since, Extent::whole);
  };
  const auto result = []<class T>(const Strip<T>& strip) {
    return ResultOfMarch<T>{const_cast<stored<T>*>(strip.row(0)), strip.stride()};
  };
  auto rows = each_result(make_rows, typename Types::row{});
  auto last = each_result(make_last, typename Types::last{});
  // As many numbers of float64 as a vector has of float32 are more than one register.
  constexpr bool fits = fits_register<Lane::width, number_of<Start>, typename Sources::value_type...>;
  constexpr bool wide = fits && Step::template wide<number_of<Start>, typename Sources::value_type...>;
  constexpr int W = wide ? Lane::width : 1;
  using State = std::remove_cvref_t<decltype(step.begin(numbers_at_start<W, Lane::width>(start, 0)))>;
  StripHistory& memory = strips.flows ? strips.memory.history : strips.memory.of_march;
  if (!strips.flows) memory.begin_step();
  auto* const states = memory.next_of<State>(strips.wide_count / W);
  RowsOfMarch now{0, strips.rows, true, true, strips.wide_count};
  if (strips.flows && Upward) {
    now.first = std::max(strips.first, 0);
    now.last = std::min(strips.first + strips.step_rows, strips.rows);
    now.begins = now.first == 0;
    now.ends = now.last == strips.rows;
  } else if (strips.flows && since != 0) {
    now.last = 0;
  }
  if (now.first < now.last) {
    if constexpr (wide) {
      march_vectors<Upward, W, Types>(now, states, step, start, each_result(result, rows), each_result(result, last),
                                      sources...);
    } else {
      march_columns<Upward, Lane::width, Types>(now, states, step, start, each_result(result, rows),
                                                each_result(result, last), sources...);
    }
  }
  const auto in_rows = [&]<class T>(const Strip<T>& strip) {
    return column_functions::ColumnValue<Lane, Where, T>{strip, &lane};
  };
  const auto per_column = [&]<class T>(const Strip<T>& strip) {
    return column_functions::ColumnValue<Lane, Surface, T>{strip, &lane};
  };
  return column_functions::Marched{each_result(in_rows, rows), each_result(per_column, last)};
}

}  // namespace stencil::cpu
