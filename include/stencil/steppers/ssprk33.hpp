// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/steppers/stepper.hpp>

namespace stencil {

namespace detail::stepping {
// Stages of a field, its old values, and the rate.
struct EulerStage {
  static constexpr int results = 1;
  double dt;
  STENCIL_FUNCTION constexpr auto operator()(const auto& u, const auto&, const auto& rate) const {
    return u + dt * rate;
  }
};
// The mean of old and new values, 3/4 and 1/4, 1/3 and 2/3, so written that what has no tendency keeps its bits.
struct MeanStage {
  static constexpr int results = 1;
  double weight, dt;
  STENCIL_FUNCTION constexpr auto operator()(const auto& u, const auto& old, const auto& rate) const {
    return old + weight * (u - old + dt * rate);
  }
};
}  // namespace detail::stepping

/// Explicit steps in time of third order that keep bounds which an Euler step of the same length keeps, such as those
/// of limited advection: three stages, strong-stability preserving (Shu & Osher 1988, J. Comput. Phys. 77).
///
/// `SSPRK33 step(u, v);` refers to any number of fields, of any backend, and keeps two copies of each. An
/// array, a struct or a std::tie stands for the fields in it.
/// `step(t, dt, tendency)` brings them from t to t + dt. The tendency is evaluated three times, of what u and v hold
/// then: an expression, a column function of fields, or a function (time, du, dv) or (du, dv) that writes du and dv.
/// What a tendency throws leaves the fields as they were. Error unless t and dt are finite.
template <class... Fields>
class SSPRK33 : detail::stepping::StepperOf<2, 3, Fields...> {
  using Base = detail::stepping::StepperOf<2, 3, Fields...>;

 public:
  explicit SSPRK33(Fields&&... fields)
      : Base(std::tuple_cat(detail::stepping::fields_in<Fields>(std::forward<Fields>(fields))...)) {}

  template <class Tendency>
  void operator()(double time, double dt, const Tendency& tendency) {
    detail::stepping::require_times(time, dt);
    this->or_as_before([&] {
      this->stage(detail::stepping::EulerStage{dt}, tendency, time);
      this->stage(detail::stepping::MeanStage{0.25, dt}, tendency, time + dt);
      this->stage(detail::stepping::MeanStage{2.0 / 3, dt}, tendency, time + 0.5 * dt);
    });
  }
  using Base::operator();  // which refuses other numbers of arguments
};
template <class... Fields>
SSPRK33(Fields&&...) -> SSPRK33<Fields...>;

}  // namespace stencil
