// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/reconstruct.hpp>
#include <stencil/config.hpp>

/// The cells of an old grid that those of a new one overlap, in one column.
namespace stencil::detail::remapping {

/// A face of the new grid, where rounding may have put it beyond the ends of the old one.
STENCIL_FUNCTION constexpr double between(double low, double face, double high) {
  return face < low ? low : face > high ? high : face;
}

/// The height of face i of the new grid, whose columns end where those of the old one do, at `begin` and `end`.
STENCIL_FUNCTION constexpr double new_face(const EvaluatedColumns& to, std::ptrdiff_t column, int i, double begin,
                                           double end) {
  if (i == 0) return begin;
  return i == to.levels ? end : between(begin, face_height(to, column, i), end);
}

/// Where a cell of the old grid lies in a column.
struct OldPlace {
  const EvaluatedColumns& grid;
  std::ptrdiff_t column;
  int number = 0;
  double low = 0, high = 0;

  STENCIL_FUNCTION double face(int i) const { return face_height(grid, column, i); }
  /// 1 / depth.
  STENCIL_FUNCTION double per_depth() const {
    return *grid.metric_double.place<Center, MetricKind::inverse_dz>(column, number);
  }
  STENCIL_FUNCTION void set(int cell) {
    number = cell;
    low = face(cell);
    high = face(cell + 1);
  }
  STENCIL_FUNCTION void set_next() {
    ++number;
    low = high;
    high = face(number + 1);
  }
  /// The highest cell of the column that has thickness.
  STENCIL_FUNCTION int highest_thick() const {
    int cell = grid.levels - 1;
    while (cell > 0 && !(face(cell + 1) > face(cell))) --cell;
    return cell;
  }
};

/// Adds up what lies between two heights, a cell of the new grid. old: the cell at its bottom, afterwards that at its
/// top.
template <class Old>
STENCIL_INLINED STENCIL_FUNCTION inline void add_overlaps(double bottom, double top, Old& old) {
  const int last = old.grid.levels - 1;
  const bool is_thick = top > bottom;
  while (!is_thick && old.high <= bottom && old.number < last) old.set_next();
  const bool above_all = !is_thick && !(old.high > old.low);
  if (above_all) old.set(old.highest_thick());
  old.clear();
  const double per_thickness = 1 / (top - bottom);
  for (;;) {
    const double lower = old.low > bottom ? old.low : bottom, upper = old.high < top ? old.high : top;
    const bool all = !is_thick || (lower == bottom && upper == top);  // what the new cell has comes from this one
    // A whole cell contributes its mean exactly, so that mass is conserved.
    const bool whole = lower == old.low && upper == old.high;
    const double per_depth = old.per_depth();
    old.add(all ? 1 : (upper - lower) * per_thickness, whole, (lower - old.low) * per_depth,
            (upper - old.low) * per_depth);
    if (old.high > top || old.number == last) break;
    const bool more = old.high < top;
    old.set_next();
    if (!more) break;
  }
}

/// A cell of the old grid, as fields of T fill it in one column. values(i, cell): those of field i.
template <class Scheme, class T, int Count, class Values>
struct OldCell : OldPlace {
  const Values& values;
  int filled = -2;  ///< the cell of which mean and inside are, and the values at the face above it
  // g++ 12 does not see that the first cell sets all of these, and would warn of values that are not set here.
  T mean[Count]{};
  typename Scheme::template inside<T> inside[Count]{};
  T slope_above[Count]{}, face_above[Count]{};
  T sum[Count];

  STENCIL_FUNCTION OldCell(const EvaluatedColumns& of_grid, std::ptrdiff_t in, const Values& of_fields)
      : OldPlace{of_grid, in}, values(of_fields) {}
  STENCIL_FUNCTION void clear() {
    for (T& value : sum) value = 0;
  }
  STENCIL_INLINED STENCIL_FUNCTION void add(double weight, bool whole, double a, double b) {
    if (!(weight > 0)) return;  // a cell without thickness may hold a NaN
    if (filled != this->number) fill();
    for (int i = 0; i < Count; ++i) sum[i] += static_cast<T>(weight) * (whole ? mean[i] : inside[i].mean(a, b));
  }

 private:
  STENCIL_FUNCTION CellsSeen<Scheme> cells() const { return {this->grid, this->column}; }
  STENCIL_FUNCTION T value(int i, int cell) const { return static_cast<T>(values(i, cells().row(cell))); }

  STENCIL_INLINED STENCIL_FUNCTION void fill() {
    const int cell = this->number;
    if constexpr (!needs_neighbours<Scheme>) {
      for (int i = 0; i < Count; ++i) inside[i] = {mean[i] = static_cast<T>(values(i, cell))};
    } else {
      if (filled + 1 != cell) {
        find_slopes(cell - 1);
        find_face_above(cell - 1);
      }
      T face_below[Count];
      for (int i = 0; i < Count; ++i) face_below[i] = face_above[i];
      find_face_above(cell);
      const bool at_end = cells().at_end(cell);
      for (int i = 0; i < Count; ++i) {
        const T x = mean[i] = value(i, cell);
        inside[i] = at_end ? Parabola<T>{x, x, 0} : monotone_parabola(face_below[i], x, face_above[i]);
      }
    }
    filled = cell;
  }
  STENCIL_FUNCTION void find_slopes(int cell) {
    const SlopeOfCell slope = cells().slope(cell);
    for (int i = 0; i < Count; ++i) slope_above[i] = slope(value(i, cell - 1), value(i, cell), value(i, cell + 1));
  }
  /// Of a cell whose slopes are there; afterwards those of the cell above are.
  STENCIL_FUNCTION void find_face_above(int cell) {
    T slope_here[Count];
    for (int i = 0; i < Count; ++i) slope_here[i] = slope_above[i];
    find_slopes(cell + 1);
    const FaceBetween face = cells().face_above(cell);
    for (int i = 0; i < Count; ++i)
      face_above[i] = face(value(i, cell), value(i, cell + 1), slope_here[i], slope_above[i]);
  }
};

/// A column of the new grid from the bottom up: store(i, k, mean) for cell k of field i, of type T.
template <class Scheme, class T, int Count, class Values, class Store>
STENCIL_FUNCTION void remap_column(const EvaluatedColumns& from, const EvaluatedColumns& to, std::ptrdiff_t column,
                                   const Values& values, const Store& store) {
  OldCell<Scheme, T, Count, Values> old(from, column, values);
  old.set(0);
  const double begin = old.face(0), end = old.face(from.levels);
  double top = begin;
  for (int k = 0; k < to.levels; ++k) {
    const double bottom = top;
    top = new_face(to, column, k + 1, begin, end);
    add_overlaps(bottom, top, old);
    for (int i = 0; i < Count; ++i) store(i, k, old.sum[i]);
  }
}

}  // namespace stencil::detail::remapping
