// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

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
  for (;;) {
    const double lower = old.low > bottom ? old.low : bottom, upper = old.high < top ? old.high : top;
    const double weight = is_thick ? (upper - lower) / (top - bottom) : 1.0, depth = old.high - old.low;
    // A whole cell contributes its mean exactly, so that mass is conserved.
    const bool whole = lower == old.low && upper == old.high;
    old.add(weight, whole, (lower - old.low) / depth, (upper - old.low) / depth);
    if (old.high > top || old.number == last) break;
    const bool more = old.high < top;
    old.set_next();
    if (!more) break;
  }
}

/// A cell of the old grid and those around it, which are read once, before anything is computed of them.
template <class Scheme>
struct CellsAround {
  static constexpr int reach = std::is_same_v<typename Scheme::depths, NoDepths> ? 0 : 2;
  CellsSeen<Scheme> seen;
  int cell;
  typename Scheme::depths depths;

  STENCIL_FUNCTION CellsAround(const OldPlace& old, int number)
      : seen{old.grid.levels, old.grid.periodic},
        cell(number),
        depths([&](int k) { return old.face(seen(cell + k) + 1) - old.face(seen(cell + k)); },
               [&](int k) { return seen.there(cell + k); }) {}

  /// f(mean of the cell, how it is filled). value(cell): of a field.
  template <class Value, class F>
  STENCIL_INLINED STENCIL_FUNCTION void fill(const Value& value, const F& f) const {
    double values[2 * reach + 1] = {};
    for (int k = -reach; k <= reach; ++k)
      if (seen.there(cell + k)) values[k + reach] = static_cast<double>(value(seen(cell + k)));
    const auto x = [&](int k) { return values[k + reach]; };
    f(x(0), Scheme::cell(x, depths));
  }
};

/// A cell of the old grid, as fields fill it in one column. values(i, cell): those of field i.
template <class Scheme, int Count, class Values>
struct OldCell : OldPlace {
  const Values& values;
  int filled = -1;  ///< the cell of which mean and inside are
  double mean[Count];
  typename Scheme::inside inside[Count];
  double sum[Count];

  STENCIL_FUNCTION OldCell(const EvaluatedColumns& of_grid, std::ptrdiff_t in, const Values& of_fields)
      : OldPlace{of_grid, in}, values(of_fields) {}
  STENCIL_FUNCTION void clear() {
    for (double& value : sum) value = 0;
  }
  STENCIL_INLINED STENCIL_FUNCTION void add(double weight, bool whole, double a, double b) {
    if (!(weight > 0)) return;  // a cell without thickness may hold a NaN
    if (filled != this->number) fill();
    for (int i = 0; i < Count; ++i) sum[i] += weight * (whole ? mean[i] : inside[i].mean(a, b));
  }

 private:
  STENCIL_INLINED STENCIL_FUNCTION void fill() {
    filled = this->number;
    const CellsAround<Scheme> cells(*this, filled);
    for (int i = 0; i < Count; ++i) {
      cells.fill([&](int cell) { return values(i, cell); },
                 [&](double of_cell, const auto& within) {
                   mean[i] = of_cell;
                   inside[i] = within;
                 });
    }
  }
};

/// A column of the new grid from the bottom up: store(i, k, mean) for cell k of field i.
template <class Scheme, int Count, class Values, class Store>
STENCIL_FUNCTION void remap_column(const EvaluatedColumns& from, const EvaluatedColumns& to, std::ptrdiff_t column,
                                   const Values& values, const Store& store) {
  OldCell<Scheme, Count, Values> old(from, column, values);
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
