// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/product.hpp>

namespace stencil {

/// The matrix of an operator that is affine in its last argument, as a matrix expression: op(x), with its conditions
/// and closures, is operator_matrix(op) * x + operator_constant(op). before: the arguments before the last one, for
/// example a velocity. For an operator that is not affine this is the Jacobian at zero; use jacobian(op(x), wrt(x)). T:
/// the number type of the entries. Units: result / argument.
template <class T = double, class Op, class... Before>
STENCIL_FUNCTION constexpr auto operator_matrix(const Op& op, const Before&... before) {
  using Unit = Dual<T, BandRow<T, 0, 0>>;
  const ScalarNode<Unit> unit{Unit(T{}, {{T{1}}})};
  const auto applied = op(before..., unit);
  const detail::differentiation::RowSeed<ScalarNode<Unit>> seed{unit};
  constexpr int offset = detail::differentiation::leads_elsewhere<Op>() ? 1 : 0;
  return detail::differentiation::pointwise_node(functions::TakeRow<offset>{},
                                                 detail::differentiation::rewritten<plan::AllRows>(seed, applied));
}
template <class T = double, class Op, class... Before>
  requires(is_temporary_field<Before> || ...)
STENCIL_FUNCTION constexpr void operator_matrix(const Op&, Before&&...) {
  refuse_temporaries<Before...>();
}

/// The value of an operator whose last argument is zero, which comes from the values of its boundary conditions. See
/// operator_matrix.
template <class T = double, class Op, class... Before>
STENCIL_FUNCTION constexpr auto operator_constant(const Op& op, const Before&... before) {
  return op(before..., ScalarNode<T>{T{}});
}
template <class T = double, class Op, class... Before>
  requires(is_temporary_field<Before> || ...)
STENCIL_FUNCTION constexpr void operator_constant(const Op&, Before&&...) {
  refuse_temporaries<Before...>();
}

}  // namespace stencil
