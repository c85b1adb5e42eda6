// SPDX-License-Identifier: BSD-3-Clause
// Column functions with more passes than two: the first goes row by row, and strips go on. Built with
// STENCIL_CPU_ROWS=3, so that all that can be goes so with columns contiguous, and by strips alone with levels
// contiguous.
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <string>

#include "rows.hpp"

namespace {

using namespace stencil;
using rows_test::Fields, rows_test::require_alike;

bool goes_on_by_strips(const std::string& team) { return team.find("after a first pass") != std::string::npos; }

/// Of short and long columns, some of which do not fill vectors, and more than strips take at a time.
template <class T, class F>
void require_alike(const F& assign_to) {
  for (const int levels : {1, 2, 3, 63, 64, 65}) {
    for (const std::size_t columns : {1UL, 8UL, 21UL}) require_alike<T>(assign_to, levels, columns);
  }
  for (const int levels : {2, 65}) require_alike<T>(assign_to, levels, 300);
  require_alike<T>(assign_to, 1000, 9);
}

/// Implicit steps in a loop, whose diffusivity, source and sink, of neighbours and of values per column, are known
/// before it. Of what comes first some is read by the steps, some by results alone, some by nobody.
struct Substeps {
  int count = 3;
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k, auto flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto steep = slope(q);
    const auto weak = steep * steep < 0.3;
    const auto diffusivity = where(weak, k, k / (1.0 + steep * steep));
    const auto gain = InterpolateF2C()(diffusivity * steep) + flux * exp(-s);
    const auto warm = above(q) > q || q < 0.1;
    const auto unread = exp(gain) * above(above(s));
    static_cast<void>(unread);
    const auto transport = jacobian([&](auto x) { return DivergenceF2C(no_flux)(diffusivity * slope(x)); }, q);
    auto now = 1.0 * q;
    for (int i = 0; i < count; ++i) {
      const auto sink = where(warm, sqrt(abs(now)), 0.2 * max(gain, 0.0)) + at_level(s, 0);
      now = solve(identity() - 0.1 * (transport - diagonal(sink)), now + 0.1 * min(gain, 1.0));
    }
    return results(diffusivity, now, 2.0 * gain, column_sum(now) + flux);
  }
};
/// Sums of sums: values per column from a first pass.
struct Sums {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const {
    const auto total = column_sum(q * s), lowest = at_level(above(q), 0);
    const auto running = cumulative_integral(s, bottom(0.0));
    const auto a = q - total, b = a * a - column_max(a * a) + lowest;
    return results(InterpolateF2C()(running) * column_min(b), b - column_sum(b * s));
  }
};
/// A matrix eliminated in the first pass, for right sides of the later ones too.
struct Factors {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto matrix =
        factorize(identity() - 0.1 * jacobian([&](auto y) { return DivergenceF2C()(k * slope(y)); }, q));
    const auto x = matrix.solve(s);
    return results(matrix.solve(x * q), x);
  }
};
/// Rain from the top through what a first pass gives, of neighbours and of values per column, and what is made of it.
struct Rainfall {
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto k, auto flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto mixed = q + 0.1 * DivergenceF2C(no_flux)(k * slope(q)) + flux * exp(-s);
    const auto excess = max(mixed - 0.2 * above(above(s)), 0.0), dryness = 0.3 / (1.0 + s * s);
    auto [fallen, lost, last] = march(
        from_top, 0.0 * at_level(s, 0),
        [](auto& falling, auto source, auto dry) {
          auto gone = falling * dry;
          if (gone > 0.4) gone = falling;
          falling += source - gone;
          return results(falling, gone);
        },
        at_end([](const auto& falling) { return 2.0 * falling; }), excess, dryness);
    return results(mixed - excess + lost, InterpolateC2F()(fallen) * k, last + flux);
  }
};
/// A plume that starts with values per column, from another march and a sum; a third march takes what it gives.
struct Plume {
  template <class T>
  struct State {
    T w, warmth;
    int steps;
  };
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto flux) const {
    using T = typename decltype(q)::value_type;
    const auto around = q * q + above(s) - below(q), drag = sqrt(1.0 + s * s);
    const auto deepest =
        march_state(from_top, 0.0 * flux, [](auto& most, auto v) { most = v > most ? v : most; }, around * drag);
    const auto total = column_sum(drag);
    auto [w, steps] = march(
        from_bottom, make<State<T>>(deepest + flux, 0.01 * total, 0),
        [](auto& p, auto v, auto slowed) {
          if (p.w > T(0)) {
            p.w = p.w + T(0.1) * (p.warmth - v) - T(0.05) * slowed * p.w;
            ++p.steps;
          }
          return results(p.w, p.steps);
        },
        around, drag);
    const auto down = march(from_top, 0.0 * flux, [](auto& sum, auto v) { return sum += v; }, w * around);
    return results(where(steps > 2, w, down), down + 1.0 * steps, total + at_level(w, -1));
  }
};
TEST_CASE("rows, then strips: marches of the user's") {
  require_alike<double>([](auto& f) { fields(f.x, f.f, f.sum) = columnwise(Rainfall{})(f.q, f.s, f.k, f.flux); });
  require_alike<double>([](auto& f) { fields(f.x, f.y, f.sum) = columnwise(Plume{})(f.q, f.s, f.flux); });
  for (const std::size_t columns : {1UL, 100UL}) {
    Fields<layout::ColumnsContiguous, double> f(20, columns);
    CHECK(goes_on_by_strips(
        explain(fields(f.x, f.f, f.sum), columnwise(Rainfall{})(f.q, f.s, f.k, f.flux)).mapping.team));
    CHECK(goes_on_by_strips(explain(fields(f.x, f.y, f.sum), columnwise(Plume{})(f.q, f.s, f.flux)).mapping.team));
  }
}
TEST_CASE("rows, then strips: implicit steps in a loop") {
  require_alike<double>([](auto& f) { fields(f.f, f.x, f.y, f.sum) = columnwise(Substeps{})(f.q, f.s, f.k, f.flux); });
  for (const std::size_t columns : {1UL, 100UL}) {
    Fields<layout::ColumnsContiguous, double> f(20, columns);
    CHECK(goes_on_by_strips(
        explain(fields(f.f, f.x, f.y, f.sum), columnwise(Substeps{})(f.q, f.s, f.k, f.flux)).mapping.team));
  }
}
#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("rows, then strips: in float32, with columns of a mask, into the arguments") {
  require_alike<float>([](auto& f) {
    assign(fields(f.k, f.q, f.y, f.sum), columnwise(Substeps{2})(f.q, f.s, f.k, f.flux), policy().where(f.flux > 0.2));
  });
  require_alike<float>([](auto& f) { fields(f.f, f.q, f.y, f.sum) = columnwise(Substeps{})(f.q, f.s, f.k, f.flux); });
  require_alike<float>([](auto& f) {
    assign(fields(f.q, f.k, f.sum), columnwise(Rainfall{})(f.q, f.s, f.k, f.flux), policy().where(f.flux > 0.2));
  });
  require_alike<float>([](auto& f) { fields(f.s, f.q, f.sum) = columnwise(Plume{})(f.q, f.s, f.flux); });
  Fields<layout::ColumnsContiguous, float> f(20, 100);
  CHECK_FALSE(goes_on_by_strips(  // which read the old values of k
      explain(fields(f.k, f.x, f.y, f.sum), columnwise(Substeps{2})(f.q, f.s, f.k, f.flux)).mapping.team));
}
TEST_CASE("rows, then strips: sums of sums, and one elimination for several solutions") {
  require_alike<double>([](auto& f) { fields(f.x, f.y) = columnwise(Sums{})(f.q, f.s); });
  require_alike<double>([](auto& f) { fields(f.q, f.y) = columnwise(Factors{})(f.q, f.s, f.k); });
  Fields<layout::ColumnsContiguous, double> f(20, 100);
  CHECK(goes_on_by_strips(explain(fields(f.x, f.y), columnwise(Sums{})(f.q, f.s)).mapping.team));
  CHECK(goes_on_by_strips(explain(fields(f.x, f.y), columnwise(Factors{})(f.q, f.s, f.k)).mapping.team));
}
#endif

}  // namespace
