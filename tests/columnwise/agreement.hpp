// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "functions.hpp"

/// Every result of a column function beside the tree that the same function gives on fields.
namespace columnwise_test {

/// A grid: all columns alike, a ring, or with heights of their own.
enum class Kind { alike, ring, per_column };

struct Case {
  int levels;
  std::size_t columns;
  Kind kind;
  bool masked = false;      ///< of operations on whole columns
  bool goes_around = true;  ///< with solves on a ring
};
template <class Test>
void each_case(std::initializer_list<int> levels, std::initializer_list<std::size_t> columns, const Test& test) {
  for (const int n : levels) {
    for (const std::size_t m : columns) {
      for (const Kind kind : {Kind::alike, Kind::ring, Kind::per_column}) test(Case{n, m, kind});
    }
  }
}
inline std::string describe(const Case& c) {
  return std::to_string(c.levels) + " levels, " + std::to_string(c.columns) + " columns" +
         (c.kind == Kind::ring         ? ", a ring"
          : c.kind == Kind::per_column ? ", heights of their own"
                                       : "") +
         (c.masked ? ", masked" : "");
}
inline ColumnGrid grid_of(const Case& c) {
  if (c.kind == Kind::ring) return ColumnGrid::periodic(c.levels, 0.0, 2.0, c.columns);
  if (c.kind == Kind::alike) return ColumnGrid::stretched(c.levels, 0.0, 2.0, 1.3 / c.levels, c.columns);
  const auto rows = static_cast<std::size_t>(c.levels) + 1;
  std::vector<double> z(rows * c.columns);
  for (std::size_t column = 0; column < c.columns; ++column) {
    for (std::size_t k = 0; k < rows; ++k)
      z[column * rows + k] = (static_cast<double>(k) + 0.1 * static_cast<double>(k * k)) *
                             (1 + 0.01 * static_cast<double>(column)) / static_cast<double>(c.levels);
  }
  return ColumnGrid::from_faces_per_column(z, c.columns);
}

/// Fields with smooth values and some jumps, of both signs.
template <class T, class Backend, class Layout>
struct State {
  using Centers = CenterField<T, Backend, Layout>;
  using Faces = FaceField<T, Backend, Layout>;
  ColumnGrid grid;
  Centers a, b;
  Faces f, w;
  SurfaceField<T, Backend> flux;
  explicit State(const Case& c) : grid(grid_of(c)), a(grid), b(grid), f(grid), w(grid), flux(grid) {
    const auto varied = [](double z, std::size_t column, double phase) {
      return static_cast<T>(std::sin(7 * z + phase) + 0.3 * std::cos(static_cast<double>(3 * column) + phase));
    };
    a.fill([&](double z, std::size_t column) { return varied(z, column, 0.2); });
    b.fill([&](double z, std::size_t column) { return 1 + std::abs(varied(z, column, 1.1)); });
    f.fill([&](double z, std::size_t column) { return varied(z, column, 2.3); });
    w.fill([&](double z, std::size_t column) { return varied(z, column, 4.0); });
    flux.fill([](std::size_t column) { return static_cast<T>(0.1 * static_cast<double>(column % 5) - 0.2); });
  }
};

/// Values that differ, number by number, NaNs being equal to each other.
template <class T>
std::size_t differing(const std::vector<T>& one, const std::vector<T>& other) {
  std::size_t count = one.size() == other.size() ? 0 : one.size() + other.size();
  for (std::size_t i = 0; count == 0 && i < one.size(); ++i)
    count += one[i] == other[i] || (one[i] != one[i] && other[i] != other[i]) ? 0U : 1U;
  return count;
}

/// Values that differ by more than rounding allows.
template <class T>
std::size_t apart(const std::vector<T>& one, const std::vector<T>& other) {
  T most = 1;
  for (const T x : other) most = std::max(most, std::abs(x));
  // Systems of a thousand thin levels have a condition of some 10^4.
  const T allowed = most * (sizeof(T) == 8 ? T(1e-11) : T(3e-3));
  std::size_t count = one.size() == other.size() ? 0 : one.size() + other.size();
  for (std::size_t i = 0; count == 0 && i < one.size(); ++i) count += std::abs(one[i] - other[i]) <= allowed ? 0U : 1U;
  return count;
}

/// All results as host values, in order.
template <class T>
using Values = std::vector<std::vector<T>>;

/// Which functions: narrow ones, those with wide operators, or all.
enum class Reach { all, narrow, wide };

/// The results of the functions by column functions, as `how` says.
template <class T, class Backend, class Layout, Reach reach = Reach::all, class P>
Values<T> by_functions(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  using Centers = typename State<T, Backend, Layout>::Centers;
  using Faces = typename State<T, Backend, Layout>::Faces;
  Centers c1(s.grid), c2(s.grid), c3(s.grid);
  Faces f1(s.grid), f2(s.grid), f3(s.grid);
  SurfaceField<T, Backend> s1(s.grid);
  Values<T> all;
  if constexpr (reach != Reach::narrow) {
    assign(fields(c1, f1, f2, c2), columnwise(Advection{})(s.a, s.b, s.w, s.flux), how);
    for (const auto* field : {&c1, &c2}) all.push_back(field->to_host());
    for (const auto* field : {&f1, &f2}) all.push_back(field->to_host());
  }
  if constexpr (reach != Reach::wide) {
    assign(fields(c1, f1, c2, f2, s1), columnwise(Diffusion{})(s.a, s.b, s.f, s.flux), how);
    for (const auto* field : {&c1, &c2}) all.push_back(field->to_host());
    for (const auto* field : {&f1, &f2}) all.push_back(field->to_host());
    all.push_back(s1.to_host());
    // The derivatives of all results, and one of the results as a node among others.
    assign(fields(f1, c1, s1), jvp(columnwise(Spreading{})(s.a, s.f, s.flux), wrt(s.a), s.b), how);
    all.push_back(f1.to_host()), all.push_back(c1.to_host()), all.push_back(s1.to_host());
    // An argument that is an expression, a number for a value per column, destinations that are arguments, a mask.
    assign(fields(s.a, f1, s.b, s.f, s1), columnwise(Diffusion{})(s.a * s.b, s.b, s.f, 0.25), how.where(s.flux > 0.0));
    for (const auto* field : {&s.a, &s.b}) all.push_back(field->to_host());
    for (const auto* field : {&f1, &s.f}) all.push_back(field->to_host());
    all.push_back(s1.to_host());
    // A function as a node among others.
    assign(c1, DivergenceF2C()(result<0>(columnwise(Spreading{})(s.a, s.w, s.flux)) * GradientC2F()(s.b)) + s.b, how);
    all.push_back(c1.to_host());
    // End rows that the operator above replaces at one end.
    assign(c1, DivergenceF2C(bottom(SetValue(s.flux)))(columnwise(Slope{})(s.a) * GradientC2F()(s.b)), how);
    all.push_back(c1.to_host());
    assign(s1, columnwise(Ends{})(s.a), how);
    all.push_back(s1.to_host());
    // Several right sides.
    evaluate(into(f1, columnwise(Slope{})(s.b)), into(c2, 2.0 * s.a), how);
    all.push_back(f1.to_host()), all.push_back(c2.to_host());
    // Destinations that are arguments and the mask, their old values being results.
    assign(fields(s.a, s.b, c1, c3), columnwise(Conditions{})(s.a, s.b), how.where(s.a));
    for (const auto* field : {&s.a, &s.b, &c1, &c3}) all.push_back(field->to_host());
  }
  return all;
}

/// The results of a function as trees, grid quantities in the precision of the fields, as column functions take them.
template <class T, class... Trees>
auto in_precision_of_fields(const FunctionResults<Trees...>& trees) {
  return trees.values.apply([](const auto&... tree) { return results(column_functions::in_precision<T>(tree)...); });
}

/// The same by trees on the CPU, each result an assignment.
template <class T, Reach reach = Reach::all>
Values<T> by_trees(const Case& c) {
  State<T, backend::Cpu, layout::LevelsContiguous> s(c);
  CenterField<T> c1(s.grid), c2(s.grid), c3(s.grid);
  FaceField<T> f1(s.grid), f2(s.grid), f3(s.grid);
  SurfaceField<T> s1(s.grid);
  Values<T> all;
  const auto all_of = [&](const auto& field) { all.push_back(field.to_host()); };
  if constexpr (reach != Reach::narrow) {
    const auto [change, weno, corrected, carried] =
        Advection{}(as_node(s.a), as_node(s.b), as_node(s.w), as_node(s.flux));
    c1 = change, f1 = weno, f2 = corrected, c2 = carried;
    all_of(c1), all_of(c2), all_of(f1), all_of(f2);
  }
  if constexpr (reach != Reach::wide) {
    const auto [spread, flux, rough, steps, twice] =
        in_precision_of_fields<T>(Diffusion{}(as_node(s.a), as_node(s.b), as_node(s.f), as_node(s.flux)));
    c1 = spread, f1 = flux, c2 = rough, f2 = steps, s1 = twice;
    all_of(c1), all_of(c2), all_of(f1), all_of(f2), all_of(s1);
    const auto [along, spreading, independent] = Spreading{}(as_node(s.a), as_node(s.f), as_node(s.flux));
    f1 = jvp(along, wrt(s.a), s.b), c1 = jvp(spreading, wrt(s.a), s.b), s1 = 0.0 * independent;
    all_of(f1), all_of(c1), all_of(s1);
    const auto [a2, k2, b2, f4, twice2] =
        in_precision_of_fields<T>(Diffusion{}(as_node(s.a) * as_node(s.b), as_node(s.b), as_node(s.f), 0.25));
    c1 = a2, f3 = k2, c2 = b2, f2 = f4;
    const auto mask = policy().where(s.flux > 0.0);
    assign(s.a, c1, mask), assign(f1, f3, mask), assign(s.b, c2, mask), assign(s.f, f2, mask), assign(s1, twice2, mask);
    all_of(s.a), all_of(s.b), all_of(f1), all_of(s.f), all_of(s1);
    const auto [of_w, not_read, nor_this] = Spreading{}(as_node(s.a), as_node(s.w), as_node(s.flux));
    c1 = DivergenceF2C()(of_w * GradientC2F()(s.b)) + s.b;
    all_of(c1);
    const auto [slope] = Slope{}(as_node(s.a));
    c1 = DivergenceF2C(bottom(SetValue(s.flux)))(slope * GradientC2F()(s.b));
    all_of(c1);
    const auto [ends] = Ends{}(as_node(s.a));
    s1 = ends;
    all_of(s1);
    const auto [other] = Slope{}(as_node(s.b));
    f1 = other, c2 = 2.0 * s.a;
    all_of(f1), all_of(c2);
    const auto [exchanged, kept, number, truth] = Conditions{}(as_node(s.a), as_node(s.b));
    const CenterField<T> old_a = kept, old_b = exchanged;
    const auto where_not_zero = policy().where(old_a);
    assign(c1, number, where_not_zero), assign(c3, truth, where_not_zero);
    assign(s.a, old_b, where_not_zero), assign(s.b, old_a, where_not_zero);
    all_of(s.a), all_of(s.b), all_of(c1), all_of(c3);
  }
  return all;
}

}  // namespace columnwise_test
