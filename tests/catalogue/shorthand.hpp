// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <utility>

namespace catalogue {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Ends that many expressions want, in either language.
template <class Language>
struct Shorthand : Language {
  explicit Shorthand(Language language) : Language(std::move(language)) {}

  auto at_bottom(const auto& value) const { return this->bottom(this->set_value(value)); }
  auto at_top(const auto& value) const { return this->top(this->set_value(value)); }

  /// The flagship's divergence: no flux through either end.
  auto closed_divergence() const { return this->divergence_f2c(at_bottom(0.0), at_top(0.0)); }
};

}  // namespace catalogue
