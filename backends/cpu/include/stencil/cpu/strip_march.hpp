// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/march.hpp>
#include <stencil/cpu/strip_march_lone.hpp>
#include <stencil/cpu/strip_march_rows.hpp>

/// Marches along strips: row by row for vectors of columns side by side, so that none waits for its last row, or, where
/// the step is the user's, column by column.
namespace stencil::cpu {

/// The strips that a march fills.
struct StripsOfMarch {
  StripMemory& memory;
  int columns;     ///< of a strip
  int wide_count;  ///< columns that are computed, whole vectors
  int first;       ///< row of a strip
  int step_rows;   ///< of a step
  int rows;        ///< of a column
  bool flows;
  bool lone;  ///< a lone column

  /// Counted from the step in which row `end` - 1 of a value becomes available: 0 in that step, minus the rows since
  /// then in later steps. first: the value's first row.
  int since(int end) const {
    const int missing = end - step_rows - first;
    return -(missing > 0 ? (missing + step_rows - 1) / step_rows : -(-missing / step_rows)) * step_rows;
  }
};

/// All rows of a ring, in a strip of `count` rows from `shape.first` on; rows beyond the ring's ends are copies of
/// those that they stand for.
template <class T>
Strip<T> brought_back(const Strip<T>& from, const StripsOfMarch& shape, int count) {
  const std::ptrdiff_t stride = shape.lone ? from.stride() : shape.columns;
  Strip<T> strip(shape.memory.pool, stride, shape.first);
  for (int k = shape.first; k < shape.first + count; ++k) {
    const auto* row = from.row(row_in_ring(k, shape.rows));
    std::copy(row, row + (shape.lone ? stride : shape.wide_count), strip.row(k));
  }
  return strip;
}

template <int W, class... T>
inline constexpr bool fits_register = ((sizeof(scalar_of<T>) * W <= simd::native_bytes) && ...);
/// Whether a march takes vectors of columns. As many numbers of float64 as a vector has of float32 are more than one
/// register.
template <class Lane, class Step, class Start, class... T>
inline constexpr bool goes_wide = [] {
  using Begin = column_functions::number_of<Start>;
  if constexpr (fits_register<Lane::width, Begin, T...>) {
    return Step::template wide<Begin, T...>;
  } else {
    return false;
  }
}();

/// The rows at which none of some sources has an end formula, nor the step.
template <class Lane, class Step, class... Sources>
RowRange inside_all(const Lane& lane, const Step& step, const Sources&... sources) {
  RowRange all{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
  if constexpr (requires { step.away_from_ends(); }) {
    const auto away = step.away_from_ends();
    all = {away.first, away.last};
  }
  [[maybe_unused]] const auto take = [&]<class Source>(const Source& source) {
    if constexpr (is_formula<Source>) {
      const RowRange inside = any_given(source) ? RowRange{0, 0} : lane.template plain_rows<typename Source::node>();
      all = {std::max(all.first, inside.first), std::min(all.last, inside.last)};
    }
  };
  (take(sources), ...);
  return all;
}

/// The rows of what an upward march of the same operation left, where a downward one may put its own; else null.
template <bool Upward, class Step, class T, class... Sources>
stored<T>* in_place_of(const Sources&... sources) {
  if constexpr (!Upward && Step::replaces >= 0) {
    const auto all = make_arguments(sources...);
    const auto& replaced = argument_at<Step::replaces>(all);
    if constexpr (requires { replaced.extent; } &&
                  std::is_same_v<typename std::remove_cvref_t<decltype(replaced)>::value_type, T>) {
      if (replaced.extent == Extent::from_bottom) return const_cast<stored<T>*>(replaced.row(0));
    }
  }
  return nullptr;
}

/// Stands for the strip of a march that takes over no operand.
struct NoStrip {};
/// The operand's rows that the results of a march overwrite, because nothing else reads them.
template <class Step, class... Values>
auto taken_over(const Values&... values) {
  if constexpr (requires { requires Step::takes_over; }) {
    const auto all = make_arguments(values...);
    return argument_at<Step::replaces>(all).rows;
  } else {
    return NoStrip{};
  }
}
/// taken: such rows, or NoStrip.
template <class Where, bool Upward, class Taken, class Lane, class Step, class Start, class... Sources>
auto march_strips(const Lane& lane, const StripsOfMarch& strips, const Taken& taken, const Step& step,
                  const Start& start, const Sources&... sources) {
  using column_functions::each_result;
  // A source stands for a value of its type.
  using Types = column_functions::MarchTypes<Step, Start, typename Sources::value_type...>;
  const int since = strips.since(strips.rows);
  const auto make_rows = [&]<class T>(const T&) {
    if (!strips.flows) {
      if constexpr (std::is_same_v<Strip<T>, Taken>) return taken;
      return lane.template strip_of_result<T>(strips.first);
    }
    stored<T>* kept = in_place_of<Upward, Step, T>(sources...);
    if (kept == nullptr)
      kept = strips.memory.history.next_of<stored<T>>(static_cast<std::ptrdiff_t>(strips.columns) * strips.rows);
    return Strip<T>(kept, strips.columns, Upward ? strips.first : since, Upward ? Extent::from_bottom : Extent::whole);
  };
  const auto make_last = [&]<class T>(const T&) {
    if (!strips.flows) return Strip<T>(strips.memory.pool, 0, strips.first);
    return Strip<T>(strips.memory.history.next_of<stored<T>>(strips.columns), 0, since, Extent::whole);
  };
  const auto result = [&]<class T>(const Strip<T>& strip) {
    return ResultOfMarch<T>{const_cast<stored<T>*>(strip.row(0)), strip.stride(), lane.columns.periodic, strips.lone};
  };
  auto rows = each_result(make_rows, typename Types::row{});
  auto last = each_result(make_last, typename Types::last{});
  constexpr bool wide = goes_wide<Lane, Step, Start, typename Sources::value_type...>;
  constexpr int W = wide ? Lane::width : 1;
  using State = std::remove_cvref_t<decltype(step.begin(numbers_at_start<W, Lane::width>(start, 0)))>;
  StripHistory& memory = strips.flows ? strips.memory.history : strips.memory.of_march;
  if (!strips.flows) memory.begin_step();
  auto* const states = memory.next_of<State>((strips.columns + W - 1) / W);
  RowsOfMarch now{0, strips.rows, true, true, {0, strips.wide_count}, strips.lone};
  if (strips.flows && Upward) {
    now.first = std::max(strips.first, 0);
    now.last = std::min(strips.first + strips.step_rows, strips.rows);
    now.begins = now.first == 0;
    now.ends = now.last == strips.rows;
  } else if (strips.flows && since != 0) {
    now.last = 0;
  }
  if (now.first < now.last) {
    const RowRange inside = inside_all(lane, step, sources...);
    const auto to_rows = each_result(result, rows);
    const auto to_last = each_result(result, last);
    const bool alone =
        marched_alone<Where, Upward, Types>(lane, now, inside, step, start, to_rows, to_last, sources...);
    for (now.columns = lane.run_from(0); !alone && now.columns.first < now.columns.last;
         now.columns = lane.run_from(now.columns.last)) {
      if constexpr (wide) {
        march_vectors<Where, Upward, Types>(lane, now, inside, states, step, start, to_rows, to_last, sources...);
      } else {
        march_columns<Upward, Lane::width, Types>(now, states, step, start, to_rows, to_last, sources...);
      }
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
