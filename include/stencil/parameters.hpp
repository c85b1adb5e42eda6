// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>

/// Lengths of time, and parameters of schemes, as users give them.
namespace stencil::detail::checks {

STENCIL_COLD inline void refuse_time_step(const char* what, double seconds) {
  messages::raise<Error>({what,
                          " takes the length of a time step in seconds, a finite number that is not below zero, "
                          "but was given ",
                          seconds});
}
/// The length of a time step [s]; Error where it is below zero or not finite. Devices, which cannot throw, do not look:
/// a column function is called on the host before.
STENCIL_FUNCTION constexpr double time_step([[maybe_unused]] const char* what, double seconds) {
#if !STENCIL_ON_DEVICE
  if (!is_finite(seconds) || seconds < 0) refuse_time_step(what, seconds);
#endif
  return seconds;
}

STENCIL_COLD inline void refuse_parameter(const char* what, const char* parameter, double given) {
  messages::raise<Error>({what, " takes ", parameter, ", a finite number above zero, but was given ", given});
}
/// A parameter, such as "the length of a time step in seconds", that a scheme divides by; Error where it is not finite
/// and above zero.
STENCIL_FUNCTION constexpr double above_zero([[maybe_unused]] const char* what, [[maybe_unused]] const char* parameter,
                                             double given) {
#if !STENCIL_ON_DEVICE
  if (!is_finite(given) || given <= 0) refuse_parameter(what, parameter, given);
#endif
  return given;
}

}  // namespace stencil::detail::checks
