// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/product.hpp>

namespace stencil {

/// The matrix of an operator that is linear in its last argument, as a matrix expression: operator_matrix(op) * x plus
/// operator_constant(op) is op(x), conditions and closures included. `before`: the arguments before the last one, a
/// wind for example. Of an operator that is not linear this is its Jacobian at zero; use jacobian(op(x), wrt(x)).
/// T: the precision of the entries. Units: result / argument.
template <class T = double, class Op, class... Before>
constexpr auto operator_matrix(const Op& op, const Before&... before) {
  using Unit = Dual<T, BandRow<T, 0, 0>>;
  const Scalar<Unit> unit{Unit(T{}, {{T{1}}})};
  const auto applied = op(before..., unit);
  const differentiation::RowSeed<Scalar<Unit>> seed{unit};
  constexpr int offset = differentiation::leads_elsewhere<Op>() ? 1 : 0;
  return differentiation::pointwise_node(functions::TakeRow<offset>{},
                                         differentiation::rewritten<plan::AllRows>(seed, applied));
}
template <class T = double, class Op, class... Before>
  requires(is_temporary_field<Before> || ...)
constexpr void operator_matrix(const Op&, Before&&...) {
  refuse_temporaries<Before...>();
}

/// What an affine operator adds to operator_matrix(op) * x: its value where the argument is zero, which is what the
/// values of its boundary conditions contribute.
template <class T = double, class Op, class... Before>
constexpr auto operator_constant(const Op& op, const Before&... before) {
  return op(before..., Scalar<T>{T{}});
}
template <class T = double, class Op, class... Before>
  requires(is_temporary_field<Before> || ...)
constexpr void operator_constant(const Op&, Before&&...) {
  refuse_temporaries<Before...>();
}

}  // namespace stencil
