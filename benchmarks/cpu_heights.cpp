// SPDX-License-Identifier: BSD-3-Clause
// at_height of a height for each level on the CPU, beside loops by hand: microseconds of a call, the least of 400.
//
//   cpu_heights [columns]
//
// 64 levels. Heights are the levels' own and a displacement by chance of up to 100 or 1000 m. By hand each column keeps
// the interval of the level before and walks from there. Returns 1 where results differ by more than rounding. Start it
// with OMP_NUM_THREADS=1.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>
#include <stencil/testing/scatter.hpp>

#include "arguments.hpp"
#include "cpu_timing.hpp"

using namespace stencil;
using interpolation::Cubic;
using interpolation::Linear;
using interpolation::Monotone;

namespace {

constexpr int levels = 64;

template <class Call>
double microseconds(const Call& call) {
  return 1e6 * timing::shortest(400, call);
}

/// Numbers of columns in memory.
struct Columns {
  const double* data;
  std::ptrdiff_t level, column;
};

/// One value; j: the level below the height before, afterwards below this one.
template <class Way>
double by_hand(const double* z, std::ptrdiff_t z_level, const double* x, std::ptrdiff_t x_level, double h, int& j) {
  while (j < levels - 2 && z[(j + 1) * z_level] < h) ++j;
  while (j > 0 && z[j * z_level] > h) --j;
  if (!(h >= z[0]) || !(h <= z[(levels - 1) * z_level])) return std::numeric_limits<double>::quiet_NaN();
  const double z_low = z[j * z_level], z_high = z[(j + 1) * z_level];
  const double x_low = x[j * x_level], x_high = x[(j + 1) * x_level];
  if constexpr (std::is_same_v<Way, Linear>) {
    return x_low + (h - z_low) / (z_high - z_low) * (x_high - x_low);
  } else {
    const int b = std::min(std::max(j - 1, 0), levels - 4);
    const double z0 = z[b * z_level], z1 = z[(b + 1) * z_level], z2 = z[(b + 2) * z_level], z3 = z[(b + 3) * z_level];
    const double x0 = x[b * x_level], x1 = x[(b + 1) * x_level], x2 = x[(b + 2) * x_level], x3 = x[(b + 3) * x_level];
    if constexpr (std::is_same_v<Way, Cubic>) {
      const double d0 = h - z0, d1 = h - z1, d2 = h - z2, d3 = h - z3;
      return d1 * d2 * d3 * (1 / ((z0 - z1) * (z0 - z2) * (z0 - z3))) * x0 +
             d0 * d2 * d3 * (1 / ((z1 - z0) * (z1 - z2) * (z1 - z3))) * x1 +
             d0 * d1 * d3 * (1 / ((z2 - z0) * (z2 - z1) * (z2 - z3))) * x2 +
             d0 * d1 * d2 * (1 / ((z3 - z0) * (z3 - z1) * (z3 - z2))) * x3;
    } else {
      const double x01 = (x1 - x0) / (z1 - z0), x12 = (x2 - x1) / (z2 - z1), x23 = (x3 - x2) / (z3 - z2);
      const double x012 = (x12 - x01) / (z2 - z0), x123 = (x23 - x12) / (z3 - z1), x0123 = (x123 - x012) / (z3 - z0);
      const double d = z_high - z_low, rise = x_high - x_low, t = (h - z_low) / d;
      const double least = std::min(0.0, 3 * rise), most = std::max(0.0, 3 * rise);
      const auto slope = [&](double p) {
        const double m = x01 + x012 * ((p - z0) + (p - z1)) +
                         x0123 * ((p - z0) * (p - z1) + (p - z0) * (p - z2) + (p - z1) * (p - z2));
        return std::min(std::max(m * d, least), most);
      };
      const double m_low = slope(z_low), m_high = slope(z_high);
      const double value =
          x_low + t * (m_low + t * ((3 * rise - 2 * m_low - m_high) + t * (m_low + m_high - 2 * rise)));
      return std::min(std::max(value, std::min(x_low, x_high)), std::max(x_low, x_high));
    }
  }
}
/// All of them, column after column.
template <class Way>
void by_columns(Columns z, Columns x, Columns h, double* out, std::ptrdiff_t count) {
  for (std::ptrdiff_t c = 0; c < count; ++c) {
    int j = 0;
    for (int k = 0; k < levels; ++k) {
      const std::ptrdiff_t place = c * x.column + k * x.level;
      out[place] = by_hand<Way>(z.data + c * z.column, z.level, x.data + c * x.column, x.level, h.data[place], j);
    }
  }
}
/// The same, level after level of `together` columns.
template <class Way>
void by_levels(Columns z, Columns x, Columns h, double* out, std::ptrdiff_t count, std::ptrdiff_t together) {
  std::vector<int> j(static_cast<std::size_t>(together));
  for (std::ptrdiff_t first = 0; first < count; first += together) {
    std::fill(j.begin(), j.end(), 0);
    const std::ptrdiff_t last = std::min(count, first + together);
    for (int k = 0; k < levels; ++k) {
      for (std::ptrdiff_t c = first; c < last; ++c) {
        const std::ptrdiff_t place = c * x.column + k * x.level;
        out[place] = by_hand<Way>(z.data + c * z.column, z.level, x.data + c * x.column, x.level, h.data[place],
                                  j[static_cast<std::size_t>(c - first)]);
      }
    }
  }
}

template <class Layout, class Way>
bool measure(std::size_t columns, bool per_column, double far) {
  constexpr bool across = Layout::columns_contiguous;
  std::vector<double> faces;
  for (std::size_t c = 0; c < (per_column ? columns : 1); ++c) {
    for (int i = 0; i <= levels; ++i) {
      const double s = static_cast<double>(i) / levels;
      faces.push_back(20000 * s * (1 + s) / 2 * (1 + 1e-4 * static_cast<double>(c)));
    }
  }
  const auto grid =
      per_column ? ColumnGrid::from_faces_per_column(faces, columns) : ColumnGrid::from_faces(faces, columns);
  CenterField<double, backend::Cpu, Layout> x(grid), w(grid), z(grid), own(grid), out(grid);
  testing::scatter(x, 1);
  testing::scatter(w, 2);
  own = heights(Center{});
  z = heights(Center{}) - far * w;

  const auto count = static_cast<std::ptrdiff_t>(columns);
  const auto in_memory = [&](const auto& field, bool of_one) {
    std::vector<double> numbers;
    const auto add = [&](int k, std::size_t c) { numbers.push_back(field(k, c)); };
    for (std::size_t i = 0; i < (across && !of_one ? levels : of_one ? 1 : columns); ++i) {
      for (std::size_t j = 0; j < (across && !of_one ? columns : levels); ++j)
        across && !of_one ? add(static_cast<int>(i), j) : add(static_cast<int>(j), i);
    }
    return numbers;
  };
  const auto z_own = in_memory(own, !per_column), of_x = in_memory(x, false), of_z = in_memory(z, false);
  std::vector<double> found(of_x.size());
  const std::ptrdiff_t level = across ? count : 1, column = across ? 1 : levels;
  const Columns heights_of_levels{z_own.data(), per_column ? level : 1, per_column ? column : 0};
  const Columns x_there{of_x.data(), level, column}, z_there{of_z.data(), level, column};
  double hand = microseconds([&] { by_columns<Way>(heights_of_levels, x_there, z_there, found.data(), count); });
  for (const std::ptrdiff_t together : {std::ptrdiff_t{32}, count}) {
    const auto call = [&] { by_levels<Way>(heights_of_levels, x_there, z_there, found.data(), count, together); };
    hand = std::min(hand, microseconds(call));
  }
  const double of_field = microseconds([&] { out = at_height(x, z, Way{}); });
  const double of_formula = microseconds([&] { out = at_height(x, heights(Center{}) - far * w, Way{}); });
  std::printf("%-8s %-18s %s %4.0f m: %7.1f, of a formula %7.1f, by hand %7.1f; %.2f times as long\n", Way::name,
              Layout::name, per_column ? "heights per column" : "the same heights  ", far, of_field, of_formula, hand,
              of_field / hand);
  const auto results = in_memory(out, false);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (std::isnan(results[i]) != std::isnan(found[i]) || std::fabs(results[i] - found[i]) > 1e-13) return false;
  }
  return true;
}

template <class Layout>
bool measure(std::size_t columns) {
  bool agree = true;
  for (const bool per_column : {false, true}) {
    for (const double far : {100.0, 1000.0}) {
      agree = measure<Layout, Linear>(columns, per_column, far) && agree;
      agree = measure<Layout, Cubic>(columns, per_column, far) && agree;
      agree = measure<Layout, Monotone>(columns, per_column, far) && agree;
    }
  }
  return agree;
}

}  // namespace

int main(int count, char** argument) {
  const auto columns = arguments::number<std::size_t>(count, argument, 1, 1000);
  const bool agree = measure<layout::LevelsContiguous>(columns);
  return measure<layout::ColumnsContiguous>(columns) && agree ? 0 : 1;
}
