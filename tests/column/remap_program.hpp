// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/numbers.hpp"

/// Remaps and running means, compiled unchanged for every backend, all of which give the same bits.
namespace remaps {

using namespace stencil;
using Values = std::vector<double>;

/// Heights of the faces of every column, from 0 to 10, the same or not; vanishing: of some cells both faces are at one.
inline Values faces(int levels, std::size_t columns, std::uint64_t seed, bool vanishing) {
  Values z;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t first = z.size();
    z.push_back(0);
    for (int k = 0; k < levels; ++k) {
      const bool vanishes = vanishing && k > 0 && (k % 5 == 3 || k + 1 == levels);
      const double rough = 1.5 + support::scattered(c * 10000 + static_cast<std::size_t>(k), seed);
      z.push_back(z.back() + (vanishes ? 0 : rough));
    }
    const double all = z.back();
    for (std::size_t i = first; i < z.size(); ++i) z[i] = z[i] == all ? 10 : 10 * z[i] / all;
  }
  return z;
}

template <class Backend, class Layout, class T>
void append_between(Values& all, const ColumnGrid& from, const ColumnGrid& to) {
  CenterField<T, Backend, Layout> x(from), y(from), mean(from), new_x(to), new_y(to), new_z(to), new_u(to), new_v(to),
      new_w(to);
  support::scatter(x, 1);
  support::scatter(y, 2);
  const auto append = [&](const auto&... fields_of_result) {
    const auto one = [&](const auto& host) { all.insert(all.end(), host.begin(), host.end()); };
    (one(fields_of_result.to_host()), ...);
  };
  const auto by = [&](auto scheme) {
    new_x = remap(from, to, scheme)(x);
    new_y = T(2) * remap(from, to, scheme)(x * y + heights<T>(Center{}));
    append(new_x, new_y);
    fields(new_x, new_y, new_z) = remap(from, to, scheme)(x, y, x * y);
    append(new_x, new_y, new_z);
    // More than a team remaps at a time.
    fields(new_x, new_u, new_y, new_v, new_w, new_z) = remap(from, to, scheme)(x, x, y, y, x, x * y);
    append(new_x, new_u, new_y, new_v, new_w, new_z);
  };
  by(FirstOrderRemap{});
  by(PPM{});
  by(MirroredPPM{});
  // What is in cells without thickness goes nowhere.
  x = where(spacing<T>(Center{}) > T(0), x, std::numeric_limits<T>::quiet_NaN());
  by(FirstOrderRemap{});
  support::scatter(x, 1);
  const double level = 10.0 / from.levels();
  mean = running_mean(x, 2.7 * level);
  append(mean);
  mean = running_mean(x * y, 15 * level);
  append(mean);
  x = running_mean(x, level / 3);  // through memory of its own
  x = running_mean(x, 1.3 * level) - y;
  append(x);
}

/// All results: of columns with the same heights and, unless only those are wanted, with heights of their own, with
/// some that change and cells without thickness, and of rings.
template <class Backend, class Layout, class T>
Values results(int from_levels, int to_levels, std::size_t columns, bool only_equal_heights = false) {
  Values all;
  const auto between = [&](const auto& grid_of) {
    append_between<Backend, Layout, T>(all, grid_of(from_levels, 1), grid_of(to_levels, 2));
  };
  between(
      [&](int levels, std::uint64_t seed) { return ColumnGrid::from_faces(faces(levels, 1, seed, false), columns); });
  if (only_equal_heights) return all;
  between([&](int levels, std::uint64_t seed) {
    return ColumnGrid::from_faces_per_column(faces(levels, columns, seed, false), columns);
  });
  between([&](int levels, std::uint64_t seed) {
    auto grid = ColumnGrid::uniform(levels, 0.0, 10.0, columns).with_changing_heights();
    FaceField<double, Backend, Layout> z(grid);
    z.from_host(faces(levels, columns, seed, true));
    set_heights<Backend>(grid, z);
    return grid;
  });
  between([&](int levels, std::uint64_t) { return ColumnGrid::periodic(levels, 0.0, 10.0, columns); });
  return all;
}

/// Where results have other bits than is expected, in words; nothing where nowhere. All NaN are alike.
inline std::string first_difference(const Values& computed, const Values& expected) {
  if (computed.size() != expected.size()) return "another number of results";
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(computed[i]) == std::bit_cast<std::uint64_t>(expected[i])) continue;
    if (std::isnan(computed[i]) && std::isnan(expected[i])) continue;
    return "value " + std::to_string(i) + " of " + std::to_string(expected.size()) + ": " +
           std::to_string(computed[i]) + " for " + std::to_string(expected[i]);
  }
  return {};
}

}  // namespace remaps
