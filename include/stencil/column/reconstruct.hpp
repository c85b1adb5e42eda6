// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>
#include <stencil/ops/common_signs.hpp>

/// Values inside a cell, reconstructed from means of cells, and their integral between two heights.
namespace stencil::detail::remapping {

/// The values in a cell: left + s (right - left + curved (1 - s)), s from 0 at its lower face to 1 at its upper.
template <class T>
struct Parabola {
  T left;
  T right;
  T curved;

  STENCIL_FUNCTION constexpr T mean(double a, double b) const {
    const double middle = 0.5 * (a + b), bend = middle - (a * a + a * b + b * b) * (1.0 / 3);
    return left + (right - left) * static_cast<T>(middle) + curved * static_cast<T>(bend);
  }
};

/// One value in all of a cell. Like those of a parabola its means are no numbers where the value is infinite.
template <class T>
struct Flat {
  T value;

  STENCIL_FUNCTION constexpr T mean(double, double) const { return value + (value - value); }
};

/// The slope of a cell, times its depth. What depends on depths alone are coefficients, so that several fields in the
/// same cells share their divisions; where a formula divides by several depths, it does so once, by their product.
struct SlopeOfCell {
  double of_rise_above, of_rise_below;

  STENCIL_FUNCTION constexpr SlopeOfCell(double below, double here, double above) {
    const double lower = below + here, upper = here + above, share = here / ((lower + above) * lower * upper);
    of_rise_above = share * lower * (below + lower);
    of_rise_below = share * upper * (upper + above);
  }
  /// The steepest that keeps the cell monotone, of the means of three cells (Colella & Woodward 1984, equations 1.7
  /// and 1.8).
  template <class T>
  STENCIL_FUNCTION T operator()(T below, T here, T above) const {
    const T up = above - here, down = here - below;
    if (!detail::signs::same(up, down)) return 0;
    const T centered = static_cast<T>(of_rise_above) * up + static_cast<T>(of_rise_below) * down;
    return std::copysign(smaller(std::fabs(centered), 2 * smaller(std::fabs(up), std::fabs(down))), up);
  }

 private:
  /// Where a is no number, b.
  template <class T>
  STENCIL_FUNCTION static constexpr T smaller(T a, T b) {
    return a < b ? a : b;
  }
};

/// The value at the face between two cells: equation 1.6, of fourth order on equal cells; without cells beyond them,
/// `all` says whether they are there, interpolated between the two.
struct FaceBetween {
  double of_rise, of_slope_above, of_slope_here;

  STENCIL_FUNCTION constexpr FaceBetween(double below, double here, double above, double beyond, bool all) {
    const double both = here + above, low = here + both, high = both + above;
    const double share = all ? 1 / ((below + both + beyond) * low * high) : 0;
    const double lower = share * high * (below + here), upper = share * low * (above + beyond);
    of_rise = (here + 2 * above * here * (lower - upper)) / both;
    of_slope_above = here * lower;
    of_slope_here = above * upper;
  }
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(T here, T above, T slope_here, T slope_above) const {
    return here + (static_cast<T>(of_rise) * (above - here) - static_cast<T>(of_slope_above) * slope_above +
                   static_cast<T>(of_slope_here) * slope_here);
  }
};

/// A cell of mean x between the values at its faces, monotone (equation 1.10).
template <class T>
STENCIL_FUNCTION constexpr Parabola<T> monotone_parabola(T left, T x, T right) {
  if (!detail::signs::same(right - x, x - left)) return {x, x, 0};
  const auto curved = [&] { return 6 * (x - (left + right) / 2); };
  const T jump = right - left, bend = jump > 0 ? curved() : -curved(), size = std::fabs(jump);
  if (bend > size) left = 3 * x - 2 * right;
  if (bend < -size) right = 3 * x - 2 * left;
  return {left, right, curved()};
}

/// The mean of a cell fills all of it.
struct Constant {
  static constexpr const char* name = "first order";
  static constexpr bool mirrored = false;
  template <class T>
  using inside = Flat<T>;
};

/// The piecewise parabolic method. An end cell, of which one neighbour is not known, is filled with its mean.
struct Parabolic {
  static constexpr const char* name = "PPM";
  static constexpr bool mirrored = false;
  template <class T>
  using inside = Parabola<T>;
};
/// The same in columns whose ends are mirrors: outside lie the cells of the inside, in their order from the end.
struct MirroredParabolic : Parabolic {
  static constexpr const char* name = "mirrored PPM";
  static constexpr bool mirrored = true;
};
/// Whether a scheme fills a cell with more than its mean.
template <class Scheme>
inline constexpr bool needs_neighbours = !std::is_same_v<Scheme, Constant>;

/// The cells of a column as a scheme numbers them, also beyond the ends.
template <class Scheme>
struct CellsSeen {
  const EvaluatedColumns& grid;
  std::ptrdiff_t column;

  /// Whether every cell has neighbours.
  STENCIL_FUNCTION constexpr bool goes_on() const { return grid.periodic || Scheme::mirrored; }
  STENCIL_FUNCTION constexpr bool there(int cell) const { return goes_on() || (cell >= 0 && cell < grid.levels); }
  STENCIL_FUNCTION constexpr bool at_end(int cell) const { return !there(cell - 1) || !there(cell + 1); }
  /// Which a cell is; the nearest where it is not there, which gives no slope.
  STENCIL_FUNCTION constexpr int row(int cell) const {
    const int cells = grid.levels;
    if (grid.periodic) return row_in_ring(cell, cells);
    if constexpr (Scheme::mirrored) {
      if (cell < 0) cell = -1 - cell;
      if (cell >= cells) cell = 2 * cells - 1 - cell;
    }
    // A column of one cell is seen again beyond both mirrors.
    return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
  }
  STENCIL_FUNCTION constexpr double depth(int cell) const {
    return *grid.metric_double.place<Center, MetricKind::dz>(column, row(cell));
  }
  STENCIL_FUNCTION constexpr SlopeOfCell slope(int cell) const {
    return {depth(cell - 1), depth(cell), depth(cell + 1)};
  }
  STENCIL_FUNCTION constexpr FaceBetween face_above(int cell) const {
    return {depth(cell - 1), depth(cell), depth(cell + 1), depth(cell + 2), there(cell - 1) && there(cell + 2)};
  }
};

}  // namespace stencil::detail::remapping
