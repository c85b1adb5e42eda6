// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/steppers/stepper.hpp>

namespace stencil {

/// Steps in time of third order for du/dt = explicit part + implicit part, where the latter is stiff: implicit-explicit
/// Runge-Kutta of four explicit and three implicit stages, L-stable (Ascher, Ruuth & Spiteri 1997, Appl. Numer. Math.
/// 25, section 2.7).
///
/// `ARS343 step(u, v);` refers to any number of fields, of any backend, and keeps seven copies of each.
/// `step(t, dt, tendency, solve)` brings them from t to t + dt. The tendency is the explicit part, evaluated four times
/// as SSPRK33 does. `solve(time, length)` or `solve(length)` is a step of backward Euler of the implicit part alone, in
/// place, by implicit_step perhaps; it is called three times. For one field it may be the expression of its tendency,
/// which implicit_step solves by Newton's method. A step that is not backward Euler's costs the order, as that of
/// LinearlyImplicitEuler does where the tendency is not linear. What either throws leaves the fields as they were.
template <class... Fields>
class ARS343 : detail::stepping::StepperOf<7, 4, Fields...> {
  using Base = detail::stepping::StepperOf<7, 4, Fields...>;

 public:
  explicit ARS343(Fields&&... fields)
      : Base(std::tuple_cat(detail::stepping::fields_in<Fields>(std::forward<Fields>(fields))...)) {}

  template <class Tendency, class Solve>
  void operator()(double time, double dt, const Tendency& tendency, const Solve& solve) {
    // After copy 0, the old values, come four explicit tendencies, then two implicit ones. Those are what a solve
    // changed, over gamma; until then their copies hold what it started from.
    detail::stepping::require_times(time, dt);
    this->or_as_before([&] {
      this->evaluate(tendency, time, 1);
      this->each([&](auto& u, auto& old, auto& e1, auto&, auto&, auto&, auto& i2, auto&) {
        i2 = old + gamma * dt * e1;
        u = i2;
      });
      solve_stage(solve, time + gamma * dt, gamma * dt);
      this->evaluate(tendency, time + gamma * dt, 2);
      this->each([&](auto& u, auto& old, auto& e1, auto& e2, auto&, auto&, auto& i2, auto& i3) {
        i2 = (u - i2) / gamma;
        i3 = old + dt * (a31 * e1 + a32 * e2) + (1 - gamma) / 2 * i2;
        u = i3;
      });
      solve_stage(solve, time + (1 + gamma) / 2 * dt, gamma * dt);
      this->evaluate(tendency, time + (1 + gamma) / 2 * dt, 3);
      this->each([&](auto& u, auto& old, auto& e1, auto& e2, auto& e3, auto&, auto& i2, auto& i3) {
        i3 = (u - i3) / gamma;
        u = old + dt * (a41 * e1 + a42 * e2 + a43 * e3) + b2 * i2 + b3 * i3;
      });
      solve_stage(solve, time + dt, gamma * dt);
      this->evaluate(tendency, time + dt, 4);
      this->each([&](auto& u, auto&, auto& e1, auto& e2, auto& e3, auto& e4, auto&, auto&) {
        u = u + dt * ((b2 - a42) * e2 + (b3 - a43) * e3 + gamma * e4 - a41 * e1);
      });
    });
  }
  using Base::operator();  // which refuses other numbers of arguments

 private:
  template <class Solve>
  void solve_stage(const Solve& solve, double time, double length) {
    // A field too can be called with two numbers.
    constexpr bool is_tendency = IsOperand<Solve>;
    if constexpr (!is_tendency && std::is_invocable_v<const Solve&, double, double>) {
      detail::stepping::call_writer(solve, time, length);
    } else if constexpr (!is_tendency && std::is_invocable_v<const Solve&, double>) {
      detail::stepping::call_writer(solve, length);
    } else {
      constexpr bool known = is_tendency && Base::count == 1;
      static_assert(known,
                    "stencil: the implicit part is a function that steps the fields, [&](double dt) { "
                    "implicit_step(u, tendency, dt); }, or for one field the expression of its tendency");
      if constexpr (known) implicit_step(std::get<0>(this->fields_), solve, length);
    }
  }

  // The middle root of 6 x^3 - 18 x^2 + 9 x - 1. Explicit and implicit weights are the same: 0, b2, b3, gamma. Where
  // the third stage's second coefficient is free for any a42 = a43, it follows from the third order; theirs is rounded.
  static constexpr double gamma = 0.43586652150845899942;
  static constexpr double b2 = -1.5 * gamma * gamma + 4 * gamma - 0.25;
  static constexpr double b3 = 1.5 * gamma * gamma - 5 * gamma + 1.25;
  static constexpr double a42 = 0.5529291479;
  static constexpr double a43 = a42;
  static constexpr double a41 = 1 - a42 - a43;
  static constexpr double a32 = (1.0 / 6 - gamma * (a42 * gamma + a43 * (1 + gamma) / 2)) / (b3 * gamma);
  static constexpr double a31 = (1 + gamma) / 2 - a32;
};
template <class... Fields>
ARS343(Fields&&...) -> ARS343<Fields...>;

}  // namespace stencil
