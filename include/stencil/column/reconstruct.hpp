// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <stencil/config.hpp>

/// What a cell's mean says about the values inside it, and what of it lies between two heights.
namespace stencil::remapping {

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

/// The cells around one, by offset: their means `x(offset)`, their depths `dz(offset)`, and whether they are there.
template <class Mean, class Depth, class There>
struct Neighbours {
  const Mean& x;
  const Depth& dz;
  const There& there;

  /// The steepest slope that keeps cell k monotone, times its depth (Colella & Woodward 1984, equations 1.7 and 1.8).
  STENCIL_FUNCTION double slope(int k) const {
    if (!there(k - 1) || !there(k + 1)) return 0;
    const double up = x(k + 1) - x(k), down = x(k) - x(k - 1);
    if (!(up * down > 0)) return 0;
    const double below = dz(k - 1), here = dz(k), above = dz(k + 1);
    const double centered = here / (below + here + above) *
                            ((2 * below + here) / (above + here) * up + (here + 2 * above) / (below + here) * down);
    const double most = 2 * fmin(fabs(up), fabs(down));
    return ::copysign(::fmin(fabs(centered), most), centered);
  }

  /// The value at the face between cells k and k + 1: equation 1.6, of fourth order on equal cells; beside the end of a
  /// column, where a cell is missing, interpolated between the two.
  STENCIL_FUNCTION double face_above(int k) const {
    const double here = dz(k), above = dz(k + 1), rise = x(k + 1) - x(k);
    if (!there(k - 1) || !there(k + 2)) return x(k) + here / (here + above) * rise;
    const double below = dz(k - 1), beyond = dz(k + 2);
    const double lower = (below + here) / (2 * here + above), upper = (beyond + above) / (2 * above + here);
    const double correction = 2 * above * here / (here + above) * (lower - upper) * rise - here * lower * slope(k + 1) +
                              above * upper * slope(k);
    return x(k) + here / (here + above) * rise + correction / (below + here + above + beyond);
  }
};

/// The mean of a cell fills all of it.
struct Constant {
  static constexpr const char* name = "first order";
  template <class N>
  STENCIL_FUNCTION static Parabola cell(const N& around) {
    return {around.x(0), around.x(0), 0};
  }
};

/// The piecewise parabolic method with its monotone limiter (equation 1.10). An end cell, of which one neighbour is
/// not known, is filled with its mean.
struct Parabolic {
  static constexpr const char* name = "PPM";
  template <class N>
  STENCIL_FUNCTION static Parabola cell(const N& around) {
    const double x = around.x(0);
    if (!around.there(-1) || !around.there(1)) return {x, x, 0};
    double left = around.face_above(-1), right = around.face_above(0);
    if (!((right - x) * (x - left) > 0)) return {x, x, 0};
    const double jump = right - left, bend = jump * (x - 0.5 * (left + right));
    if (bend > jump * jump / 6) left = 3 * x - 2 * right;
    if (bend < -jump * jump / 6) right = 3 * x - 2 * left;
    return {left, right, 6 * (x - 0.5 * (left + right))};
  }
};

}  // namespace stencil::remapping
