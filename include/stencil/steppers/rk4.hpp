// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/steppers/stepper.hpp>

namespace stencil {

/// Explicit steps in time of fourth order: the classical method of four stages (Kutta 1901). It is used as SSPRK33 is,
/// and keeps three copies of each field.
template <class... Fields>
class RK4 : detail::stepping::Stepper<3, 3, Fields...> {
 public:
  explicit RK4(Fields&&... fields) : detail::stepping::Stepper<3, 3, Fields...>(std::forward<Fields>(fields)...) {}

  template <class Tendency>
  void operator()(double time, double dt, const Tendency& tendency) {
    const auto stage = [&](double weight, double length) {
      this->each([&](auto& u, auto& old, auto& rate, auto& sum) {
        sum = sum + weight * dt * rate;
        u = old + length * dt * rate;
      });
    };
    this->or_as_before([&] {
      this->each([](auto& u, auto&, auto&, auto& sum) { sum = u; });
      this->evaluate(tendency, time, 1);
      stage(1.0 / 6, 0.5);
      this->evaluate(tendency, time + 0.5 * dt, 1);
      stage(1.0 / 3, 0.5);
      this->evaluate(tendency, time + 0.5 * dt, 1);
      stage(1.0 / 3, 1.0);
      this->evaluate(tendency, time + dt, 1);
      this->each([&](auto& u, auto&, auto& rate, auto& sum) { u = sum + 1.0 / 6 * dt * rate; });
    });
  }
  using detail::stepping::Stepper<3, 3, Fields...>::operator();  // which refuses other numbers of arguments
};
template <class... Fields>
RK4(Fields&&...) -> RK4<Fields...>;

}  // namespace stencil
