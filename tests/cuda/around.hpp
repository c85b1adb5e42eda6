// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <stencil/stencil.hpp>

/// What stands around a kernel: streams, graphs, memory, several outputs. Written once for both backends where both
/// can run it.
namespace around {

template <class Backend>
struct Model {
  stencil::ColumnGrid grid;
  stencil::CenterField<double, Backend> a{grid, "a"}, b{grid, "b"};
  stencil::FaceField<double, Backend> f{grid, "f"};

  explicit Model(const stencil::ColumnGrid& g) : grid(g) {
    a.fill([](double z, std::size_t column) { return 1 + 1e-2 * z + 1e-3 * static_cast<double>(column % 7); });
    b.fill([](double z) { return 2 - 1e-2 * z; });
    f.fill([](double z) { return 1 + 1e-2 * z; });
  }

  /// A time step of three assignments; two of them read what they write.
  template <class P>
  void step(const P& how) {
    using namespace stencil;
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    assign(f, InterpolateC2F()(a * b) + 0.5, how);
    assign(a, a + 0.1 * div(f * GradientC2F()(a)), how);
    assign(b, b - 0.1 * div(f * GradientC2F()(a * b)), how);
  }
};

inline stencil::ColumnGrid grid_of(int levels, std::size_t columns) {
  return stencil::ColumnGrid::stretched(levels, 0.0, 100.0, 70.0 / levels, columns);
}

template <class Backend>
std::vector<double> steps(const stencil::ColumnGrid& grid, int count) {
  Model<Backend> m(grid);
  for (int i = 0; i < count; ++i) m.step(stencil::policy());
  auto all = m.a.to_host();
  for (const double x : m.b.to_host()) all.push_back(x);
  return all;
}

/// Two derivatives in each other, of many long columns, also written to where they read: threads go along columns then.
template <class Backend, class T>
std::vector<T> of_many_columns() {
  using namespace stencil;
  using Layout = layout::ColumnsContiguous;
  const auto grid = grid_of(130, 20'000);
  CenterField<T, Backend, Layout> a(grid), to(grid);
  FaceField<T, Backend, Layout> f(grid);
  a.fill([](double z, std::size_t column) {
    return static_cast<T>(1 + 1e-2 * z + 1e-3 * static_cast<double>(column % 7));
  });
  f.fill([](double z, std::size_t column) { return static_cast<T>(1 + 1e-2 * z + (column % 3 == 0 ? 0.5 : 0.0)); });
  const auto curvature = [&](const auto& x) { return DivergenceF2C()(f * GradientC2F()(x)); };
  const auto of_curvature = curvature(curvature(a));
  to = of_curvature;
  a = of_curvature;
  auto all = to.to_host();
  for (const T x : a.to_host()) all.push_back(x);
  return all;
}

/// Four results that read the lowest face of a field, but not the one on top.
struct ClosedOnTop {
  STENCIL_FUNCTION auto operator()(auto w, auto q) const {
    using namespace stencil;
    const auto out = [&](const auto& x) { return DivergenceF2C(top(SetValue(0.0)))(w * InterpolateC2F()(x)); };
    return results(out(q), out(q * q), out(q * q * q), out(2.0 * q));
  }
};
template <class Backend>
std::vector<double> closed_on_top(int levels) {
  using namespace stencil;
  using Layout = layout::ColumnsContiguous;
  const auto grid = grid_of(levels, 100);
  CenterField<double, Backend, Layout> q(grid),
      to[4] = {CenterField<double, Backend, Layout>(grid), CenterField<double, Backend, Layout>(grid),
               CenterField<double, Backend, Layout>(grid), CenterField<double, Backend, Layout>(grid)};
  FaceField<double, Backend, Layout> w(grid);
  q.fill([](double z, std::size_t column) { return 1 + 1e-2 * z + 1e-3 * static_cast<double>(column % 7); });
  w.fill([](double z, std::size_t column) { return 1 + z + 0.1 * static_cast<double>(column % 5); });
  fields(to[0], to[1], to[2], to[3]) = columnwise(ClosedOnTop{})(w, q);
  std::vector<double> all;
  for (const auto& field : to) {
    for (const double x : field.to_host()) all.push_back(x);
  }
  return all;
}

/// An expression with more operands than a lane loads at once.
template <class C, class F>
auto of_many_operands(const C& a, const C& b, const F& f) {
  using namespace stencil;
  const auto slope = GradientC2F()(a) * GradientC2F()(b) + f;
  const auto more = slope * slope + f * slope;
  return DivergenceF2C(bottom(SetValue(0.0)))(more * slope + more * more * f);
}
template <class Backend>
std::vector<double> many_operands(const stencil::ColumnGrid& grid) {
  Model<Backend> m(grid);
  stencil::CenterField<double, Backend> out(grid);
  out = of_many_operands(m.a, m.b, m.f);
  m.a = m.a + of_many_operands(m.a, m.b, m.f);  // in place
  auto all = out.to_host();
  for (const double x : m.a.to_host()) all.push_back(x);
  return all;
}

/// Nine destinations of one evaluation at centers and at faces.
template <class Backend>
std::vector<double> nine_outputs(const stencil::ColumnGrid& grid) {
  using namespace stencil;
  Model<Backend> m(grid);
  using C = CenterField<double, Backend>;
  using F = FaceField<double, Backend>;
  C c0(grid), c1(grid), c2(grid), c3(grid), c4(grid);
  F f0(grid), f1(grid), f2(grid), f3(grid);
  const auto g = GradientC2F()(m.a * m.b);
  const auto d = DivergenceF2C()(m.f * g);
  evaluate(into(c0, d), into(c1, d * m.a), into(c2, m.a + m.b), into(c3, InterpolateF2C()(g)), into(c4, m.a / m.b),
           into(f0, g), into(f1, m.f * g), into(f2, InterpolateC2F()(d)), into(f3, m.f + 1.0));
  std::vector<double> all;
  for (const auto& values : {c0.to_host(), c1.to_host(), c2.to_host(), c3.to_host(), c4.to_host(), f0.to_host(),
                             f1.to_host(), f2.to_host(), f3.to_host()})
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

/// Quotients of all pairs of numbers of every kind, zero and the ends of their range among them.
template <class T, class Backend>
std::vector<T> quotients() {
  using namespace stencil;
  using L = std::numeric_limits<T>;
  std::vector<T> kinds{0, 1, 3, L::denorm_min(), 5 * L::denorm_min(), L::min(), 3 * L::min(), L::max(), L::max() / 3};
  for (const int exponent : {-900, -500, -120, -60, -40, 7, 60, 100, 126, 500, 1000})
    kinds.push_back(static_cast<T>(std::ldexp(1.1, exponent)));  // of float32 some become zeros and infinities
  for (std::size_t i = 0, count = kinds.size(); i < count; ++i) kinds.push_back(-kinds[i]);
  for (const T x : {L::infinity(), -L::infinity(), L::quiet_NaN()}) kinds.push_back(x);
  const std::size_t count = kinds.size();
  std::vector<T> numerators, denominators;
  for (std::size_t i = 0; i < count * count; ++i) {
    numerators.push_back(kinds[i / count]);
    denominators.push_back(kinds[i % count]);
  }
  const auto grid = ColumnGrid::uniform(static_cast<int>(count), 0.0, 1.0, count);
  CenterField<T, Backend> a(grid), b(grid), result(grid);
  a.from_host(numerators);
  b.from_host(denominators);
  result = a / b;
  return result.to_host();
}

// On the device; defined in around.cu.

template <class T>
std::vector<T> quotients_on_device();

/// `count` steps replayed from a CUDA graph that holds one.
std::vector<double> steps_from_graph(const stencil::ColumnGrid& grid, int count);
/// Two models stepped on two streams; a of the first, then of the second.
std::vector<double> steps_on_two_streams(const stencil::ColumnGrid& grid, int count);
std::vector<double> nine_outputs_on_device(const stencil::ColumnGrid& grid);
std::vector<double> many_operands_on_device(const stencil::ColumnGrid& grid);
std::vector<double> closed_on_top_on_device(int levels);
template <class T>
std::vector<T> of_many_columns_on_device();
/// What explain says of threads that carry such an expression out.
std::string team_of_many_columns();
/// Heights in a field that is destroyed after main.
std::vector<double> of_a_static_field(const stencil::ColumnGrid& grid);
/// Through page-locked memory and a stream, there and back.
std::vector<double> through_pinned_memory(const stencil::ColumnGrid& grid, const std::vector<double>& values);
/// The message for a page-locked array of the wrong size.
std::string pinned_size_error(const stencil::ColumnGrid& grid);
/// Those of copies of a wrapped array that is every other value of a field.
std::string pinned_gaps_error(const stencil::ColumnGrid& grid);
double sum_by_thrust(const stencil::ColumnGrid& grid, const std::vector<double>& values);
/// The message of a launch that failed.
std::string launch_error(const stencil::ColumnGrid& grid);

struct Traffic {
  std::size_t for_fields;       ///< allocations while fields are made
  std::size_t for_assignments;  ///< while steps are carried out
  std::size_t bytes_left;       ///< after all fields are gone
};
Traffic traffic_of_a_resource();
/// How much unused memory the device's default pool keeps when fields have been made. [bytes]
std::uint64_t kept_by_the_pool();

/// Memory around and between the columns of a wrapped destination, whose columns lie further apart than those of the
/// fields that are read, after an evaluation by each strategy and by a column function.
struct Surroundings {
  std::size_t written;    ///< values of the destination that are no longer the poison
  std::size_t disturbed;  ///< values elsewhere that are no longer the poison
  std::size_t wrong;      ///< values of the destination that differ from those in a field of its own
};
std::vector<Surroundings> surroundings(const stencil::ColumnGrid& grid);

/// explain() of a flux divergence, by strategy: default, shared memory, pointwise, and shared memory on a column that
/// no block can hold.
std::vector<stencil::Explanation> explanations();

}  // namespace around
