// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include "agreement.hpp"

/// Marches that give something of their state after the last level, beside plain loops in long double.
namespace columnwise_test {

/// A state that march_state cannot give: arrays, and more numbers than a function has results.
struct Spectrum {
  static constexpr int bins = 40;
  double mass[bins];
  int levels;
};
/// How much of a lies in each of the bins of b; of the fullest one the mass and the number, and what the others have.
template <class Way>
struct EndsOfMarches {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto f, auto flux) const {
    const auto sort_in = [](auto& s, auto x, auto y, auto dz) {
      const int bin = static_cast<int>(8 * y);
      s.mass[bin] += x * x * dz;
      ++s.levels;
      return results(s.mass[bin], 1.0 * s.levels);
    };
    const auto fullest = [](auto& s) {
      int which = 0;
      for (int i = 1; i < Spectrum::bins; ++i) which = s.mass[i] > s.mass[which] ? i : which;
      const auto most = s.mass[which];
      s.mass[which] = 0;
      auto others = 0.0;
      for (int i = 0; i < Spectrum::bins; ++i) others += s.mass[i];
      return results(most, which, others / s.levels);
    };
    auto [so_far, count, most, which, others] =
        march(Way{}, Spectrum{}, sort_in, at_end(fullest), a, b, spacing(Center{}));
    // A step that returns nothing, one that takes an array, and one value per column at the start.
    const auto last =
        march(Way{}, 0.5 * flux, [](auto& s, auto x) { s = x - s / 2; }, at_end([](auto s) { return 3 * s; }), f);
    auto [both, sum, ends] = march(
        Way{}, 1.0, [](auto& s, const auto& x) { return results(x, s += x[0] * x[1]); },
        at_end([](const auto& s) { return array_of(s, -s); }), array_of(a, b));
    return results(so_far + count, most, 1.0 * which, others, last, both[0] + both[1] - sum, ends[0] - 2.0 * ends[1]);
  }
};

template <class Way, class Backend, class Layout, class P>
Values<double> by_ends(const Case& c, const P& how) {
  State<double, Backend, Layout> s(c);
  typename State<double, Backend, Layout>::Centers one(s.grid), other(s.grid);
  SurfaceField<double, Backend> most(s.grid), which(s.grid), others(s.grid), last(s.grid), ends(s.grid);
  assign(fields(one, most, which, others, last, other, ends), columnwise(EndsOfMarches<Way>{})(s.a, s.b, s.f, s.flux),
         how);
  return {one.to_host(),  most.to_host(),  which.to_host(), others.to_host(),
          last.to_host(), other.to_host(), ends.to_host()};
}

/// The same of one column.
template <class Way>
Values<long double> ends_of_column(const State<double, backend::Cpu, layout::LevelsContiguous>& s, std::size_t column) {
  const int n = s.grid.levels();
  const auto z = s.grid.z_faces(column);
  const auto level = [&](int p, int rows) { return Way::upward ? p : rows - 1 - p; };
  std::vector<long double> mass(Spectrum::bins), one(static_cast<std::size_t>(n)), other(one);
  long double sum = 1;
  for (int p = 0; p < n; ++p) {
    const int k = level(p, n);
    const auto at = static_cast<std::size_t>(k);
    const long double a = s.a(k, column), b = s.b(k, column), depth = z[at + 1] - z[at];
    const auto bin = static_cast<std::size_t>(8 * b);
    one[at] = (mass[bin] += a * a * depth) + p + 1;
    other[at] = a + b - (sum += a * b);
  }
  const auto fullest = std::max_element(mass.begin(), mass.end());
  long double all = 0, last = static_cast<long double>(s.flux(column)) / 2;
  for (const long double x : mass) all += x;
  const int faces = n + 1;
  for (int p = 0; p < faces; ++p) last = s.f(level(p, faces), column) - last / 2;
  return {one,   {*fullest}, {static_cast<long double>(fullest - mass.begin())}, {(all - *fullest) / n}, {3 * last},
          other, {3 * sum}};
}

/// Results of such a march beside the loops.
template <class Way>
void require_ends(const Case& c, const Values<double>& computed) {
  const State<double, backend::Cpu, layout::LevelsContiguous> s(c);
  for (std::size_t column = 0; column < c.columns; ++column) {
    const auto expected = ends_of_column<Way>(s, column);
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      REQUIRE(computed[i].size() == expected[i].size() * c.columns);
      for (std::size_t k = 0; k < expected[i].size(); ++k) {
        const long double off = std::abs(computed[i][column * expected[i].size() + k] - expected[i][k]);
        INFO(describe(c) << ", result " << i << ", column " << column << ", row " << k);
        CHECK(static_cast<double>(off) <= 1e-13 * (1 + c.levels));
      }
    }
  }
}
template <class Backend, class Layout, class P>
void require_ends_both_ways(const Case& c, const P& how) {
  require_ends<DirectionFromTop>(c, by_ends<DirectionFromTop, Backend, Layout>(c, how));
  require_ends<DirectionFromBottom>(c, by_ends<DirectionFromBottom, Backend, Layout>(c, how));
}

}  // namespace columnwise_test
