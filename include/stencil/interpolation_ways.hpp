// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace stencil {

/// How values between points are found, as arguments: `table(x, values, interpolation::Cubic{})`, or between levels:
/// `at_height(x, z, interpolation::Cubic{})`.
namespace interpolation {

/// By straight lines; second order.
struct Linear {
  struct stencil_interpolation {};
  static constexpr const char* name = "linear";
};
/// By parabolas; third order.
struct Quadratic {
  struct stencil_interpolation {};
  static constexpr const char* name = "quadratic";
};
/// By the parabola through two points that begins with the slope of the straight line before the first of them, or 0
/// where nothing is before it; second order. So KPP finds the depth of a boundary layer (S. Griffies and others 2015,
/// Theory and Numerics of the Community Ocean Vertical Mixing (CVMix) Project; cvmix_kpp.F90).
struct QuadraticBySlope {
  struct stencil_interpolation {};
  static constexpr const char* name = "quadratic by slope";
};
/// Of a table by the cubic spline with continuous second derivatives whose first two pieces are one cubic, and its last
/// two (the not-a-knot spline: C. de Boor, A Practical Guide to Splines, Springer 1978, chapter IV). Between levels by
/// the cubic through the two around a height and the two beside them. Fourth order. It may pass beyond the values near
/// a jump.
struct Cubic {
  struct stencil_interpolation {};
  static constexpr const char* name = "cubic";
};
/// Of a table by the same spline with its slopes limited to 0 at extremes and to 3 times those of the neighbouring
/// intervals, so that it rises and falls where the values do, and nowhere else (Fritsch and Carlson 1980, SIAM J.
/// Numer. Anal. 17; limited as in Hyman 1983, SIAM J. Sci. Stat. Comput. 4). Between levels by a cubic with the slopes
/// of that through four of them, held between 0 and 3 times that of the straight line, so that no value is beyond those
/// of the two levels (Williamson and Rasch 1989, Mon. Wea. Rev. 117; by the condition of Fritsch and Carlson). Fourth
/// order but for extremes, where it is of second order.
struct Monotone {
  struct stencil_interpolation {};
  static constexpr const char* name = "monotone";
};

}  // namespace interpolation

/// One of them.
template <class Way>
concept IsInterpolation = requires { typename Way::stencil_interpolation; };

/// What a table says beyond its points.
enum class TableEnds {
  clamp,       ///< the value at the last point
  extrapolate  ///< the straight line through it with the slope that the table has there
};

}  // namespace stencil
