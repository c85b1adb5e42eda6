// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>

#include "agreement.hpp"

/// Column functions of arrays and structs, and the same with one argument for each field.
namespace columnwise_test {

template <class Centers, class Faces>
struct Flow {
  Centers rho;
  Faces w;
};
template <class Centers, class Faces>
struct Plume {
  Centers area;
  Faces w;
  Centers heat;
};

/// The operators of both ways of writing.
struct Ways {
  static STENCIL_FUNCTION auto carried(auto q, auto rho, auto w, auto flux, double rate) {
    const auto through = w * InterpolateC2F(bottom(SetValue(0.5)), top(Extrapolate{}))(rho * q);
    return q - rate * DivergenceF2C(bottom(SetValue(flux)), top(SetValue(0.0)))(through);
  }
  static STENCIL_FUNCTION auto risen(auto area, auto w, auto heat) {
    return DivergenceF2C(no_flux)(UpwindBiasedProductC2F()(w, area * heat));
  }
  static STENCIL_FUNCTION auto mixing(auto k, auto like) {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    return identity() - 0.02 * jacobian([&](auto y) { return DivergenceF2C()(abs(k) * gradient(y)); }, like);
  }
};

struct Carried {
  STENCIL_FUNCTION auto operator()(auto flow, auto q, auto through) const {
    const auto [flux, rate] = through;
    auto moved = q;
    auto sum = 0.0 * flow.rho;
    for (int i = 0; i < q.size(); ++i) {
      moved[i] = Ways::carried(q[i], flow.rho, flow.w, flux, rate);
      sum += moved[i];
    }
    return results(moved, together(sum, flow.w * flow.w));
  }
};
struct CarriedFlat {
  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto q0, auto q1, auto q2, auto flux, auto rate) const {
    const auto m0 = Ways::carried(q0, rho, w, flux, rate), m1 = Ways::carried(q1, rho, w, flux, rate),
               m2 = Ways::carried(q2, rho, w, flux, rate);
    return results(m0, m1, m2, 0.0 * rho + m0 + m1 + m2, w * w);
  }
};

/// The tracers alone, of which a Jacobian may be taken: variables of one type do not get others.
struct CarriedAlone {
  STENCIL_FUNCTION auto operator()(auto flow, auto q) const {
    return each([&](auto x) { return Ways::carried(x, flow.rho, flow.w, 0.5, 0.25); }, q);
  }
};
struct CarriedAloneFlat {
  STENCIL_FUNCTION auto operator()(auto rho, auto w, auto q0, auto q1, auto q2) const {
    const auto carried = [&](auto x) { return Ways::carried(x, rho, w, 0.5, 0.25); };
    return results(carried(q0), carried(q1), carried(q2));
  }
};

/// Structs in an array, results that are structs, and a column function of groups inside.
struct Plumes {
  STENCIL_FUNCTION auto operator()(auto plumes, auto flow, auto q) const {
    auto heating = 0.0 * flow.rho;
    for (const auto& plume : plumes) heating += Ways::risen(plume.area, plume.w - flow.w, plume.heat);
    const auto [moved, rest] = columnwise(Carried{})(flow, q, together(at_level(flow.rho, 0), 0.25));
    const auto [sum, squared] = rest;
    return results(Flow<decltype(heating), decltype(squared)>{heating, squared}, moved[1] + sum);
  }
};
struct PlumesFlat {
  template <class C, class F>
  STENCIL_FUNCTION auto operator()(C a0, F w0, C h0, C a1, F w1, C h1, C rho, F w, C q0, C q1, C q2) const {
    const auto heating = 0.0 * rho + Ways::risen(a0, w0 - w, h0) + Ways::risen(a1, w1 - w, h1);
    const auto [m0, m1, m2, sum, squared] = columnwise(CarriedFlat{})(rho, w, q0, q1, q2, at_level(rho, 0), 0.25);
    return results(heating, squared, m1 + sum);
  }
};

/// Solves of an array, a loop that has one among its values, functions of each value, with a number for each, and sums.
struct Mixed {
  STENCIL_FUNCTION auto operator()(auto k, auto q, auto b) const {
    const auto lu = factorize(Ways::mixing(k, b));
    const auto [moved, of_b] = lu.solve(q, b);
    const auto [halved, left, passes, done] = repeat_until(
        [](auto x, auto to_do) {
          auto next = x;
          for (auto& value : next) value *= 0.5;
          return results(next, to_do - 1.0, to_do - 1.0 <= 0.0);
        },
        9, moved, 2.0 + 0.0 * at_level(b, 0));
    const auto weighted = [&](auto x, auto y, double weight) { return x + weight * (y * of_b) + sum_of(moved); };
    return results(each(weighted, halved, q, array_of(1.0, 0.5, 2.0)), 1.0 * passes + left);
  }
};
struct MixedFlat {
  STENCIL_FUNCTION auto operator()(auto k, auto q0, auto q1, auto q2, auto b) const {
    const auto lu = factorize(Ways::mixing(k, b));
    const auto [m0, m1, m2, of_b] = lu.solve(q0, q1, q2, b);
    const auto [h0, h1, h2, left, passes, done] =
        repeat_until([](auto x0, auto x1, auto x2,
                        auto to_do) { return results(x0 * 0.5, x1 * 0.5, x2 * 0.5, to_do - 1.0, to_do - 1.0 <= 0.0); },
                     9, m0, m1, m2, 2.0 + 0.0 * at_level(b, 0));
    const auto sum = m0 + m1 + m2;
    return results(h0 + 1.0 * (q0 * of_b) + sum, h1 + 0.5 * (q1 * of_b) + sum, h2 + 2.0 * (q2 * of_b) + sum,
                   1.0 * passes + left);
  }
};

/// Marches whose step takes arrays and structs, and returns them.
struct Settling {
  STENCIL_FUNCTION auto operator()(auto flow, auto q) const {
    const auto at_centers = InterpolateF2C()(abs(flow.w));
    const auto [moved, most] = march(
        from_top, 0.0 * at_level(q[0], 0),
        [](auto& s, const auto& x, const auto& rho_and_w) {
          auto out = x;
          auto largest = x[0];
          for (int i = 0; i < x.size(); ++i) {
            const auto& [rho, w] = rho_and_w;
            out[i] = x[i] + s * w / 8;
            if (x[i] > largest) largest = x[i];
          }
          s = s / 2 + rho_and_w.template get<0>() * x[1];
          return results(out, largest);
        },
        q, together(flow.rho, at_centers));
    const auto twice =
        march(from_bottom, 0.0, [](auto&, const auto& x) { return x; }, array_of(2.0 * moved[0], 2.0 * moved[1]));
    const auto sum = march_state(from_bottom, 0.0, [](auto& s, const auto& x) { s += x[0] + x[1] + x[2]; }, moved);
    return results(array_of(twice[0], twice[1], moved[2]), most, sum);
  }
};
struct SettlingFlat {
  STENCIL_FUNCTION auto operator()(auto flow_rho, auto flow_w, auto q0, auto q1, auto q2) const {
    const auto at_centers = InterpolateF2C()(abs(flow_w));
    const auto [m0, m1, m2, most] = march(
        from_top, 0.0 * at_level(q0, 0),
        [](auto& s, auto x0, auto x1, auto x2, auto rho, auto w) {
          const auto more = s * w / 8;
          const auto largest = x1 > x0 ? (x2 > x1 ? x2 : x1) : (x2 > x0 ? x2 : x0);
          s = s / 2 + rho * x1;
          return results(x0 + more, x1 + more, x2 + more, largest);
        },
        q0, q1, q2, flow_rho, at_centers);
    const auto sum =
        march_state(from_bottom, 0.0, [](auto& s, auto x0, auto x1, auto x2) { s += x0 + x1 + x2; }, m0, m1, m2);
    return results(2.0 * m0, 2.0 * m1, m2, most, sum);
  }
};

/// The fields of a case, room for results, and the functions on them. Flat: with an argument for each field.
template <class T, class Backend, class Layout, bool Flat = false>
struct Groups {
  using Centers = CenterField<T, Backend, Layout>;
  using Faces = FaceField<T, Backend, Layout>;
  using Up = Plume<Centers, Faces>;
  State<T, Backend, Layout> s;
  Flow<Centers, Faces> flow{s.b, s.w}, risen{s.b, s.w};
  std::array<Centers, 3> q{s.a, s.b, s.a}, c{s.b, s.b, s.b};
  std::array<Up, 2> plumes{Up{s.a, s.f, s.b}, Up{s.b, s.w, s.a}};
  Centers sum{s.grid};
  Faces f{s.grid};
  SurfaceField<T, Backend> count{s.grid};

  explicit Groups(const Case& which) : s(which) { q[2] = s.a * s.b + 1.0; }
  auto carried() const {
    if constexpr (Flat) {
      return columnwise(CarriedFlat{})(flow.rho, flow.w, q[0], q[1], q[2], s.flux, 0.25);
    } else {
      return columnwise(Carried{})(flow, q, together(s.flux, 0.25));
    }
  }
  auto carried_alone() const {
    if constexpr (Flat) {
      return columnwise(CarriedAloneFlat{})(flow.rho, flow.w, q[0], q[1], q[2]);
    } else {
      return columnwise(CarriedAlone{})(flow, q);
    }
  }
  /// Expressions in groups.
  auto carried_products() const {
    const auto rho = s.a * s.b;
    if constexpr (Flat) {
      return columnwise(CarriedFlat{})(rho, flow.w, 2.0 * q[0], 2.0 * q[1], 2.0 * q[2], s.flux, 0.25);
    } else {
      const Flow<decltype(s.a * s.b), node_of<Faces>> given{rho, flow.w.node()};
      return columnwise(Carried{})(given, each([](const auto& x) { return 2.0 * x; }, q), together(s.flux, 0.25));
    }
  }
  auto risen_plumes() const {
    const auto& [a, b] = plumes;
    if constexpr (Flat) {
      return columnwise(PlumesFlat{})(a.area, a.w, a.heat, b.area, b.w, b.heat, flow.rho, flow.w, q[0], q[1], q[2]);
    } else {
      return columnwise(Plumes{})(plumes, flow, q);
    }
  }
  auto mixed() const {
    if constexpr (Flat) {
      return columnwise(MixedFlat{})(s.f, q[0], q[1], q[2], s.b);
    } else {
      return columnwise(Mixed{})(s.f, q, s.b);
    }
  }
  auto fallen() const {
    if constexpr (Flat) {
      return columnwise(SettlingFlat{})(flow.rho, flow.w, q[0], q[1], q[2]);
    } else {
      return columnwise(Settling{})(flow, q);
    }
  }
  Values<T> values() const {
    return {c[0].to_host(), c[1].to_host(),      c[2].to_host(),    q[1].to_host(), sum.to_host(),
            f.to_host(),    risen.rho.to_host(), risen.w.to_host(), count.to_host()};
  }
};

/// How many results of by_groups do not come from solves, which are the last.
inline std::size_t not_solved_in_groups(const Case& which) { return (which.kind == Kind::ring ? 2U : 3U) * 9U; }

/// The results of the functions, as `how` says.
template <class T, class Backend, class Layout, bool Flat, class P>
Values<T> by_groups(const Case& which, const P& how) {
  Groups<T, Backend, Layout, Flat> g(which);
  Values<T> all;
  const auto keep = [&] {
    for (auto& values : g.values()) all.push_back(std::move(values));
  };
  assign(fields(g.c, std::tie(g.sum, g.f)), g.carried(), how), keep();
  assign(fields(g.risen, g.sum), g.risen_plumes(), how), keep();
  if (which.kind != Kind::ring) assign(fields(g.c, g.sum, g.count), g.fallen(), how), keep();
  if (which.kind != Kind::ring || which.goes_around) assign(fields(g.c, g.count), g.mixed(), how), keep();
  return all;
}
/// The same of expressions in groups, and of derivatives by fields of groups.
template <class T, class Backend, class Layout, bool Flat, class P>
Values<T> by_expressions_in_groups(const Case& which, const P& how) {
  Groups<T, Backend, Layout, Flat> g(which);
  auto& c = g.c;
  Values<T> all;
  const auto keep = [&] {
    for (auto& values : g.values()) all.push_back(std::move(values));
  };
  // A mask, and a destination for each value, one of which is an argument.
  assign(fields(c[0], g.q[1], c[2], g.sum, g.f), g.carried_products(), how.where(g.s.flux > 0.0)), keep();
  assign(fields(c, g.sum, g.f), jvp(g.carried(), wrt(g.q[2]), g.s.b), how), keep();
  assign(fields(g.risen, g.sum), jvp(g.risen_plumes(), wrt(g.plumes[1].heat), g.s.b), how), keep();
  assign(c[0], jacobian(result<2>(g.carried_alone()), wrt(g.q[2])) * g.s.b + result<3>(g.carried()), how), keep();
  return all;
}

}  // namespace columnwise_test
