// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/numbers.hpp"

/// Dense operators in expressions, compiled unchanged for every backend, and what must come out, by plain loops in long
/// double.
namespace dense {

using Values = std::vector<double>;

inline stencil::ColumnGrid fine(int levels, std::size_t columns) {
  return levels == 1 ? stencil::ColumnGrid::uniform(1, 0.0, 1.0, columns)
                     : stencil::ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, columns);
}
inline int coarse_levels(int levels) { return levels / 3 + 2; }

/// Entries between -1 and 1, exact in every precision.
inline Values entries(int rows, int columns, unsigned seed) {
  Values m(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = support::scattered(i, seed);
  return m;
}

/// Fields before and after, levels contiguous.
struct Run {
  Values x, a, f;                                   // before
  Values fused, in_place, x_after, beneath, other;  // after
  Values integral;
};

template <class Backend, class Layout, class T, class Strategy = stencil::DefaultStrategy>
Run run(int levels, std::size_t columns, const Strategy& strategy = {}) {
  using namespace stencil;
  const auto grid = fine(levels, columns);
  const int few = coarse_levels(levels);
  const auto coarse = ColumnGrid::uniform(few, 0.0, 1.0, columns);
  CenterField<T, Backend, Layout> x(grid), a(grid), y(grid), z(coarse);
  FaceField<T, Backend, Layout> f(grid), g(grid);
  SurfaceField<T, Backend> total(grid);
  support::scatter(x, 1);
  support::scatter(a, 2);
  support::scatter(f, 3);
  z.fill([few](double height) { return height * few < 1 ? 0 : 7; });  // the lowest level is masked
  const auto host = [](const auto& field) {
    const auto values = field.to_host();
    return Values(values.begin(), values.end());
  };
  const DenseC2C m(entries(levels, levels, 4), levels, levels);
  const DenseC2F up(entries(levels + 1, levels, 5), levels + 1, levels);
  const DenseF2C down(entries(levels, levels + 1, 6), levels, levels + 1);
  const DenseC2C elsewhere(entries(few, levels, 7), few, levels, grid, coarse);
  const auto how = with(strategy);
  Run r{host(x), host(a), host(f), {}, {}, {}, {}, {}, {}};
  assign(y, a * m(x * GradientF2C()(f)) + x, how);
  r.fused = host(y);
  assign(f, f + up(down(f)), how);
  r.in_place = host(f);
  assign(x, m(x), how);
  r.x_after = host(x);
  assign(z, elsewhere(x) + 1, how.where(z > 0));
  r.other = host(z);
  g = GradientC2F()(a * m(x) + a);
  r.beneath = host(g);
  total = column_integral(m(x) * a);
  r.integral = host(total);
  return r;
}

/// A number and the size of what it was added from.
struct Sized {
  long double value = 0;
  long double size = 0;
  friend Sized operator+(const Sized& p, const Sized& q) { return {p.value + q.value, p.size + q.size}; }
  friend Sized operator-(const Sized& p, const Sized& q) { return {p.value - q.value, p.size + q.size}; }
  friend Sized operator*(const Sized& p, const Sized& q) { return {p.value * q.value, p.size * q.size}; }
};
using Column = std::vector<Sized>;
inline Sized sized(long double x) { return {x, std::fabs(x)}; }
inline Column column_of(const Values& values, std::size_t column, std::size_t rows) {
  Column c;
  for (std::size_t k = 0; k < rows; ++k) c.push_back(sized(values[column * rows + k]));
  return c;
}
/// By pointers: these are most of what runs, without optimisation and under AddressSanitizer.
inline Column times(const Values& m, const Column& x) {
  Column y(m.size() / x.size());
  const double* entry = m.data();
  const Sized *const begin = x.data(), *const end = begin + x.size();
  for (Sized& sum : y) {
    for (const Sized* p = begin; p != end; ++p, ++entry) {
      sum.value += *entry * p->value;
      sum.size += (*entry < 0 ? -*entry : *entry) * p->size;
    }
  }
  return y;
}
template <class F>
Column pointwise(std::size_t rows, const F& f) {
  Column c;
  for (std::size_t k = 0; k < rows; ++k) c.push_back(f(k));
  return c;
}

/// The largest error of a run, as a multiple of what rounding may do: a few more than `levels` operations.
inline std::pair<double, std::string> worst(const Run& r, int levels, std::size_t columns, double epsilon) {
  const auto grid = fine(levels, columns);
  const auto n = static_cast<std::size_t>(levels), few = static_cast<std::size_t>(coarse_levels(levels));
  const auto m = entries(levels, levels, 4), up_entries = entries(levels + 1, levels, 5),
             down_entries = entries(levels, levels + 1, 6), other_entries = entries(static_cast<int>(few), levels, 7);
  std::pair<double, std::string> most{0, "nothing"};
  const auto compare = [&](const char* what, const Values& computed, std::size_t column, const Column& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const long double error = std::fabs(computed[column * expected.size() + k] - expected[k].value);
      const auto allowed = (levels + 16) * static_cast<long double>(epsilon) * expected[k].size;
      const double share = error <= allowed ? static_cast<double>(allowed > 0 ? error / allowed : 0) : 1e30;
      if (share > most.first) most = {share, what + (" at level " + std::to_string(k))};
    }
  };
  const auto dz = [&](std::size_t k) { return grid.dz_centers()[k]; };
  // Long columns take long: every column of the first few, then some.
  for (std::size_t c = 0; c < columns; c += levels > 200 && c > 3 ? 31 : 1) {
    const auto x = column_of(r.x, c, n), a = column_of(r.a, c, n), f = column_of(r.f, c, n + 1);
    const auto x_after = column_of(r.x_after, c, n);
    const auto argument = pointwise(n, [&](std::size_t k) { return x[k] * (f[k + 1] - f[k]) * sized(1 / dz(k)); });
    const auto product = times(m, argument);
    compare("a * M(x * Grad(f)) + x", r.fused, c,
            pointwise(n, [&](std::size_t k) { return a[k] * product[k] + x[k]; }));
    const auto down = times(down_entries, f);
    const auto up = times(up_entries, down);
    // Two products, one after the other.
    compare("f + up(down(f))", r.in_place, c,
            pointwise(n + 1, [&](std::size_t k) { return f[k] + Sized{up[k].value, 2 * up[k].size}; }));
    compare("M(x) in place", r.x_after, c, times(m, x));
    auto other = times(other_entries, x_after);
    for (std::size_t k = 0; k < few; ++k) other[k] = k == 0 ? Sized{} : other[k] + sized(1);
    compare("on another grid, masked", r.other, c, other);
    const auto again = times(m, x_after);
    const auto around = pointwise(n, [&](std::size_t k) { return a[k] * again[k] + a[k]; });
    auto gradient = pointwise(n + 1, [&](std::size_t k) {
      if (n == 1) return Sized{};
      const std::size_t j = k == 0 ? 1 : k == n ? n - 1 : k;  // the closure takes the next face's
      return (around[j] - around[j - 1]) * sized(1 / static_cast<long double>(grid.dz_faces()[j]));
    });
    compare("Grad(a * M(x) + a)", r.beneath, c, gradient);
    Sized integral;
    for (std::size_t k = 0; k < n; ++k) integral = integral + again[k] * a[k] * sized(dz(k));
    compare("an integral", r.integral, c, {integral});
  }
  return most;
}

}  // namespace dense
