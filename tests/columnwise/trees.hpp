// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "agreement.hpp"

/// Expressions with operations on whole columns below their roots, and several outputs with such, which are carried out
/// as column functions.
namespace columnwise_test {

/// The results of assignments whose operations on whole columns are parts of expressions. In place: destinations are
/// among what is read.
template <class T, class Backend, class Layout, class P>
Values<T> by_whole_trees(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  CenterField<T, Backend, Layout> c1(s.grid), c2(s.grid);
  FaceField<T, Backend, Layout> f1(s.grid), f2(s.grid);
  SurfaceField<T, Backend> s1(s.grid);
  SurfaceField<int, Backend> level(s.grid);
  level.fill([&](std::size_t column) { return static_cast<int>(column) % (c.levels + 1); });
  const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
  const auto mixing = identity() - 0.01 * jacobian(div((s.f * s.f + 0.1) * GradientC2F()(s.a)), wrt(s.a));
  Values<T> all;
  const auto keep = [&](const auto&... field) { (all.push_back(field.to_host()), ...); };
  // A value per column among levels, and a level of its own in each.
  assign(c1, s.a - column_integral(s.a), how);
  s1 = at_level(s.b, level, -3.0);
  assign(c2, at_level(s.b, level, 9.0) * s.a + at_level(s.f, -1), how);
  keep(c1, s1, c2);
  assign(s1, at_level(s.a / column_max(s.a), 0), how);
  // The mask alone.
  c1 = s.b;
  assign(c1, s.a, how.where(column_max(s.a) > at_level(s.b, 0)));
  keep(s1, c1);
  if (c.kind != Kind::ring) {
    assign(f1, 2.0 * cumulative_integral(s.a - column_min(s.a), bottom(s.flux)), how);
    evaluate(into(f2, cumulative_integral(s.b, top(0.5))), into(c1, s.a * s.b), into(s1, column_sum(s.b)), how);
    keep(f1, f2, c1, s1);
    // Running values are where the destination is.
    evaluate(into(f2, column_accumulate(functions::Add{}, 1.0, as_is, from_bottom, s.b)),
             into(c1, column_accumulate(functions::Add{}, 1.0, as_is, from_bottom, s.b)), how);
    keep(f2, c1);
    assign(c1, 2.0 * (solve(mixing, s.a) - s.a), how);
    evaluate(into(s.a, solve(mixing, s.a)), into(s.b, solve(mixing, s.b) - s.a), how);
    keep(c1, s.a, s.b);
  }
  return all;
}

/// The first of these results that a solve has part in.
inline constexpr std::size_t first_solved_tree = 11;

/// The same by assignments of one operation each.
template <class T>
Values<T> by_steps(const Case& c) {
  State<T, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<T> c1(s.grid), c2(s.grid), c3(s.grid);
  FaceField<T> f1(s.grid);
  SurfaceField<T> s1(s.grid), s2(s.grid);
  const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
  const auto mixing = identity() - 0.01 * jacobian(div((s.f * s.f + 0.1) * GradientC2F()(s.a)), wrt(s.a));
  Values<T> all;
  const auto keep = [&](const auto&... field) { (all.push_back(field.to_host()), ...); };
  s1 = column_integral(s.a);
  c1 = s.a - s1;
  const auto level_of = [&](std::size_t column) { return static_cast<int>(column) % (c.levels + 1); };
  const auto fill = [&](T otherwise) {
    for (std::size_t column = 0; column < c.columns; ++column)
      s1(column) = level_of(column) < c.levels ? s.b(level_of(column), column) : otherwise;
  };
  fill(T(-3));
  keep(c1, s1);
  fill(T(9));
  s2 = at_level(s.f, -1);
  c2 = s1 * s.a + s2;
  keep(c2);
  s1 = column_max(s.a);
  c1 = s.a / s1;
  s2 = at_level(c1, 0);
  keep(s2);
  s2 = at_level(s.b, 0);
  s2 = where(s1 > s2, 1.0, 0.0);
  c1 = s.b;
  assign(c1, s.a, policy().where(s2 > 0.5));
  keep(c1);
  if (c.kind != Kind::ring) {
    s1 = column_min(s.a);
    c1 = s.a - s1;
    f1 = cumulative_integral(c1, bottom(s.flux));
    f1 = 2.0 * f1;
    keep(f1);
    f1 = cumulative_integral(s.b, top(0.5));
    c1 = s.a * s.b;
    s1 = column_sum(s.b);
    keep(f1, c1, s1);
    f1 = column_accumulate(functions::Add{}, 1.0, as_is, from_bottom, s.b);
    c1 = column_accumulate(functions::Add{}, 1.0, as_is, from_bottom, s.b);
    keep(f1, c1);
    c1 = solve(mixing, s.a);
    c2 = solve(mixing, s.b);
    c3 = 2.0 * (c1 - s.a);
    c2 = c2 - s.a;
    keep(c3, c1, c2);
  }
  return all;
}

}  // namespace columnwise_test
