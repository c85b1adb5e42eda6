// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/cpu/strip_march_rows.hpp>

/// Marches along a lone column. Its rows are side by side, so that a vector would hold one row in all elements: the
/// state and its rows are plain numbers instead, and only formulas are computed in vectors, of rows.
namespace stencil::cpu {

/// The numbers of a source, row by row. inside: the rows at which no formula has an end formula.
template <class Where, class Lane, class Source>
struct NumbersOfLone {
  using T = typename Source::value_type;
  const Source& source;
  NumbersOfLone(const Lane&, RowRange, const Source& s) : source(s) {}
  T operator()(int row) const { return numbers_at<1, Lane::width, T>(source.row(row), 0); }
};
/// Those of a formula, which are asked for from the bottom up: W rows are computed at a time, near the ends one.
template <class Where, class Lane, class Source>
  requires is_formula<Source>
struct NumbersOfLone<Where, Lane, Source> {
  static constexpr int W = Lane::width;
  using T = typename Source::value_type;
  const Lane& lane;
  RowRange inside;
  decltype(std::declval<const Source&>().template in_formula<false>()) formula_inside;
  decltype(std::declval<const Source&>().template in_formula<true>()) formula;
  int first = 0;
  int end = 0;
  alignas(64) stored<T> rows[W];  ///< from `first` to `end`

  NumbersOfLone(const Lane& l, RowRange range, const Source& s)
      : lane(l),
        inside(range.last - range.first < W ? RowRange{0, 0} : range),
        formula_inside(s.template in_formula<false>()),
        formula(s.template in_formula<true>()) {}
  T operator()(int row) {
    if (row >= end) compute(row);
    return numbers_at<1, W, T>(rows, row - first);
  }

 private:
  void compute(int row) {
    if (row >= inside.first && row < inside.last) {
      first = std::min(row, inside.last - W);
      end = first + W;
      put(StripCursor<Lane, Where, true>(lane, first, 0), formula_inside);
    } else {
      first = row;
      end = row + 1;
      put(StripCursor<Lane, Where, false>(lane, row, 0), formula);
    }
  }
  template <class At, class Formula>
  void put(const At& at, const Formula& node) {
    put_stored(rows, at, at.template cast<T>(node.value(at)));
  }
};

/// All rows of a lone column.
template <class Where, bool Upward, class Types, class Lane, class Step, class Start, class Rows, class Last,
          class... Sources>
STENCIL_CPU_ONE_FUNCTION void march_lone(const Lane& given, int count, RowRange inside, const Step& step,
                                         const Start& start, const Rows& rows, const Last& last,
                                         const Sources&... sources) {
  static_assert(Upward || !(is_formula<Sources> || ...));
  constexpr int W = Lane::width;
  const Lane lane = given;  // its own copy: stores could alias the original
  auto state = step.begin(numbers_at_start<1, W>(start, 0));
  const auto level = [&](int p) { return Upward ? p : count - 1 - p; };
  const auto march = [&](auto&&... numbers) {
    if constexpr (column_functions::is_grouped<Step>) {
      for (int p = 0; p < count;) {
        const int in_group = std::min(detail::folding::rows_of_lane - state.row, count - p);
        step.rows(
            AtOfMarch<1>(0), state, in_group, [&](int i) { return (numbers(level(p + i)), ...); },
            [&](int i, const auto& results) {
              if constexpr (Step::running)
                argument_at<0>(rows).template write<1, W>(level(p + i), 0, argument_at<0>(results));
            });
        p += in_group;
      }
    } else {
      for (int p = 0; p < count; ++p) march_row<1, W, Types>(state, level(p), 0, step, rows, numbers(level(p))...);
    }
  };
  march(NumbersOfLone<Where, Lane, Sources>(lane, inside, sources)...);
  march_end<1, W, Types>(state, 0, step, last);
}
/// The same where the column is a lone one; else false.
template <class Where, bool Upward, class Types, class Lane, class Step, class... Others>
bool marched_alone(const Lane& lane, const RowsOfMarch& all, RowRange inside, const Step& step,
                   const Others&... others) {
  if constexpr (may_be_lone<Lane>) {
    if (all.lone && all.columns.last > 0)  // else a rehearsal
      march_lone<Where, Upward, Types>(lane, all.last, lane.away_from_ends(inside), step, others...);
    return all.lone;
  } else {
    return false;
  }
}

}  // namespace stencil::cpu
