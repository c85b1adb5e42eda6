// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <stencil/config.hpp>
#include <utility>

namespace catalogue {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Ends that many expressions want, in either language.
template <class Language>
struct Shorthand : Language {
  STENCIL_FUNCTION explicit Shorthand(Language language) : Language(std::move(language)) {}

  STENCIL_FUNCTION auto at_bottom(const auto& value) const { return this->bottom(this->set_value(value)); }
  STENCIL_FUNCTION auto at_top(const auto& value) const { return this->top(this->set_value(value)); }

  /// The flagship's divergence: no flux through either end.
  STENCIL_FUNCTION auto closed_divergence() const { return this->divergence_f2c(at_bottom(0.0), at_top(0.0)); }
};

}  // namespace catalogue
