// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/kokkos.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "difference.hpp"
#include "kokkos_by_hand.hpp"

/// W1 and W2 by backend::Kokkos on the default execution space, a device's, beside hand-written Kokkos and a triad of
/// the same streams: a line for each, with the rate of the bytes that must move once and its part of the triad's.
namespace {

using namespace stencil;
using Backend = backend::Kokkos<>;
using Space = Backend::execution_space;

/// Hand-written without teams: an index for each cell, neighbours in memory first, which computes all that it needs.
template <class T, bool Levels>
struct Cells {
  by_hand::Problem<T> p;

  KOKKOS_FUNCTION T at(const T* x, std::ptrdiff_t c, int k, int rows) const {
    return Levels ? x[c * rows + k] : x[k * p.columns + c];
  }
  KOKKOS_FUNCTION T a(std::ptrdiff_t c, int k) const { return at(p.a, c, k, p.levels); }
  KOKKOS_FUNCTION T gradient(std::ptrdiff_t c, int j) const {
    return (a(c, j) * at(p.b, c, j, p.levels) - a(c, j - 1) * at(p.b, c, j - 1, p.levels)) * p.inverse_df[j];
  }
  template <class Value>
  KOKKOS_FUNCTION void store(std::ptrdiff_t i, const Value& value) const {
    const std::ptrdiff_t c = Levels ? i / p.levels : i % p.columns;
    const int k = static_cast<int>(Levels ? i % p.levels : i / p.columns);
    p.out[i] = value(c, k);
  }
};
template <class T, bool Levels>
struct W1Cells : Cells<T, Levels> {
  KOKKOS_FUNCTION T flux(std::ptrdiff_t c, int j) const {
    if (j == 0 || j == this->p.levels) return 0;
    return this->at(this->p.f, c, j, this->p.levels + 1) * this->gradient(c, j);
  }
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i) const {
    this->store(i, [&](std::ptrdiff_t c, int k) { return (flux(c, k + 1) - flux(c, k)) * this->p.inverse_dc[k]; });
  }
};
template <class T, bool Levels>
struct W2Cells : Cells<T, Levels> {
  KOKKOS_FUNCTION T inner(std::ptrdiff_t c, int j) const {
    if (j == 0 || j == this->p.levels) return 0;
    return std::exp((this->a(c, j - 1) + this->a(c, j)) / 2) * this->gradient(c, j);
  }
  KOKKOS_FUNCTION T div(std::ptrdiff_t c, int k) const {
    return (inner(c, k + 1) - inner(c, k)) * this->p.inverse_dc[k];
  }
  KOKKOS_FUNCTION T flux(std::ptrdiff_t c, int j) const {
    if (j == 0 || j == this->p.levels) return 0;
    return this->at(this->p.f, c, j, this->p.levels + 1) * ((div(c, j) - div(c, j - 1)) * this->p.inverse_df[j]);
  }
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i) const {
    this->store(i, [&](std::ptrdiff_t c, int k) { return (flux(c, k + 1) - flux(c, k)) * this->p.inverse_dc[k]; });
  }
};
template <class T>
struct Triad {
  by_hand::Problem<T> p;
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i) const { p.out[i] = p.a[i] * p.b[i] + p.f[i]; }
};

template <class F>
void for_cells(std::ptrdiff_t count, const F& f) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Space, Kokkos::IndexType<std::ptrdiff_t>>(0, count), f);
}

struct Way {
  std::string name;
  std::function<void()> run;
};

/// Median seconds of a call, of seven rounds of calls that take some milliseconds.
double seconds(const Way& way) {
  const auto round = [&](int calls) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    for (int i = 0; i < calls; ++i) way.run();
    Kokkos::fence();
    return timer.seconds() / calls;
  };
  round(2);
  const int calls = std::clamp(static_cast<int>(5e-3 / round(2)), 1, 200);
  std::vector<double> all(7);
  for (double& t : all) t = round(calls);
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

/// The largest difference in parts of the largest value.
template <class T>
double difference(const std::vector<T>& x, const std::vector<T>& y) {
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i]));
    worst = difference::larger(worst, d);
    largest = std::max(largest, std::abs(static_cast<double>(x[i])));
  }
  return worst / largest;
}

template <class T, class Layout>
struct Arrays {
  ColumnGrid grid;
  CenterField<T, Backend, Layout> a, b, out;
  FaceField<T, Backend, Layout> f;
  Kokkos::View<T*> inverse_df, inverse_dc;

  Arrays(int levels, std::size_t columns)
      : grid(ColumnGrid::stretched(levels, 0.0, 30e3, 15e3 / levels, columns)),
        a(grid),
        b(grid),
        out(grid),
        f(grid),
        inverse_df("inverse_df", static_cast<std::size_t>(levels) + 1),
        inverse_dc("inverse_dc", static_cast<std::size_t>(levels)) {
    // By the device: a fill by the host would take longer than all measurements.
    a = 1.0 + 1e-5 * heights(Center{});
    b = 2.0 - 3e-9 * heights(Center{}) * heights(Center{});
    f = 1.0 + 2e-5 * heights(Face{});
    const auto invert = [](const auto& view, const auto& spacings) {
      std::vector<T> host;
      for (const double d : spacings) host.push_back(static_cast<T>(1 / d));
      Backend::copy_from_host(view.data(), host.data(), host.size());
    };
    invert(inverse_df, grid.dz_faces());
    invert(inverse_dc, grid.dz_centers());
  }
  by_hand::Problem<T> problem() {
    return {a.data(),          b.data(),          f.data(),      out.data(),
            inverse_df.data(), inverse_dc.data(), grid.levels(), static_cast<std::ptrdiff_t>(grid.columns())};
  }
};

inline constexpr auto zero_flux = [] { return DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0))); };

template <class T, class Layout>
std::vector<Way> ways(const char* work, Arrays<T, Layout>& x) {
  constexpr bool levels = Layout::levels_contiguous;
  const auto p = x.problem();
  const auto count = p.columns * p.levels;
  if (std::string(work) == "W1") {
    return {{"stencil", [&x] { x.out = zero_flux()(x.f * GradientC2F()(x.a * x.b)); }},
            {"teams of stencil",
             [&x] { assign(x.out, zero_flux()(x.f * GradientC2F()(x.a * x.b)), with(kokkos::TeamScratch<>{})); }},
            {"teams by hand", [p] { levels ? kokkos_by_hand::w1_levels(p) : kokkos_by_hand::w1_columns(p); }},
            {"teams by hand, fused",
             [p] { levels ? kokkos_by_hand::w1_levels_fused(p) : kokkos_by_hand::w1_columns_fused(p); }},
            {"cells by hand", [p, count] { for_cells(count, W1Cells<T, levels>{{p}}); }}};
  }
  const auto inner = [&x] { return zero_flux()(exp(InterpolateC2F()(x.a)) * GradientC2F()(x.a * x.b)); };
  return {{"stencil", [&x, inner] { x.out = zero_flux()(x.f * GradientC2F()(inner())); }},
          {"teams of stencil",
           [&x, inner] { assign(x.out, zero_flux()(x.f * GradientC2F()(inner())), with(kokkos::TeamScratch<>{})); }},
          {"teams by hand", [p] { levels ? kokkos_by_hand::w2_levels(p) : kokkos_by_hand::w2_columns(p); }},
          {"cells by hand", [p, count] { for_cells(count, W2Cells<T, levels>{{p}}); }}};
}

template <class T, class Layout>
void measure(const char* work, std::size_t columns) {
  constexpr int levels = 64;
  Arrays<T, Layout> small(levels, 100);
  std::vector<T> expected;
  for (const Way& way : ways(work, small)) {
    small.out.fill(0.0);
    way.run();
    const auto got = small.out.to_host();
    if (expected.empty()) expected = got;
    const double off = difference(expected, got);
    if (!(off <= (sizeof(T) == 4 ? 1e-2 : 1e-9)))
      std::printf("WRONG: %s, %s: off by %g\n", work, way.name.c_str(), off);
  }

  Arrays<T, Layout> x(levels, columns);
  const auto p = x.problem();
  const auto values = static_cast<double>(p.columns) * levels;
  const double streams = 4 * values * sizeof(T);
  const double triad = streams / seconds({"triad", [&] { for_cells(p.columns * levels, Triad<T>{p}); }}) / 1e9;
  const std::string stem = std::string(work) + "/f" + std::to_string(8 * sizeof(T)) + "/" +
                           (Layout::levels_contiguous ? "levels" : "columns") + "/64x" + std::to_string(columns);
  std::printf("%s, triad: %.0f GB/s\n", stem.c_str(), triad);
  const double bytes = streams + static_cast<double>(p.columns) * sizeof(T);
  for (const Way& way : ways(work, x)) {
    const double rate = bytes / seconds(way) / 1e9;
    std::printf("%s, %s: %.0f GB/s, %.2f of the triad\n", stem.c_str(), way.name.c_str(), rate, rate / triad);
    std::fflush(stdout);
  }
}

}  // namespace

/// kokkos_device [columns...]; without an argument 2^18 and 2^20.
int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);  // takes its own options out
  std::vector<std::size_t> sizes;
  try {
    for (int i = 1; i < argc; ++i) sizes.push_back(arguments::whole<std::size_t>(argv[i]));
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "kokkos_device: %s\n", error.what());
    Kokkos::finalize();
    return 2;
  }
  if (sizes.empty()) sizes = {1 << 18, 1 << 20};
  std::printf("execution space %s\n", Space::name());
  for (const std::size_t columns : sizes) {
    for (const char* work : {"W1", "W2"}) {
      measure<double, layout::LevelsContiguous>(work, columns);
      measure<double, layout::ColumnsContiguous>(work, columns);
      measure<float, layout::LevelsContiguous>(work, columns);
      measure<float, layout::ColumnsContiguous>(work, columns);
    }
  }
  Kokkos::finalize();
  return 0;
}
