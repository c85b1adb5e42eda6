// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/backend.hpp>

namespace stencil::detail::assignment {

/// Calls the function of a backend that carries out these outputs: solve, accumulate or run.
template <class Backend, class Outs, class P>
void hand_to(Outs& outputs, const P& policy) {
  using E = typename Outs::first_type::expression_type;
  if constexpr (requires { typename E::stencil_solve; }) {
    static_assert(backend_parts::Solves<Backend>,
                  "stencil: this backend does not solve systems of columns; it lacks solve(outputs, policy), which is "
                  "backend_parts::Solves in <stencil/backend.hpp>");
    if constexpr (backend_parts::Solves<Backend>) Backend::solve(outputs, policy);
  } else if constexpr (requires { typename E::stencil_accumulation; }) {
    static_assert(backend_parts::Accumulates<Backend>,
                  "stencil: this backend does not carry out running values; it lacks accumulate(outputs, policy), "
                  "which is backend_parts::Accumulates in <stencil/backend.hpp>");
    if constexpr (backend_parts::Accumulates<Backend>) Backend::accumulate(outputs, policy);
  } else {
    Backend::run(outputs, policy);
  }
}

}  // namespace stencil::detail::assignment
