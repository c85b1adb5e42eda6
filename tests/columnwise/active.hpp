// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/numbers.hpp"

/// Assignments in the active levels of columns beside the same in each column cut out to a grid of its own.
namespace active_test {

using namespace stencil;

constexpr double untouched = -7;

/// The heights of faces of `sets` columns, spaced unevenly and differently in each.
inline std::vector<double> rough_faces(int levels, std::size_t sets) {
  std::vector<double> z;
  for (std::size_t c = 0; c < sets; ++c) {
    z.push_back(support::scattered(c, 11));
    for (int k = 0; k < levels; ++k)
      z.push_back(z.back() + 1.5 + support::scattered(c * 5000 + static_cast<std::size_t>(k), 12));
  }
  return z;
}

/// First and last level of a column: all, none, one, beyond the ends, and others.
struct Cells {
  int first;
  int last;
};
inline Cells cells_of(std::size_t column, int levels) {
  if (column == 0) return {0, levels - 1};
  if (column == 1) return {levels, levels - 1};
  if (column == 2) return {levels / 2, levels / 2};
  if (column == 3) return {-5, levels + 7};
  if (column == 4) return {-1, -1};
  const int begin = static_cast<int>((column / 2 * 37) % static_cast<std::size_t>(levels));  // some neighbours alike
  return {begin, begin + static_cast<int>((column / 2 * 53) % static_cast<std::size_t>(levels - begin))};
}
/// A floor for each column, the same for some that are no neighbours.
inline Cells scattered_floors(std::size_t column, int levels) {
  return {static_cast<int>(column * 7 % 5) * levels / 6, levels - 1};
}
/// The same as they are carried out.
inline Cells inside(Cells cells, int levels) {
  return {cells.first < 0 ? 0 : cells.first, cells.last < levels ? cells.last : levels - 1};
}

/// Operators with conditions and closures, narrow and wide, and all that goes along columns.
struct Physics {
  STENCIL_FUNCTION auto operator()(auto x, auto f, auto s) const {
    const auto slope = GradientC2F(bottom(SetGradient(s)), top(SetValue(1.0)));
    const auto diffused = [&](auto y) { return DivergenceF2C()(f * f * slope(y)); };
    const auto advected = DivergenceF2C()(spacing(Face{}) * Upwind3rdOrderBiasedProductC2F()(f, x)) +
                          heights(Center{}) * spacing(Center{});
    const auto solved = solve(identity() - 0.1 * jacobian(diffused, x), x);
    const auto total = column_sum(x), highest = at_level(x, -1), lowest = at_level(x, 0);
    return results(diffused(x) + total, advected, cumulative_integral(x, bottom(s)), solved, total + lowest, highest,
                   first_level_where(x > 0.25, from_top));
  }
};

/// What stops, looks and solves column by column.
template <class Curve>
struct Loops {
  Curve curve;
  STENCIL_FUNCTION auto operator()(auto x, auto f, auto s) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    auto [y, iterations, converged] =
        newton([&](auto v) { return v + v * v * v - 0.1 * DivergenceF2C()(slope(v)) - x; }, x);
    const auto [p, w] = solve_staggered(band(0.1, 2.0 + x * x, -0.2), 0.1 * jacobian([&](auto v) { return div(v); }, f),
                                        0.1 * jacobian([&](auto v) { return slope(v); }, x), identity(), x, f);
    auto [fallen, left, passes, done] = repeat_until(
        [](auto q, auto rest) {
          const auto moved = march(
              from_top, 0.0 * rest,
              [](auto& from_above, auto v, auto thick) {
                const auto out = v / 2;
                const auto now = v - out + from_above / thick;
                using Number = std::remove_reference_t<decltype(from_above)>;
                from_above = static_cast<Number>(out * thick);  // a spacing is a double beside float fields too
                return now;
              },
              q + 0.25 * (above(q) - q), spacing(Center{}));
          return results(moved, rest - 1.0, rest <= 1.0);
        },
        4, x, 2.5 + s);
    const auto up = column_accumulate<Center>(functions::Add{}, 0.5, as_is, from_bottom, f);
    const auto mixed = march_state(from_top, 0.0 * s, [](auto& state, auto v) { state = state / 2 + v; }, x);
    return results(y + up, p + curve(x) + mixed, fallen, w,
                   crossing_height(x, 0.1 * s, from_bottom, interpolation::Quadratic{}),
                   1.0 * passes + where(converged, 0.0, 100.0));
  }
};

/// Which column functions are computed; trees always are.
enum class Functions { all, physics, loops };

/// The fields of one grid.
template <class T, class Backend, class Layout, Functions which = Functions::all>
struct Fields {
  CenterField<T, Backend, Layout> x, a, b, c, tree, y, p, fallen;
  FaceField<T, Backend, Layout> f, integral, w;
  SurfaceField<T, Backend, Layout> s, total, highest, height, passes;
  SurfaceField<int, Backend, Layout> level;

  explicit Fields(const ColumnGrid& grid)
      : x(grid),
        a(grid),
        b(grid),
        c(grid),
        tree(grid),
        y(grid),
        p(grid),
        fallen(grid),
        f(grid),
        integral(grid),
        w(grid),
        s(grid),
        total(grid),
        highest(grid),
        height(grid),
        passes(grid),
        level(grid) {
    for (auto* field : {&a, &b, &c, &tree, &y, &p, &fallen}) field->fill([](double) { return T(untouched); });
    for (auto* field : {&integral, &w}) field->fill([](double) { return T(untouched); });
    for (auto* field : {&total, &highest, &height, &passes}) field->fill([](std::size_t) { return T(untouched); });
    level.fill([](std::size_t) { return static_cast<int>(untouched); });
  }

  template <class How, class TreeHow>
  void compute(const How& how, const TreeHow& as_tree) {
    if constexpr (which != Functions::loops)
      assign(fields(a, b, integral, c, total, highest, level), columnwise(Physics{})(x, f, s), how);
    if constexpr (which != Functions::physics) {
      const auto curve = table<Backend>(std::vector<T>{-1, 0, 2}, std::vector<T>{1, 3, 2}, interpolation::Monotone{});
      using Curve = decltype(curve.view());
      assign(fields(y, p, fallen, w, height, passes), columnwise(Loops<Curve>{curve.view()})(x, f, s), how);
    }
    const auto slope = GradientC2F(bottom(SetGradient(s)), top(SetGradient(0.5)));
    assign(tree, DivergenceF2C()(f * slope(x * x)) - x * spacing<T>(Center{}), as_tree);
    assign(x, x + DivergenceF2C(no_flux)(InterpolateC2F()(x) * f), as_tree);  // reads what it writes
  }
};

/// Values of one column as they are compared, T's bits of all that was computed.
template <class Field, class T = typename Field::value_type>
std::vector<T> column_of(const std::vector<T>& host, const Field& field, std::size_t column) {
  const auto rows = static_cast<std::size_t>(field.levels());
  return {host.begin() + static_cast<std::ptrdiff_t>(column * rows),
          host.begin() + static_cast<std::ptrdiff_t>((column + 1) * rows)};
}

/// The first result that differs from that of a column cut out, in words; nothing where all are alike.
/// `as_cut(fields)` computes those of a column that was cut out.
template <class T, class Backend, class Layout, Functions which = Functions::all, class AsCut>
std::string first_difference(int levels, std::size_t columns, bool per_column, const AsCut& as_cut,
                             Cells (*cells_in)(std::size_t column, int levels) = cells_of) {
  using All = Fields<T, Backend, Layout, which>;
  const auto faces = rough_faces(levels, per_column ? columns : 1);
  const auto grid =
      per_column ? ColumnGrid::from_faces_per_column(faces, columns) : ColumnGrid::from_faces(faces, columns);
  All all(grid);
  support::scatter(all.x, 1);
  support::scatter(all.f, 2);
  support::scatter(all.s, 3);
  SurfaceField<int, Backend, Layout> first(grid), last(grid);
  first.fill([&](std::size_t c) { return cells_in(c, levels).first; });
  last.fill([&](std::size_t c) { return cells_in(c, levels).last; });
  const auto x = all.x.to_host(), f = all.f.to_host(), s = all.s.to_host();
  const auto active = active_levels(first, last);
  all.compute(active, active);

  std::string different;
  for (std::size_t c = 0; c < columns && different.empty(); ++c) {
    const Cells cells = inside(cells_in(c, levels), levels);
    const bool none = cells.first > cells.last;
    const auto n = static_cast<std::size_t>(levels), begin = none ? 0 : static_cast<std::size_t>(cells.first);
    const std::size_t count = none ? 0 : static_cast<std::size_t>(cells.last) - begin + 1;
    const std::size_t set = per_column ? c * (n + 1) : 0;
    const auto cut_grid = ColumnGrid::from_faces(
        none ? std::vector<double>{0.0, 1.0}
             : std::vector<double>(faces.begin() + static_cast<std::ptrdiff_t>(set + begin),
                                   faces.begin() + static_cast<std::ptrdiff_t>(set + begin + count + 1)));
    All cut(cut_grid);
    const auto piece = [](const auto& from, std::size_t at, std::size_t size) {
      return std::vector<T>(from.begin() + static_cast<std::ptrdiff_t>(at),
                            from.begin() + static_cast<std::ptrdiff_t>(at + size));
    };
    if (!none) {
      cut.x.from_host(piece(x, c * n + begin, count));
      cut.f.from_host(piece(f, c * (n + 1) + begin, count + 1));
      cut.s.from_host({s[c]});
      as_cut(cut);
    }
    // Lanes of a device eliminate in an order that depends on how many of them share a column.
    constexpr double rounding =
        std::is_same_v<typename Backend::space, HostSpace> ? 0.0 : 1e4 * std::numeric_limits<T>::epsilon();
    // Values of a column with what was cut out, and around it what was there before.
    const auto compare = [&](const auto& field, const auto& of_cut, const auto& before, const char* name,
                             double tolerance = 0.0) {
      using V = typename std::remove_cvref_t<decltype(field)>::value_type;
      std::vector<V> expected = before;
      const auto host = of_cut.to_host();
      const bool surface = expected.size() == 1;
      for (std::size_t k = 0; !none && k < host.size(); ++k) expected[surface ? 0 : begin + k] = host[k];
      const auto computed = column_of(field.to_host(), field, c);
      std::vector<V> rounded = expected;
      for (std::size_t k = 0; !none && k < host.size(); ++k) {
        const auto at = surface ? 0 : begin + k;
        if (std::abs(static_cast<double>(computed[at]) - static_cast<double>(host[k])) < tolerance)
          rounded[at] = computed[at];
      }
      const auto alike = [](const V& one, const V& other) { return one == other || (one != one && other != other); };
      if (!different.empty() || std::equal(computed.begin(), computed.end(), rounded.begin(), alike)) return;
      different = std::string(name) + " of " + std::to_string(levels) + " levels, column " + std::to_string(c) +
                  ", levels " + std::to_string(cells.first) + " to " + std::to_string(cells.last) +
                  (per_column ? ", heights of their own" : "");
    };
    const std::vector<T> at_centers(n, T(untouched)), at_faces(n + 1, T(untouched)), alone(1, T(untouched));
    compare(all.a, cut.a, at_centers, "diffused");
    compare(all.b, cut.b, at_centers, "advected");
    compare(all.integral, cut.integral, at_faces, "integral");
    compare(all.c, cut.c, at_centers, "solved", rounding);
    compare(all.total, cut.total, alone, "total");
    compare(all.highest, cut.highest, alone, "highest");
    compare(all.level, cut.level, std::vector<int>(1, static_cast<int>(untouched)), "level");
    compare(all.y, cut.y, at_centers, "newton", rounding);
    compare(all.p, cut.p, at_centers, "staggered", rounding);
    compare(all.w, cut.w, at_faces, "staggered faces", rounding);
    compare(all.fallen, cut.fallen, at_centers, "passes of a march");
    compare(all.height, cut.height, alone, "crossing");
    compare(all.passes, cut.passes, alone, "passes");
    compare(all.tree, cut.tree, at_centers, "tree");
    compare(all.x, cut.x, piece(x, c * n, n), "in place");
  }
  return different;
}

}  // namespace active_test
