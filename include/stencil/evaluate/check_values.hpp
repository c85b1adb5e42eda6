// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/evaluate/value_hunt.hpp>

namespace stencil {

/// Strategy for finding where a NaN or an infinity comes from: every node of the tree is evaluated by itself, leaves
/// first, and its values are examined in the rows and columns that the destination depends on. Values that a boundary
/// condition replaces, that a mask leaves out, or that are on the side of a where() that is not taken are not examined.
/// ValueError at the first node with such a value; the destination is not written then. Otherwise the assignment is
/// carried out by Strategy. Slow, and takes memory for a few fields.
template <class Strategy = DefaultStrategy>
struct CheckValues {
  static constexpr const char* name = "CheckValues";
  Strategy strategy{};  ///< what carries the assignment out

  /// Looks, then has `Backend` carry the outputs out.
  template <class Backend, class Outs, class P>
  static void run(Outs& outputs, const P& policy);
};
/// `assign(div, e, check_values)`; with a strategy or a mask `policy().with(CheckValues<cpu::StoreAll>{}).where(mask)`.
inline constexpr Policy<CheckValues<>> check_values{};

template <class Strategy>
template <class Backend, class Outs, class P>
void CheckValues<Strategy>::run(Outs& outputs, const P& policy) {
  checks::check<plan::StoreNothing>(outputs);
  checking::Hunt<Backend, P> hunt(*outputs.first.destination.grid, policy);
  outputs.each([&](const auto& output) {
    using To = typename std::remove_cvref_t<decltype(output)>::location;
    hunt.template check_alone<To>(output.expression, hunt.written(output));
  });
  Backend::run(outputs, policy.with(policy.strategy.strategy));
}

}  // namespace stencil
