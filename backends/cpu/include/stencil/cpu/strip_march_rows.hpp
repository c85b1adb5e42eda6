// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/march.hpp>
#include <stencil/cpu/strip_deferred.hpp>
#include <stencil/cpu/strip_working.hpp>
#include <stencil/cpu/wide.hpp>

/// The loops of marches along strips.
namespace stencil::cpu {

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
    return wide_of<X, W>(start);
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
  ColumnRun columns;
  bool lone;  ///< a lone column
};
template <class T>
struct ResultOfMarch {
  stored<T>* bottom;
  std::ptrdiff_t stride;
  bool on_ring;
  bool lone;  ///< a lone column, which has values per column in all elements of a vector

  template <int W, int Kept, class V>
  void write(int row, int offset, const V& value) const {
    stored<T>* const to = bottom + row * stride;
    if constexpr (requires { value.row_of_ring; }) {
      if (on_ring) write<W, Kept>(row, offset, value.row_of_ring);
    } else if constexpr (W == 1) {
      keep_in_column<T, Kept>(to, offset, to_stored(value));
    } else if constexpr (is_split<T, W>) {
      put_split<T, W>(to, offset, value);
    } else {
      put(to + offset, 1, value, 0, W);
    }
  }
  /// One after the last row.
  template <int W, int Kept, class V>
  void write_last(int offset, const V& value) const {
    write<W, Kept>(0, offset, value);
    if constexpr (W == 1) {
      for (int c = 1; lone && c < Kept; ++c) write<W, Kept>(0, c, value);
    }
  }
};

/// What a march reads of a source: the source, or the node of a formula.
template <bool Interior, class Source>
auto read_by_march(const Source& source) {
  if constexpr (is_formula<Source>) {
    return source.template in_formula<!Interior>();
  } else {
    return source;
  }
}
/// The numbers of the columns of a cursor.
template <class T, bool Formula, class Read, class Cursor>
auto wide_numbers(const Read& read, const Cursor& at) {
  if constexpr (Formula) {
    using V = decltype(read.value(at));
    if constexpr (std::is_same_v<V, decltype(at.template cast<T>(std::declval<V>()))>) {
      return read.value(at);  // not copied
    } else {
      return at.template cast<T>(read.value(at));
    }
  } else {
    constexpr int W = Cursor::W;
    return numbers_at<W, W, T>(read.row(at.destination_row), at.offset);
  }
}

/// The row of vectors of columns. Away: from the ends of the columns, as the step says.
template <int W, bool Away = false>
struct AtOfMarch : WideValues<W> {
  static constexpr bool away = Away;
  int row;
  explicit AtOfMarch(int k) : row(k) {}
};
template <>
struct AtOfMarch<1> : column_functions::OneColumn {
  explicit AtOfMarch(int) {}
};

template <int W, int Kept, class Types, bool Away = false, class State, class Step, class Rows, class... Numbers>
void march_row(State& state, int k, int offset, const Step& step, const Rows& rows, const Numbers&... numbers) {
  if constexpr (requires { step.goes_to; }) {
    const auto write = [&]<class... X>(const X&... results) {
      [&]<int... I>(std::integer_sequence<int, I...>) {
        (argument_at<I>(rows).template write<W, Kept>(k, offset, results), ...);
      }(std::make_integer_sequence<int, static_cast<int>(sizeof...(X))>{});
    };
    step.row_to(write, AtOfMarch<W, Away>(k), state, numbers...);
  } else {
    const auto all = step.row(AtOfMarch<W, Away>(k), state, numbers...);
    column_functions::each_index(
        [&](auto i) { argument_at<i.value>(rows).template write<W, Kept>(k, offset, argument_at<i.value>(all)); },
        static_cast<const typename Types::row*>(nullptr));
  }
}
template <int W, int Kept, class Types, class State, class Step, class Last>
void march_end(const State& state, int offset, const Step& step, const Last& last) {
  const auto end = step.end(AtOfMarch<W>(0), state);
  column_functions::each_index(
      [&](auto i) { argument_at<i.value>(last).template write_last<W, Kept>(offset, argument_at<i.value>(end)); },
      static_cast<const typename Types::last*>(nullptr));
}

/// A row of vectors of columns side by side. Interior: as of a cursor. Reads: those of the sources.
template <class Where, bool Interior, class Types, class... Sources, class Lane, class State, class Step, class Rows,
          class... Reads>
void march_wide_row(const Lane& lane, int k, ColumnRun columns, State* states, const Step& step, const Rows& rows,
                    const Reads&... reads) {
  constexpr int W = Lane::width;
  constexpr bool away = Interior && (is_formula<Sources> || ...);
  for (int v = columns.first / W; v < columns.last / W; ++v) {
    const StripCursor<Lane, Where, Interior> at(lane, k, v * W);
    if constexpr (static_cast<int>(sizeof(State)) > 8 * simd::native_bytes) {  // no registers hold it
      march_row<W, W, Types, away>(states[v], k, v * W, step, rows,
                                   wide_numbers<typename Sources::value_type, is_formula<Sources>>(reads, at)...);
    } else {
      State state = states[v];
      march_row<W, W, Types, away>(state, k, v * W, step, rows,
                                   wide_numbers<typename Sources::value_type, is_formula<Sources>>(reads, at)...);
      states[v] = state;
    }
  }
}
/// Rows p to p + count - 1 of one group of a fold.
template <class Where, bool Upward, bool Interior, class Types, class Source, class Lane, class State, class Step,
          class Rows, class Read>
void march_group(const Lane& lane, const RowsOfMarch& all, int p, int count, State* states, const Step& step,
                 const Rows& rows, const Read& read) {
  constexpr int W = Lane::width;
  const auto row = [&](int i) { return Upward ? p + i : all.last - 1 - (p + i - all.first); };
  for (int v = all.columns.first / W; v < all.columns.last / W; ++v) {
    step.rows(
        AtOfMarch<W>(row(0)), states[v], count,
        [&](int i) {
          const StripCursor<Lane, Where, Interior> at(lane, row(i), v * W);
          return wide_numbers<typename Source::value_type, is_formula<Source>>(read, at);
        },
        [&](int i, const auto& results) {
          if constexpr (Step::running)
            argument_at<0>(rows).template write<W, W>(row(i), v * W, argument_at<0>(results));
        });
  }
}
/// Rows [from, to) of a search, of each vector of columns up to the one in which it has found something in all of them.
template <class Where, bool Upward, bool Interior, class Types, class... Sources, class Lane, class State, class Step,
          class... Reads>
void search_wide_rows(const Lane& lane, const RowsOfMarch& all, int from, int to, State* states, const Step& step,
                      const Reads&... reads) {
  constexpr int W = Lane::width;
  for (int v = all.columns.first / W; v < all.columns.last / W; ++v) {
    State state = states[v];
    for (int p = from; p < to && !has_found(state); ++p) {
      const int k = Upward ? p : all.last - 1 - (p - all.first);
      const StripCursor<Lane, Where, Interior> at(lane, k, v * W);
      step.row(AtOfMarch<W>(k), state, wide_numbers<typename Sources::value_type, is_formula<Sources>>(reads, at)...);
    }
    states[v] = state;
  }
}
/// Such rows, those from `from` on.
template <class Where, bool Upward, bool Interior, class Types, class... Sources, class Lane, class State, class Step,
          class Rows, class... Reads>
void march_wide_rows(const Lane& lane, const RowsOfMarch& all, int from, int to, State* states, const Step& step,
                     const Rows& rows, const Reads&... reads) {
  if constexpr (column_functions::is_grouped<Step>) {
    constexpr int held = detail::folding::rows_of_lane;
    for (int p = from; p < to;) {
      const int count = std::min(held - states[all.columns.first / Lane::width].row, to - p);
      if (count == held) {
        march_group<Where, Upward, Interior, Types, Sources...>(lane, all, p, held, states, step, rows, reads...);
      } else {
        march_group<Where, Upward, Interior, Types, Sources...>(lane, all, p, count, states, step, rows, reads...);
      }
      p += count;
    }
  } else if constexpr (column_functions::is_search<Step>) {
    search_wide_rows<Where, Upward, Interior, Types, Sources...>(lane, all, from, to, states, step, reads...);
  } else {
    for (int p = from; p < to; ++p) {
      const int k = Upward ? p : all.last - 1 - (p - all.first);
      march_wide_row<Where, Interior, Types, Sources...>(lane, k, all.columns, states, step, rows, reads...);
    }
  }
}
/// The state before the first row, in memory with anything in it.
template <class State, class Step, class Before>
void begin_march(State& state, const Step& step, const Before& start) {
  if constexpr (column_functions::is_grouped<Step>) {
    step.begin_in(state, start);
  } else {
    new (&state) State(step.begin(start));
  }
}
/// Vectors of columns side by side, row by row.
template <class Where, bool Upward, class Types, class Lane, class State, class Step, class Start, class Rows,
          class Last, class... Sources>
STENCIL_CPU_ONE_FUNCTION void march_vectors(const Lane& given, const RowsOfMarch all, const RowRange inside,
                                            State* states, const Step step, const Start start, const Rows rows,
                                            const Last last, const Sources... sources) {
  constexpr int W = Lane::width;
  const OfManyColumns<Lane> lane(given);  // its own copy: stores could alias the original
  if (all.begins) {
    for (int v = all.columns.first / W; v < all.columns.last / W; ++v)
      begin_march(states[v], step, numbers_at_start<W, W>(start, v * W));
  }
  if constexpr ((is_formula<Sources> || ...)) {
    const int inside_first = std::clamp(inside.first, all.first, all.last);
    const int inside_last = std::clamp(inside.last, inside_first, all.last);
    const auto at_ends = [&](int from, int to) {
      march_wide_rows<Where, Upward, false, Types, Sources...>(lane, all, from, to, states, step, rows,
                                                               read_by_march<false>(sources)...);
    };
    if (all.first < inside_first) at_ends(all.first, inside_first);
    march_wide_rows<Where, Upward, true, Types, Sources...>(lane, all, inside_first, inside_last, states, step, rows,
                                                            read_by_march<true>(sources)...);
    if (inside_last < all.last) at_ends(inside_last, all.last);
  } else {
    march_wide_rows<Where, Upward, true, Types, Sources...>(lane, all, all.first, all.last, states, step, rows,
                                                            read_by_march<true>(sources)...);
  }
  if (all.ends) {
    for (int v = all.columns.first / W; v < all.columns.last / W; ++v)
      march_end<W, W, Types>(states[v], v * W, step, last);
  }
}
/// The largest state, in bytes, of which all columns of a batch fit the first-level cache.
inline constexpr std::size_t largest_state_beside_others = 256;
/// By the user's step, which takes numbers. All columns take a row before the next one, in a loop of which compilers
/// make vectors where the step has no branches; so no column waits for its row below either. With large states one
/// column goes after the other.
template <bool Upward, int Kept, class Types, class State, class Step, class Start, class Rows, class Last,
          class... Sources>
void march_columns(const RowsOfMarch all, State* states, const Step step, const Start start, const Rows rows,
                   const Last last, const Sources... sources) {
  const auto row = [&](int p) { return Upward ? p : all.last - 1 - (p - all.first); };
  const auto begun = [&](int c) { return State(step.begin(numbers_at_start<1, Kept>(start, c))); };
  if constexpr (sizeof(State) <= largest_state_beside_others) {
    for (int c = all.columns.first; all.begins && c < all.columns.last; ++c) new (states + c) State(begun(c));
    for (int p = all.first; p < all.last; ++p) {
      const auto march_all = [&, k = row(p)](const auto*... from) {
        for (int c = all.columns.first; c < all.columns.last; ++c)
          march_row<1, Kept, Types>(states[c], k, c, step, rows,
                                    numbers_at<1, Kept, typename Sources::value_type>(from, c)...);
      };
      march_all(sources.row(row(p))...);
    }
    for (int c = all.columns.first; all.ends && c < all.columns.last; ++c)
      march_end<1, Kept, Types>(states[c], c, step, last);
  } else {
    for (int c = all.columns.first; c < all.columns.last; ++c) {
      State state(all.begins ? begun(c) : states[c]);
      for (int p = all.first; p < all.last; ++p)
        march_row<1, Kept, Types>(state, row(p), c, step, rows,
                                  numbers_at<1, Kept, typename Sources::value_type>(sources.row(row(p)), c)...);
      if (all.ends) {
        march_end<1, Kept, Types>(state, c, step, last);
      } else {
        new (states + c) State(state);
      }
    }
  }
}

}  // namespace stencil::cpu
