// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "agreement.hpp"
#include "systems.hpp"

/// Column functions with operations on whole columns.
namespace columnwise_test {

using namespace stencil;

/// Reductions, and what depends on them.
struct Sums {
  STENCIL_FUNCTION auto operator()(auto q, auto f) const {
    const auto mean = column_integral(q) / column_sum(spacing(Center{}));
    const auto level = first_level_where(q > 0.5, from_top);
    const auto high = first_height_where(q > 0.5, from_bottom, -1.0) + at_level(spacing(Face{}), level, 3.0);
    const auto found = at_level(q, level, -7.0) + first_value_where(q > 0.5, q * q, from_top, 2.0);
    return results(mean, column_max(q - mean), column_min(f), 1.0 * column_sum(q > mean), 1.0 * level, found, high,
                   DivergenceF2C()(f * column_max(f)) - mean);
  }
};

/// Single levels of what is given, beside neighbours.
struct FromEnds {
  STENCIL_FUNCTION auto operator()(auto q, auto f) const {
    return results(above(q) - q + at_level(q, 0) * at_level(f, -1));
  }
};

/// Look-up tables, and heights between levels. Lines: at centers; Grid: of two dimensions.
template <class Lines, class Grid>
struct LookUps {
  Lines lines;
  Grid grid;
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto f, auto start) const {
    const auto rising = crossing_height(q, 0.5);
    const auto curved = crossing_height(q, at_level(q, 0) + 0.1, from_top, interpolation::Quadratic{}, -1.0);
    const auto falling = crossing_height(-f, 0.25 * start, from_bottom, interpolation::Quadratic{}, -2.0);
    const auto from_table = lines(q) * lines(heights(Center{}));
    return results(rising, curved, falling, from_table, grid(q * r, 0.3 * q) + lines(start));
  }
};
/// The same table inside a march, loops over as many passes as a column needs, and running values elsewhere.
template <class Lines>
struct Repeats {
  Lines lines;
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto f, auto start) const {
    const auto speed = abs(q) + 0.5;
    const auto longest = 0.5 / column_max(speed / spacing(Center{}));
    const auto duration = column_min(spacing(Center{})) * (2.3 + 5.0 * start);
    auto [mass, left, passes, done] = repeat_until(
        [&](auto m, auto to_do) {
          const auto dt = min(to_do, longest);
          const auto mixed = m + 0.1 * (above(m) - m);
          const auto fallen = march(
              from_top, 0.0 * dt,
              [](auto& from_above, auto x, auto v, auto dz, auto time) {
                const auto out = v * x;
                const auto changed = x + time / dz * (from_above - out);
                from_above = out;
                return changed;
              },
              mixed, speed, spacing(Center{}), dt);
          return results(fallen, to_do - dt, to_do - dt <= 0.0);
        },
        9, r, duration);
    // As many turns of a loop as the column has, and a table asked at numbers.
    const auto turns = min(column_sum(q > 0.0), 9);
    const auto followed = march(
        from_bottom, 1.0,
        [table = lines](auto& s, auto x, auto n) {
          for (int i = 0; i < n; ++i) s += (x - s) / (2 + n);
          return s + table(x);
        },
        q, turns);
    const auto up = column_accumulate<Center>(functions::Add{}, start, as_is, from_bottom, f);
    const auto down =
        column_accumulate<Center>(sequential([](auto s, auto x) { return 0.5 * s + x; }), 0.25, as_is, from_top, f);
    return results(mass, followed, up, down, 1.0 * passes, where(done, 1.0, 0.0), left);
  }
};

struct Layer {
  double mass, depth;
};
/// Running values and marches, which begin at an end.
struct Marches {
  STENCIL_FUNCTION auto operator()(auto q, auto f, auto start) const {
    const auto up = cumulative_integral(q, bottom(start));
    const auto down = cumulative_integral(q, top(0.25));
    const auto halved = column_accumulate(
        sequential([](auto s, auto x, auto y) { return 0.5 * s + x * y; }), 0.0, [](auto s) { return -s; }, from_top, q,
        InterpolateF2C()(f));
    const auto over_faces = column_accumulate(functions::Add{}, 1.0, as_is, from_top, f);
    // A state that remembers the level before, with branches of its own.
    auto [largest, jump, reached] = march(
        from_bottom, Layer{-10.0, 0.0},
        [](auto& s, auto x, auto first) {
          const auto before = s.mass;
          if (x > s.mass) s.mass = x;
          s.depth = s.depth + first;
          return Layer{s.mass, s.depth < 1.0 ? s.mass - before : -s.depth};
        },
        at_end([](auto& s) { return s.mass += s.depth; }), q, start + 0.5);
    auto [mass, depth] = march_state(
        from_top, make<Layer>(start, 0),
        [](auto& s, auto x, auto dz) {
          if (x > 0.0) s.mass += x * dz;
          while (s.depth < x) s.depth += 0.25;
        },
        q, spacing(Center{}));
    return results(up, down, halved, over_faces, largest, jump, mass, depth + reached);
  }
};

/// Sums and running values in both directions.
struct Folds {
  STENCIL_FUNCTION auto operator()(auto q, auto f, auto start) const {
    return results(cumulative_integral(q, bottom(start)), cumulative_integral(q, top(0.25)),
                   column_accumulate<Center>(functions::Add{}, 1.0, as_is, from_top, f), column_sum(q * q),
                   column_reduce(functions::Add{}, 0.25, as_is, from_top, q),
                   column_accumulate(functions::Add{}, start, as_is, from_top, f * f),
                   column_accumulate(functions::Add{}, 0.5, as_is, from_bottom, f), column_sum(f * start));
  }
};
template <class T, class Backend, class Layout, class P>
Values<T> by_folds(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  FaceField<T, Backend, Layout> up(s.grid), down(s.grid), falling(s.grid), rising(s.grid);
  CenterField<T, Backend, Layout> across(s.grid);
  SurfaceField<T, Backend> sum(s.grid), from_above(s.grid), of_faces(s.grid);
  assign(fields(up, down, across, sum, from_above, falling, rising, of_faces), columnwise(Folds{})(s.a, s.f, s.flux),
         how);
  return {up.to_host(),         down.to_host(),    across.to_host(), sum.to_host(),
          from_above.to_host(), falling.to_host(), rising.to_host(), of_faces.to_host()};
}

/// A sum, a solve and a march: for columns of thousands of levels.
struct Long {
  STENCIL_FUNCTION auto operator()(auto q, auto k) const {
    const auto grad = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto diffusion = jacobian([&](auto y) { return DivergenceF2C()((k * k + 0.1) * grad(y)); }, q);
    const auto mixed = solve(identity() - 1e-6 * diffusion, q);
    const auto halved = march(
        from_top, 0.0 * column_max(q),
        [](auto& s, auto x) {
          s = s / 2 + x;
          return s;
        },
        mixed);
    return results(mixed, halved);
  }
};
template <class T, class Backend, class P>
Values<T> by_long_columns(const Case& c, const P& how) {
  State<T, Backend, layout::LevelsContiguous> s(c);
  assign(fields(s.a, s.b), columnwise(Long{})(s.a, s.f), how.where(s.b > (c.masked ? 1.5 : 0.0)));
  return {s.a.to_host(), s.b.to_host()};
}

template <class T, class Backend, class P>
Values<T> by_folds_and_long_columns(const Case& c, const P& how) {
  if (c.kind == Kind::ring) return {};
  Values<T> all = by_folds<T, Backend, layout::LevelsContiguous>(c, how);
  for (auto& values : by_long_columns<T, Backend>(c, how)) all.push_back(std::move(values));
  return all;
}

template <class T, class Backend, class Layout, class P>
Values<T> by_rings(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  assign(fields(s.a, s.b), columnwise(Around{})(s.a, s.f), how);
  return {s.a.to_host(), s.b.to_host()};
}

/// The first result of by_operations that a solve has part in: lanes that share a column eliminate in their own order.
inline std::size_t first_solved(const Case& c) { return c.kind == Kind::ring ? 17 : 32; }
/// The columns that a masked case leaves as they are.
inline bool is_left(const Case& c, std::size_t column) { return c.masked && column % 3 == 1; }
inline constexpr double left = -7;

/// Points of the tables: uniform ones, others, and values at each and at each pair.
struct TablePoints {
  std::vector<double> uniform{-2, -1, 0, 1, 2, 3}, others{-1.5, -0.5, -0.25, 0.5, 2};
  template <class T>
  static std::vector<T> values(std::size_t count) {
    std::vector<T> v;
    for (std::size_t i = 0; i < count; ++i) v.push_back(static_cast<T>(std::sin(2.0 * static_cast<double>(i)) + 1.5));
    return v;
  }
  template <class T, class Backend>
  auto lines() const {
    return table<Backend>(others, values<T>(5), interpolation::Cubic{}, TableEnds::extrapolate);
  }
  template <class T, class Backend>
  auto grid() const {
    return table<Backend>(uniform, others, values<T>(30));
  }
};

/// All results, those that begin at an end not on a ring. How: a policy, to which a mask is added for all but sums.
template <class T, class Backend, class Layout, class P>
Values<T> by_operations(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  using Centers = typename State<T, Backend, Layout>::Centers;
  using Faces = typename State<T, Backend, Layout>::Faces;
  Centers c1(s.grid), c2(s.grid), c3(s.grid), c4(s.grid), c5(s.grid), c6(s.grid), c7(s.grid);
  Faces f1(s.grid), f2(s.grid), f3(s.grid);
  std::vector<SurfaceField<T, Backend>> surface;
  for (int i = 0; i < 7; ++i) surface.emplace_back(s.grid);
  SurfaceField<T, Backend> wanted(s.grid);
  wanted.fill([&](std::size_t column) { return is_left(c, column) ? T(0) : T(1); });
  const auto masked = how.where(wanted > 0.0);
  Values<T> all;
  // What a mask leaves as it is.
  const auto clear = [](auto&... field) { ((field = T(left)), ...); };
  const auto keep = [&](const auto&... field) { (all.push_back(field.to_host()), ...); };
  assign(fields(surface[0], surface[1], surface[2], surface[3], surface[4], surface[5], surface[6], c1),
         columnwise(Sums{})(s.a, s.f), how);
  for (const auto& field : surface) keep(field);
  keep(c1);
  c2 = s.a;
  assign(c1, columnwise(FromEnds{})(s.a, s.f), how);
  assign(c2, columnwise(FromEnds{})(c2, s.f), how);
  keep(c1, c2);
  clear(surface[0], surface[1], surface[2], c1, c2);
  const TablePoints points;
  const auto lines = points.lines<T, Backend>();
  const auto grid = points.grid<T, Backend>();
  using LinesView = typename decltype(lines)::view_type;
  const LookUps<LinesView, typename decltype(grid)::view_type> look_ups{lines.view(), grid.view()};
  assign(fields(surface[0], surface[1], surface[2], c1, c2), columnwise(look_ups)(s.a, s.b, s.f, s.flux), masked);
  keep(surface[0], surface[1], surface[2], c1, c2);
  // The same as trees.
  assign(c2, lines(s.a * s.b) + s.b, how);
  surface[0] = crossing_height(s.a, 0.5, from_bottom, interpolation::Quadratic{});
  keep(c2, surface[0]);
  if (c.kind != Kind::ring) {
    clear(f1, f2, c1, f3, c2, c3, surface[0], surface[1]);
    assign(fields(f1, f2, c1, f3, c2, c3, surface[0], surface[1]), columnwise(Marches{})(s.a, s.f, s.flux), masked);
    keep(f1, f2, c1, f3, c2, c3, surface[0], surface[1]);
    clear(c1, c2, c3, c4, surface[0], surface[1], surface[2]);
    assign(fields(c1, c2, c3, c4, surface[0], surface[1], surface[2]),
           columnwise(Repeats<LinesView>{lines.view()})(s.a, s.b, s.f, s.flux), masked);
    keep(c1, c2, c3, c4, surface[0], surface[1], surface[2]);
  }
  if (c.kind == Kind::ring && !c.goes_around) return all;
  clear(c1, c2, c3, c4, f1, c5, surface[0], f2, c6, f3, c7);
  assign(fields(c4, f1, c5, surface[0]), columnwise(Systems{})(s.a, s.b, s.f, 0.01), masked);
  assign(fields(f2, c6, f3, c7), columnwise(Arrowhead{})(s.a, s.b, s.f, 0.01), masked);
  // The destinations are arguments.
  assign(fields(s.a, s.b, c1, s.f, c2, c3), columnwise(Solves{})(s.a, s.b, s.f, 0.01), masked);
  keep(s.a, s.b, c1, s.f, c2, c3, c4, f1, c5, surface[0], f2, c6, f3, c7);
  return all;
}

}  // namespace columnwise_test
