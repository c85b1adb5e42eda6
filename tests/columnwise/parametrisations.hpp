// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "agreement.hpp"

/// What parametrisations take of column functions: structs from sums and marches, systems of three blocks, Newton's
/// iteration for one value per column.
namespace columnwise_test {

template <class T>
struct Moments {
  T mass, first;
};
template <class T>
struct Rates {
  T melting;
  Vec<T, 2> flux;
  int passes;
};
/// Sums as a struct.
struct AddMoments {
  template <class T>
  STENCIL_FUNCTION constexpr Moments<T> operator()(const Moments<T>& a, const Moments<T>& b) const {
    return {a.mass + b.mass, a.first + b.first};
  }
};
struct MomentsOf {
  template <class T, class Z>
  STENCIL_FUNCTION constexpr Moments<T> operator()(const T& x, const Z& z) const {
    return {x, x * static_cast<T>(z)};
  }
};

/// T: of the values.
template <class T>
struct Structs {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    const auto [mass, first] = column_reduce(associative(AddMoments{}, MomentsOf{}), Moments<T>{0, 0}, as_is,
                                             from_bottom, q * q, heights(Center{}));
    const auto [above_it, square] = column_accumulate(sequential([](auto s, auto x) {
                                                        s.mass += x;
                                                        s.first = s.first / 2 + x * x;
                                                        return s;
                                                      }),
                                                      Moments<T>{0, 1}, as_is, from_top, r);
    // Members of several types: a number, a Vec and a count.
    const auto [melting, flux, passes] = march(
        from_top, Moments<T>{0, 0},
        [](auto& s, auto x, auto y) {
          int n = 0;
          while (s.mass < x && n < 5) s.mass += T(0.25), ++n;
          s.first = s.first / 2 + y;
          return Rates<T>{s.mass - x, Vec<T, 2>{{s.first, x}}, n};
        },
        q, r);
    return results(q - first / mass, above_it + square, melting, component<0>(flux) * component<1>(flux), 1.0 * passes);
  }
};

/// Three tracers in a chain, the second decaying, with two numbers and identities for blocks.
struct Chain {
  STENCIL_FUNCTION auto operator()(auto q, auto r, auto s) const {
    const auto div = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));
    const auto mixing = identity() - 0.01 * jacobian([&](auto y) { return div(GradientC2F()(y)); }, q);
    const auto w = solve(blocks<3>(mixing, diagonal(0.3 * q), 0.25, 0.0, identity(), diagonal(0.1 * r),
                                   diagonal(0.1 * q), 0.5 * identity(), mixing + diagonal(s + 1.0)),
                         vec(q, r, q * r));
    return results(component<0>(w), component<1>(w), component<2>(w));
  }
};

/// The temperature t [K] of a surface, 5e-8 t^4 + conductance (t - 280) + exp(0.01 (t - 280)) = flux, the conductance a
/// sum over the column; from the start and from one level of the column.
struct SurfaceBalance {
  NewtonOptions options{};
  STENCIL_FUNCTION auto operator()(auto q, auto flux) const {
    const auto conductance = column_sum(q * q);
    const auto balance = [&](auto t) {
      return 5e-8 * t * t * t * t + conductance * (t - 280.0) + exp(0.01 * (t - 280.0)) - 300.0 * flux;
    };
    const auto surface = newton(balance, 300.0 + 0.0 * flux, options);
    // Sums of the unknown and levels.
    const auto [other, iterations, converged] =
        newton([&](auto t) { return column_sum(q * q * (t - 280.0)) + t - 300.0 * flux; }, at_level(q, 0), options);
    return results(surface.x, 1.0 * surface.iterations, where(surface.converged, 1.0, 0.0), q + surface.x, other,
                   where(converged, 1.0, 0.0) + 0.0 * iterations);
  }
};

template <class T, class Backend, class Layout, class P>
Values<T> by_parametrisations(const Case& c, const P& how) {
  State<T, Backend, Layout> s(c);
  CenterField<T, Backend, Layout> c1(s.grid), c2(s.grid), c3(s.grid);
  std::array<CenterField<T, Backend, Layout>, 3> tracers;
  for (auto& tracer : tracers) tracer.resize(s.grid);
  std::vector<SurfaceField<T, Backend>> surface;
  for (int i = 0; i < 5; ++i) surface.emplace_back(s.grid);
  Values<T> all;
  const auto keep = [&](const auto&... field) { (all.push_back(field.to_host()), ...); };
  if (c.kind != Kind::ring) {
    assign(fields(c1, c2, tracers), columnwise(Structs<T>{})(s.a, s.b), how);
    keep(c1, c2, tracers[0], tracers[1], tracers[2]);
  }
  assign(fields(surface[0], surface[1], surface[2], c3, surface[3], surface[4]),
         columnwise(SurfaceBalance{})(s.a, s.flux + 1.0), how);
  keep(surface[0], surface[1], surface[2], c3, surface[3], surface[4]);
  if (c.kind != Kind::ring) {
    assign(fields(std::tie(c1, c2), c3), columnwise(Chain{})(s.a, s.b, s.flux), how);
    keep(c1, c2, c3);
  }
  return all;
}

}  // namespace columnwise_test
