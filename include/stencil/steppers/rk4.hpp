// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/steppers/stepper.hpp>

namespace stencil {

namespace detail::stepping {
// Stages of a field, its old values, the sum of what rates have contributed, and the next rate. They give what the rate
// after that is evaluated of, and the sum.
struct FirstStageOfRK4 {
  static constexpr int results = 2;
  double weight, length;
  STENCIL_FUNCTION constexpr auto operator()(const auto&, const auto& old, const auto&, const auto& rate) const {
    return together(old + length * rate, old + weight * rate);
  }
};
struct StageOfRK4 {
  static constexpr int results = 2;
  double weight, length;
  STENCIL_FUNCTION constexpr auto operator()(const auto&, const auto& old, const auto& sum, const auto& rate) const {
    return together(old + length * rate, sum + weight * rate);
  }
};
struct LastStageOfRK4 {
  static constexpr int results = 1;
  double weight;
  STENCIL_FUNCTION constexpr auto operator()(const auto&, const auto&, const auto& sum, const auto& rate) const {
    return sum + weight * rate;
  }
};
}  // namespace detail::stepping

/// Explicit steps in time of fourth order: the classical method of four stages (Kutta 1901). It is used as SSPRK33 is,
/// and keeps three copies of each field.
template <class... Fields>
class RK4 : detail::stepping::StepperOf<3, 3, Fields...> {
  using Base = detail::stepping::StepperOf<3, 3, Fields...>;

 public:
  explicit RK4(Fields&&... fields)
      : Base(std::tuple_cat(detail::stepping::fields_in<Fields>(std::forward<Fields>(fields))...)) {}

  template <class Tendency>
  void operator()(double time, double dt, const Tendency& tendency) {
    detail::stepping::require_times(time, dt);
    this->or_as_before([&] {
      this->stage(detail::stepping::FirstStageOfRK4{dt / 6, dt / 2}, tendency, time);
      this->stage(detail::stepping::StageOfRK4{dt / 3, dt / 2}, tendency, time + 0.5 * dt);
      this->stage(detail::stepping::StageOfRK4{dt / 3, dt}, tendency, time + 0.5 * dt);
      this->stage(detail::stepping::LastStageOfRK4{dt / 6}, tendency, time + dt);
    });
  }
  using Base::operator();  // which refuses other numbers of arguments
};
template <class... Fields>
RK4(Fields&&...) -> RK4<Fields...>;

}  // namespace stencil
