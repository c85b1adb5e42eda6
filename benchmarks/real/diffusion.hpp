// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>

#include "../../tests/real/e3sm.hpp"
#include "race.hpp"

namespace race {

/// SHOC's implicit diffusion of any number of tracers: one matrix, eliminated once.
struct Diffusion {
  double dt = 300;  // [s]

  template <class K, class Rho, class First, class... Rest>
  STENCIL_FUNCTION auto operator()(const K& k, const Rho& rho, const First& first, const Rest&... rest) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto k_rho = InterpolateC2F()(rho) * k;
    const auto diffusion = jacobian([&](auto x) { return DivergenceF2C()(k_rho * gradient(x)) / rho; }, first);
    if constexpr (sizeof...(rest) == 0) {
      return stencil::results(solve(identity() - dt * diffusion, first));
    } else {
      const auto implicit = factorize(identity() - dt * diffusion);
      return stencil::results(implicit.solve(first), implicit.solve(rest)...);
    }
  }
};

template <int Tracers>
struct DiffusionCase {
  static constexpr int together = Tracers < 8 ? Tracers : 8;  ///< tracers of one call, by hand of one loop
  static constexpr int parts = (Tracers + together - 1) / together;
  static constexpr int scratch = 3;
  static ColumnGrid grid(std::size_t columns) { return ColumnGrid::stretched(most_levels, 0.0, 18e3, 100.0, columns); }
  template <class Make>
  static auto arguments(Make& make) {
    using namespace real_models;
    auto k = make.faces("k", e3sm::diffusivity);
    auto rho = make.centers("rho", density);
    auto tracers = each<Tracers>([&](int i) {
      return make.centers(("q" + std::to_string(i)).c_str(),
                          [=](double z, std::size_t column) { return layers(z, column, 300.0 + 200 * i, 500.0); });
    });
    return std::tuple{std::move(k), std::move(rho), std::move(tracers)};
  }
  template <class Make>
  static auto results(Make& make) {
    return std::tuple{each<Tracers>([&](int i) { return make.at_centers(("q" + std::to_string(i)).c_str()); })};
  }
  template <class Arguments, class Results, class P>
  static void run(Arguments& x, Results& y, const P& how) {
    groups(std::get<0>(x), std::get<1>(x), std::get<2>(x), std::get<0>(y), how,
           std::make_integer_sequence<int, parts>{});
  }

  template <class B>
  STENCIL_FUNCTION static void by_hand(const Raw& x, const B& b) {
    const Real* __restrict__ const k_f = x.in[0];
    const Real* __restrict__ const rho = x.in[1];
    const Real* __restrict__ const dc = x.dz_centers;
    const Real* __restrict__ const df = x.dz_faces;
    const Real dt = static_cast<Real>(Diffusion{}.dt);
    const int n = x.levels;
    Real upper_below[B::width], low[B::width], value[together][B::width];
    for (int part = b.begin; part < b.end; ++part) {
      const int first = part * together, count = Tracers - first < together ? Tracers - first : together;
      const bool eliminates = part == b.begin;
      if (eliminates) EACH_LANE(l) upper_below[l] = low[l] = 0;
      UNROLLED for (int t = 0; t < together; ++t) EACH_LANE(l) value[t][l] = 0;
      for (int k = 0; k < n; ++k) {
        Real *const upper = b.scratch(0, k), *const factor = b.scratch(1, k), *const lower = b.scratch(2, k);
        const auto here = b.cell(k), above = b.cell(k + 1 < n ? k + 1 : k), face = b.face(k + 1);
        if (eliminates) {
          const Real to_face = k + 1 < n ? 0.5_r / df[k + 1] : 0, to_cell = dt / dc[k];
          EACH_LANE(l) {
            const Real high = to_face * (rho[here + l] + rho[above + l]) * k_f[face + l];
            const Real weight = to_cell / rho[here + l];
            const Real a = weight * low[l], c = weight * high;
            factor[l] = 1 / (1 + a + c - a * upper_below[l]);
            lower[l] = a * factor[l];
            upper[l] = upper_below[l] = c * factor[l];
            low[l] = high;
          }
        }
        UNROLLED for (int t = 0; t < together; ++t) {
          if (t >= count) break;
          const Real* __restrict__ const q = x.in[2 + first + t];
          Real* __restrict__ const to = x.out[first + t];
          EACH_LANE(l) to[here + l] = value[t][l] = q[here + l] * factor[l] + lower[l] * value[t][l];
        }
      }
      for (int k = n - 2; k >= 0; --k) {
        const Real* const upper = b.scratch(0, k);
        const auto here = b.cell(k);
        UNROLLED for (int t = 0; t < together; ++t) {
          if (t >= count) break;
          Real* __restrict__ const to = x.out[first + t];
          EACH_LANE(l) to[here + l] = value[t][l] = to[here + l] + upper[l] * value[t][l];
        }
      }
    }
  }

 private:
  template <int Count, class F>
  static auto each(const F& f) {
    std::array<decltype(f(0)), Count> all;
    for (int i = 0; i < Count; ++i) all[static_cast<std::size_t>(i)] = f(i);
    return all;
  }
  template <class K, class Rho, class From, class To, class P, int... Part>
  static void groups(K& k, Rho& rho, From& from, To& to, const P& how, std::integer_sequence<int, Part...>) {
    (group<Part * together>(k, rho, from, to, how,
                            std::make_integer_sequence<int, std::min(together, Tracers - Part * together)>{}),
     ...);
  }
  template <int First, class K, class Rho, class From, class To, class P, int... I>
  static void group(K& k, Rho& rho, From& from, To& to, const P& how, std::integer_sequence<int, I...>) {
    assign(fields(to[First + I]...), columnwise(Diffusion{})(k, rho, from[First + I]...), how);
  }
};

}  // namespace race
