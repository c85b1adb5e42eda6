// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/steppers/stepper.hpp>

namespace stencil {

/// Explicit steps in time of third order that keep bounds which an Euler step of the same length keeps, such as those
/// of limited advection: three stages, strong-stability preserving (Shu & Osher 1988, J. Comput. Phys. 77).
///
/// `SSPRK33 step(u, v);` refers to any number of fields, of any backend, and keeps two copies of each.
/// `step(t, dt, tendency)` brings them from t to t + dt. The tendency is evaluated three times, of what u and v hold
/// then: an expression, a column function of fields, or a function (time, du, dv) or (du, dv) that writes du and dv.
/// What a tendency throws leaves the fields as they were.
template <class... Fields>
class SSPRK33 : detail::stepping::Stepper<2, 3, Fields...> {
 public:
  explicit SSPRK33(Fields&&... fields) : detail::stepping::Stepper<2, 3, Fields...>(std::forward<Fields>(fields)...) {}

  template <class Tendency>
  void operator()(double time, double dt, const Tendency& tendency) {
    // The means of old and new values, 3/4 and 1/4, 1/3 and 2/3, so written that what has no tendency keeps its bits.
    this->or_as_before([&] {
      this->evaluate(tendency, time, 1);
      this->each([&](auto& u, auto&, auto& rate) { u = u + dt * rate; });
      this->evaluate(tendency, time + dt, 1);
      this->each([&](auto& u, auto& old, auto& rate) { u = old + 0.25 * (u - old + dt * rate); });
      this->evaluate(tendency, time + 0.5 * dt, 1);
      this->each([&](auto& u, auto& old, auto& rate) { u = old + (2.0 / 3) * (u - old + dt * rate); });
    });
  }
  using detail::stepping::Stepper<2, 3, Fields...>::operator();  // which refuses other numbers of arguments
};
template <class... Fields>
SSPRK33(Fields&&...) -> SSPRK33<Fields...>;

}  // namespace stencil
