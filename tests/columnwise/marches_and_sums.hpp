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
