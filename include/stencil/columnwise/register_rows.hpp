// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/lane.hpp>
#include <stencil/location.hpp>

namespace stencil::column_functions {

/// A lane's rows and, for a field with levels contiguous, the start of its column, from which other rows are read.
template <class T, int Held>
struct RowsOfField : RowValues<T, 0, Held> {
  const T* column = nullptr;

  constexpr RowsOfField() = default;
  STENCIL_FUNCTION constexpr RowsOfField(const RowValues<T, 0, Held>& rows) : RowValues<T, 0, Held>(rows) {}
};

/// What a lane holds of a value.
template <class Where, class T, int Held, bool knows_fields>
using RowsOfLane = std::conditional_t<std::is_same_v<Where, Surface>, SameInAllRows<T>,
                                      std::conditional_t<knows_fields, RowsOfField<T, Held>, RowValues<T, 0, Held>>>;

/// The value in a row of the column, by every member of the team.
template <class Lane, class T, int Rows>
STENCIL_FUNCTION T value_in_row(const Lane& lane, const RowValues<T, 0, Rows>& rows, int row) {
  constexpr int held = Lane::held;
  const bool on_top = Rows > held && row == lane.levels();  // beside the rows of the highest lane
  const int there = on_top ? row / held - 1 : row / held;
  const int own_row = row - there * held;
  T own = rows[0];
  unrolled<Rows>([&](int i) {
    if (i == own_row) own = rows[i];
  });
  return lane.exchange->from_lane(own, there - lane.number);
}
template <class Lane, class T, int Rows>
STENCIL_FUNCTION T value_in_row(const Lane& lane, const RowsOfField<T, Rows>& rows, int row) {
  if (rows.column != nullptr) return rows.column[row];
  return value_in_row(lane, static_cast<const RowValues<T, 0, Rows>&>(rows), row);
}

/// Copies the lowest face of the next lane to the last face of this lane, which is the same one.
template <class Lane, class T, int Rows>
STENCIL_FUNCTION void take_from_above(const Lane& lane, RowValues<T, 0, Rows>& rows) {
  if constexpr (Rows > Lane::held) {
    const T above = lane.exchange->from(rows[0], 1);
    if (!lane.is_highest()) rows[Lane::held] = above;
  }
}

}  // namespace stencil::column_functions
