// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <benchmark/benchmark.h>
#include <stencil/stencil.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "by_hand.hpp"
#include "difference.hpp"

/// One benchmark per (expression, precision, layout, size) and per way to compute it. The ways of a case run one after
/// the other on the same arrays; table.py turns them into ratios.
namespace benchmarks {

using namespace stencil;

struct Size {
  int levels;
  std::size_t columns;
  const char* where;
};

template <class T, class Layout, class Backend>
struct Arrays {
  ColumnGrid grid;
  CenterField<T, Backend, Layout> a, b, out, expected;
  FaceField<T, Backend, Layout> f;
  std::vector<T> inverse_df, inverse_dc;

  explicit Arrays(const Size& s)
      : grid(ColumnGrid::stretched(s.levels, 0.0, 30e3, 15e3 / s.levels, s.columns)),
        a(grid),
        b(grid),
        out(grid),
        expected(grid),
        f(grid) {
    a.fill([](double z, std::size_t c) { return 1 + 1e-5 * z + 1e-3 * static_cast<double>(c % 7); });
    b.fill([](double z) { return 2 - 1e-5 * z; });
    f.fill([](double z) { return 1 + std::sin(z / 1e4); });
    for (const double d : grid.dz_faces()) inverse_df.push_back(static_cast<T>(1 / d));
    for (const double d : grid.dz_centers()) inverse_dc.push_back(static_cast<T>(1 / d));
  }
  by_hand::Problem<T> problem() {
    return {a.data(),          b.data(),          f.data(),      expected.data(),
            inverse_df.data(), inverse_dc.data(), grid.levels(), static_cast<std::ptrdiff_t>(grid.columns())};
  }
  /// Bytes that must cross the memory bus once: those of a field at faces and of `centers` fields at centers.
  double bytes(int centers) const {
    return static_cast<double>(((centers + 1) * grid.levels() + 1) * static_cast<double>(grid.columns()) * sizeof(T));
  }
};

inline constexpr auto zero_flux = [] { return DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0))); };

struct W1 {
  static constexpr const char* name = "W1";
  static constexpr int centers = 3;  ///< fields read and written
  template <class A>
  static void expression(A& x) {
    x.out = zero_flux()(x.f * GradientC2F()(x.a * x.b));
  }
  template <class T>
  static void hand(const by_hand::Problem<T>& p, bool levels_contiguous) {
    levels_contiguous ? by_hand::w1_levels(p) : by_hand::w1_columns(p);
  }
};
struct W2 {
  static constexpr const char* name = "W2";
  static constexpr int centers = 3;
  template <class A>
  static void expression(A& x) {
    x.out = zero_flux()(x.f * GradientC2F()(zero_flux()(exp(InterpolateC2F()(x.a)) * GradientC2F()(x.a * x.b))));
  }
  template <class T>
  static void hand(const by_hand::Problem<T>& p, bool levels_contiguous) {
    levels_contiguous ? by_hand::w2_levels(p) : by_hand::w2_columns(p);
  }
};
/// An implicit step of diffusion.
struct W3 {
  static constexpr const char* name = "W3";
  static constexpr int centers = 2;
  template <class A>
  static void expression(A& x) {
    const auto tendency = zero_flux()(x.f * GradientC2F()(x.a));
    x.out = solve(identity() - by_hand::w3_step * jacobian(tendency, wrt(x.a)), x.a);
  }
  template <class T>
  static void hand(const by_hand::Problem<T>& p, bool levels_contiguous) {
    levels_contiguous ? by_hand::w3_levels(p) : by_hand::w3_columns(p);
  }
};

template <class T, class Layout, class Backend, class Body>
void add(const std::string& name, const Size& size, int centers, const Body& body) {
  benchmark::RegisterBenchmark(
      name.c_str(),
      [size, centers, body](benchmark::State& state) {
        Arrays<T, Layout, Backend> x(size);
        body(x);
        for (auto _ : state) {
          body(x);
          benchmark::ClobberMemory();
        }
        state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(state.iterations()) * x.bytes(centers)));
      })
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

template <class Case, class T, class Layout, class Backend>
void add_case(const Size& size) {
  constexpr bool levels = Layout::levels_contiguous;
  const std::string stem = std::string(Case::name) + "/f" + std::to_string(8 * sizeof(T)) + "/" +
                           (levels ? "levels" : "columns") + "/" + std::to_string(size.levels) + "x" +
                           std::to_string(size.columns) + "/" + size.where + "/";
  const auto add_way = [&](const char* way, const auto& body) {
    add<T, Layout, Backend>(stem + way, size, Case::centers, body);
  };
  const auto triad = [](auto& x, bool stream) {
    auto p = x.problem();
    if (Case::centers == 2) p.b = p.a;  // two streams in and one out
    by_hand::triad(p, stream);
  };
  add_way("expression", [](auto& x) { Case::expression(x); });
  add_way("hand", [](auto& x) { Case::hand(x.problem(), levels); });
  add_way("triad", [triad](auto& x) { triad(x, false); });
  add_way("triad_streamed", [triad](auto& x) { triad(x, true); });
}

/// Stops with a message when expression and hand-written kernel disagree: nothing wrong is worth timing.
template <class Case, class T, class Layout, class Backend>
void check(const Size& size) {
  Arrays<T, Layout, Backend> x(size);
  Case::expression(x);
  Case::hand(x.problem(), Layout::levels_contiguous);
  const auto got = x.out.to_host();
  const auto want = x.expected.to_host();
  double largest = 0;
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(want[i])));
    worst = difference::larger(worst, std::abs(static_cast<double>(got[i]) - static_cast<double>(want[i])));
  }
  const double tolerance = (sizeof(T) == 4 ? 1e-2 : 1e-9) * largest;
  if (worst <= tolerance && std::isfinite(largest)) return;
  std::fprintf(stderr, "%s f%zu: expression and hand-written kernel differ by %g, the largest value being %g\n",
               Case::name, 8 * sizeof(T), worst, largest);
  std::exit(1);
}

template <class Case, class T, class Backend = backend::Cpu>
void add_precision(const std::vector<Size>& sizes) {
  check<Case, T, layout::LevelsContiguous, Backend>({64, 100, ""});
  check<Case, T, layout::ColumnsContiguous, Backend>({64, 100, ""});
  for (const Size& s : sizes) {
    add_case<Case, T, layout::LevelsContiguous, Backend>(s);
    add_case<Case, T, layout::ColumnsContiguous, Backend>(s);
  }
}

void add_w1(const std::vector<Size>& sizes);
void add_w2(const std::vector<Size>& sizes);
void add_w3(const std::vector<Size>& sizes);

}  // namespace benchmarks
