// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <stencil/columnwise/march.hpp>
#include <stencil/inspect/findings.hpp>

/// Marches along the one column that is searched for NaN and infinities.
namespace stencil::column_functions {

template <class T>
struct CellsOf {
  using type = FollowedCells<T>*;
};

/// The operands of a march in one row.
template <class Where, class X>
const X& number_followed(const X& number, int, Seen&) {
  return number;
}
template <class Where, class Lane, class At, class T>
const T& number_followed(const ColumnValue<Lane, At, T>& value, int row, Seen& seen) {
  const int from = std::is_same_v<At, Surface> ? 0 : row;
  seen.add<At>(value.rows, from);
  return (*value.rows.cells)[static_cast<std::size_t>(from)].value;
}

/// Keeps what a march gave, and whether that is a finding or follows from one; says so.
template <class At, class Lane, class T>
bool judged(const Lane& lane, int place, int row, Seen& seen, Followed<T>& cell, const T& value) {
  cell.value = value;
  cell.by = Followed<T>::by_none;
  if (is_opaque<T> ? seen.by < 0 : lane.template is_finite<At>(value, row)) return false;
  if (seen.by < 0) seen.by = lane.template found<At>(place, row, detail::values::text(value), *seen.list);
  cell.by = seen.by;
  return true;
}

/// A NaN or an infinity in the state shows in the results of its row, or in the results that the march would have if it
/// ended there. Until both are finite again, later rows inherit the finding. A user's function of the state is called
/// after the last row alone, and its results inherit the findings of all rows.
template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
auto march_in_column(const Lane& lane, int place, const Step& step, const Start& start, const Values&... values) {
  using Types = MarchTypes<Step, Start, Values...>;
  const int count = lane.template rows_of_column<Where>();
  typename EachType<CellsOf, typename Types::row>::type rows;
  typename EachType<CellsOf, typename Types::last>::type last;
  const auto make = [&](auto& cells, int size) {
    using T = typename std::remove_pointer_t<std::remove_cvref_t<decltype(cells)>>::value_type::number;
    cells = lane.template new_cells<T>();
    cells->resize(static_cast<std::size_t>(size));
  };
  constexpr auto* each_row = static_cast<const typename Types::row*>(nullptr);
  constexpr auto* each_last = static_cast<const typename Types::last*>(nullptr);
  each_index([&](auto i) { make(argument_at<i.value>(rows), count); }, each_row);
  each_index([&](auto i) { make(argument_at<i.value>(last), 1); }, each_last);

  Seen at_start;
  auto state = step.begin(number_followed<Where>(start, 0, at_start));
  int handed_on = at_start.by, in_any_row = at_start.by;
  for (int p = 0; p < count; ++p) {
    const int row = Upward ? p : count - 1 - p;
    std::vector<Seen::Operand> operands;
    Seen seen{handed_on, &operands};
    handed_on = Followed<int>::by_none;
    const auto judge = [&](auto& cell, const auto& value) {
      if (judged<Where>(lane, place, row, seen, cell, value)) handed_on = seen.by;
    };
    const auto all = std::apply([&](const auto&... x) { return step.row(OneColumn{}, state, x...); },
                                std::tuple<number_of<Values>...>{number_followed<Where>(values, row, seen)...});
    each_index(
        [&](auto i) { judge((*argument_at<i.value>(rows))[static_cast<std::size_t>(row)], argument_at<i.value>(all)); },
        each_row);
    if (in_any_row < 0) in_any_row = seen.by;
    if constexpr (!ends_once<Step>) {
      const auto left = step.end(OneColumn{}, state);
      each_index([&](auto i) { judge(argument_at<i.value>(last)->front(), argument_at<i.value>(left)); }, each_last);
    }
  }
  if constexpr (ends_once<Step>) {
    std::vector<Seen::Operand> none;
    Seen seen{in_any_row, &none};
    const auto left = step.end(OneColumn{}, state);
    each_index(
        [&](auto i) {
          judged<Surface>(lane, place, 0, seen, argument_at<i.value>(last)->front(), argument_at<i.value>(left));
        },
        each_last);
  }
  const auto in_rows = [&](const auto* cells) { return lane.template value_of<Where>(cells, place); };
  const auto of_column = [&](const auto* cells) { return lane.template value_of<Surface>(cells, place); };
  return Marched{each_result(in_rows, rows), each_result(of_column, last)};
}

}  // namespace stencil::column_functions
