// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>

/// Values inside a cell, reconstructed from means of cells, and their integral between two heights.
namespace stencil::detail::remapping {

/// The values in a cell: left + s (right - left + curved (1 - s)), s from 0 at its lower face to 1 at its upper.
struct Parabola {
  double left;
  double right;
  double curved;

  STENCIL_FUNCTION constexpr double mean(double a, double b) const {
    const double middle = 0.5 * (a + b);
    return left + (right - left) * middle + curved * (middle - (a * a + a * b + b * b) / 3);
  }
};

/// One value in all of a cell. Like those of a parabola its means are no numbers where the value is infinite.
struct Flat {
  double value;

  STENCIL_FUNCTION constexpr double mean(double, double) const { return value + (value - value); }
};

/// The part that depends on the depths of five cells alone: the coefficients of Colella & Woodward (1984), equations
/// 1.6 and 1.7, so that several fields in the same cells share their divisions. `dz(offset)` and `there(offset)` are of
/// the cells around one; what needs a cell that is not there is not computed.
struct Depths {
  struct Slope {
    double of_both, of_rise, of_fall;
  };
  struct FaceAbove {
    double share, of_rise, of_slope_above, of_slope_here, all;
  };
  bool present[5] = {};
  Slope slope_of[3] = {};           ///< cells -1, 0 and 1
  FaceAbove face_above_of[2] = {};  ///< cells -1 and 0

  template <class Depth, class There>
  STENCIL_FUNCTION Depths(const Depth& dz, const There& there) {
    double depth[5] = {};
    for (int k = -2; k <= 2; ++k) {
      present[k + 2] = there(k);
      if (present[k + 2]) depth[k + 2] = dz(k);
    }
    for (int k = -1; k <= 1; ++k) {
      if (!present[k + 1] || !present[k + 3]) continue;
      const double below = depth[k + 1], here = depth[k + 2], above = depth[k + 3];
      slope_of[k + 1] = {here / (below + here + above), (2 * below + here) / (above + here),
                         (here + 2 * above) / (below + here)};
    }
    for (int k = -1; k <= 0; ++k) {
      if (!present[k + 2] || !present[k + 3]) continue;
      const double here = depth[k + 2], above = depth[k + 3];
      FaceAbove& face = face_above_of[k + 1];
      face.share = here / (here + above);
      if (!present[k + 1] || !present[k + 4]) continue;
      const double below = depth[k + 1], beyond = depth[k + 4];
      const double lower = (below + here) / (2 * here + above), upper = (beyond + above) / (2 * above + here);
      face.of_rise = 2 * above * here / (here + above) * (lower - upper);
      face.of_slope_above = here * lower;
      face.of_slope_here = above * upper;
      face.all = below + here + above + beyond;
    }
  }
  STENCIL_FUNCTION bool there(int k) const { return present[k + 2]; }
};
/// For schemes that do not depend on depths.
struct NoDepths {
  template <class Depth, class There>
  STENCIL_FUNCTION NoDepths(const Depth&, const There&) {}
};

/// The cells around one: their means `x(offset)` and their depths.
template <class Mean>
struct Neighbours {
  const Mean& x;
  const Depths& depths;

  /// The steepest slope that keeps cell k monotone, times its depth (Colella & Woodward 1984, equations 1.7 and 1.8).
  STENCIL_FUNCTION double slope(int k) const {
    if (!depths.there(k - 1) || !depths.there(k + 1)) return 0;
    const double up = x(k + 1) - x(k), down = x(k) - x(k - 1);
    if (!(up * down > 0)) return 0;
    const auto& c = depths.slope_of[k + 1];
    const double centered = c.of_both * (c.of_rise * up + c.of_fall * down);
    const double most = 2 * fmin(fabs(up), fabs(down));
    return ::copysign(::fmin(fabs(centered), most), centered);
  }

  /// The value at the face between cells k and k + 1: equation 1.6, of fourth order on equal cells; beside the end of a
  /// column, where a cell is missing, interpolated between the two. slopes: of these cells.
  STENCIL_FUNCTION double face_above(int k, double slope_here, double slope_above) const {
    const double rise = x(k + 1) - x(k);
    const auto& c = depths.face_above_of[k + 1];
    if (!depths.there(k - 1) || !depths.there(k + 2)) return x(k) + c.share * rise;
    const double correction = c.of_rise * rise - c.of_slope_above * slope_above + c.of_slope_here * slope_here;
    return x(k) + c.share * rise + correction / c.all;
  }
};

/// The mean of a cell fills all of it.
struct Constant {
  static constexpr const char* name = "first order";
  static constexpr bool mirrored = false;
  using depths = NoDepths;
  using inside = Flat;
  template <class Mean>
  STENCIL_FUNCTION static Flat cell(const Mean& x, const NoDepths&) {
    return Flat{x(0)};
  }
};

/// The piecewise parabolic method with its monotone limiter (equation 1.10). An end cell, of which one neighbour is
/// not known, is filled with its mean.
struct Parabolic {
  static constexpr const char* name = "PPM";
  static constexpr bool mirrored = false;
  using depths = Depths;
  using inside = Parabola;
  template <class Mean>
  STENCIL_FUNCTION static Parabola cell(const Mean& mean, const Depths& depths) {
    const double x = mean(0);
    if (!depths.there(-1) || !depths.there(1)) return {x, x, 0};
    const Neighbours<Mean> around{mean, depths};
    const double slope = around.slope(0);
    double left = around.face_above(-1, around.slope(-1), slope), right = around.face_above(0, slope, around.slope(1));
    if (!((right - x) * (x - left) > 0)) return {x, x, 0};
    const double jump = right - left, bend = jump * (x - 0.5 * (left + right));
    if (bend > jump * jump / 6) left = 3 * x - 2 * right;
    if (bend < -jump * jump / 6) right = 3 * x - 2 * left;
    return {left, right, 6 * (x - 0.5 * (left + right))};
  }
};
/// The same in columns whose ends are mirrors: outside lie the cells of the inside, in their order from the end.
struct MirroredParabolic : Parabolic {
  static constexpr const char* name = "mirrored PPM";
  static constexpr bool mirrored = true;
};

/// The cells of a column as a scheme numbers them, also beyond the ends: which cell a number means, and whether there
/// is one.
template <class Scheme>
struct CellsSeen {
  int cells;
  bool periodic;

  STENCIL_FUNCTION constexpr bool there(int cell) const {
    return periodic || Scheme::mirrored || (cell >= 0 && cell < cells);
  }
  STENCIL_FUNCTION constexpr int operator()(int cell) const {
    if (periodic) return row_in_ring(cell, cells);
    if constexpr (Scheme::mirrored) {
      // A column of one cell is seen again beyond both mirrors.
      if (cell < 0) cell = -1 - cell;
      if (cell >= cells) cell = 2 * cells - 1 - cell;
      return cell < 0 ? 0 : cell;
    } else {
      return cell;
    }
  }
};

}  // namespace stencil::detail::remapping
