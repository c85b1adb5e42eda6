// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "sweeps.hpp"

/// Column functions with marches beside other operations on whole columns.
namespace columnwise_test {

template <class Way>
using Opposite = std::conditional_t<std::is_same_v<Way, DirectionFromTop>, DirectionFromBottom, DirectionFromTop>;

/// Marches at centers and at faces, of which one starts from a sum and goes over values that it scales, and one goes
/// the other way.
template <class Way>
struct MarchesAndSums {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto halved = [](auto& s, auto x) {
      return s = 0.5F * s + static_cast<std::remove_reference_t<decltype(s)>>(x);
    };
    const auto speed = 0.1 * abs(DivergenceF2C(bottom(SetValue(flux)))(f)) + 0.25 * (above(b) + below(b));
    auto [out, largest, ended] = march(
        Way{}, Fallen{0.5, -1.0},
        [](auto& s, auto x, auto v, auto dz) {
          s.mass = 0.75 * s.mass + (v > 1.0 ? x * dz : 0.5 * x);
          for (int i = 0; i < 2 && s.depth < x; ++i) s.depth += 0.5;
          return results(s.mass, s.depth);
        },
        at_end([](auto& s) { return s.mass -= s.depth; }), a, speed, spacing(Center{}));
    const auto smooth = InterpolateC2F(bottom(SetValue(flux)), top(Extrapolate{}))(out) * f;
    const auto over_faces = march(Way{}, 0.5 * flux + at_level(f, -1), halved, smooth);
    const auto total = column_integral(largest);
    const auto share = out / (1.0 + abs(total));
    const auto after = march(Way{}, 0.25 * total, halved, share);
    const auto back = march(Opposite<Way>{}, 0.0 * flux, halved, above(out));
    const auto found = first_level_where(out > 0.75 * column_max(out));
    return results(above(out) - below(after) + back, over_faces, GradientC2F()(largest - after),
                   ended + total * at_level(over_faces, 0) + found);
  }
};

/// x -> slope x + offset. One after the other they are one too, whichever are joined first, but not in another order.
struct Line {
  double slope, offset;
};
struct LineOf {
  STENCIL_FUNCTION constexpr Line operator()(double x) const { return {1.0 - 0.01 * x, x}; }
};
struct FirstThenSecond {
  STENCIL_FUNCTION constexpr Line operator()(const Line& a, const Line& b) const {
    return {a.slope * b.slope, b.slope * a.offset + b.offset};
  }
};
struct AtZero {
  STENCIL_FUNCTION constexpr double operator()(const Line& line) const { return line.offset; }
};

/// Sums both ways, extremes, searches, single levels of computed values, values per column that are used again in rows,
/// and marches that start from what was found: several passes along a column, all in one direction.
template <class Way>
struct InPasses {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    using Back = Opposite<Way>;
    const auto add = [](auto& s, auto x) { return s = s + static_cast<std::remove_reference_t<decltype(s)>>(x); };
    const auto slope = GradientC2F(bottom(SetValue(flux)), top(Extrapolate{}))(a);
    const auto mean = column_integral(a) / column_integral(0.0 * a + 1.0);
    const auto lines = associative(FirstThenSecond{}, LineOf{});
    const auto ways = column_reduce(lines, Line{1.0, 0.5}, AtZero{}, Way{}, b) -
                      column_reduce(lines, Line{1.0, 0.25}, AtZero{}, Back{}, a * b);
    const auto weighted = column_sum(slope * f);
    const auto away = a - mean;
    const auto most = column_max(abs(away)), least = column_min(b);
    const auto lowest = first_level_where(away > 0.25 * most, from_bottom);
    const auto highest = first_level_where(above(b) > 0.5 * mean, from_top);
    const auto z = heights(Center{});
    const auto there = at_level(away * b, lowest, -3.0) + at_level(slope, highest, 2.0) + at_level(z, lowest, -1.0);
    const auto crossed = crossing_height(away, 0.1 * most, Way{}, interpolation::Linear{}, -1.0);
    const auto between = at_height(away + b, crossed, there) + first_height_where(away < 0.0, Back{}, -2.0);
    const auto reached = march(Way{}, there, add, where(z > crossed, a, 0.5 * b));
    const auto last = at_level(reached, -1) - at_level(reached + a, 0);
    const auto over_faces = march(Way{}, 0.25 * last, add, slope + ways);
    const auto [end, rows] = march_state(
        Way{}, Fallen{0.0, 0.0}, [](auto& s, auto x) { s.mass = 0.5 * s.mass + x, s.depth += 1; }, below(reached));
    return results(above(reached) - below(away), over_faces * f, slope * weighted + InterpolateC2F()(reached),
                   ways + least + there + between + last + end * rows);
  }
};

/// The same without marches.
struct SumsAlone {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto away = a - column_integral(a) / column_integral(0.0 * a + 1.0);
    const auto slope = GradientC2F(bottom(SetValue(flux)), top(Extrapolate{}))(away);
    const auto crossed = crossing_height(away, 0.1 * column_max(away), from_bottom, interpolation::Linear{}, -1.0);
    const auto highest = first_level_where(above(b) > column_min(b), from_top);
    const auto there = at_level(b + away, highest, -3.0) + at_level(f, -1) + at_level(b, 0);
    const auto above_it = where(heights(Center{}) > crossed, away, 0.25 * there);
    return results(above(above_it) - below(b), f * column_sum(slope), slope + crossed, there + column_sum(above_it));
  }
};

/// A march whose state is large, with whole numbers among what it gives, and sums of these.
struct MarchOfLargeState {
  struct Seen {
    double value[80];
    int count;
  };
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    auto [rank, mean] = march(
        from_bottom, Seen{},
        [](auto& s, auto x, auto y) {
          int smaller = 0;
          double sum = y;
          for (int i = 0; i < s.count; ++i) smaller += s.value[i] < x ? 1 : 0, sum += s.value[i];
          if (s.count < 80) s.value[s.count++] = x;
          return results(smaller, sum / (s.count + 1));
        },
        a, b);
    const auto most = column_max(rank);
    return results(mean * rank, most + f, f - flux, flux + column_sum(mean) + most);
  }
};

}  // namespace columnwise_test
