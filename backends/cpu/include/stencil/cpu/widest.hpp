// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/cpu/simd.hpp>
#include <stencil/evaluate/output.hpp>
#include <stencil/matrix/solve.hpp>

/// How many positions go into a vector.
namespace stencil::cpu {

/// Bytes of the widest floating-point number among the values of an expression.
template <class N>
constexpr int number_bytes() {
  using Number = scalar_of<typename N::value_type>;
  if constexpr (std::is_same_v<Number, float>) return 4;
  return std::is_same_v<Number, double> ? 8 : 0;
}
template <class N>
struct Widest {
  static constexpr int bytes = number_bytes<N>();
};
/// The identity takes the precision of what stands beside it.
template <>
struct Widest<Scalar<IdentityRow>> {
  static constexpr int bytes = 0;
};
template <class F, class... Nodes>
struct Widest<Broadcasted<F, Nodes...>> {
  static constexpr int bytes = std::max({number_bytes<Broadcasted<F, Nodes...>>(), Widest<Nodes>::bytes...});
};
template <class Op, class... Nodes>
struct Widest<StencilBroadcasted<Op, Nodes...>> {
  static constexpr int bytes = std::max({number_bytes<StencilBroadcasted<Op, Nodes...>>(), Widest<Nodes>::bytes...});
};
template <class E>
struct Widest<AtLevel<E>> : Widest<E> {};
template <class Fold, class E, class Init>
struct Widest<ColumnReduction<Fold, E, Init>> {
  static constexpr int bytes =
      std::max({number_bytes<ColumnReduction<Fold, E, Init>>(), Widest<E>::bytes, Widest<Init>::bytes});
};
template <class Fold, class E, class Init, class To>
struct Widest<ColumnAccumulation<Fold, E, Init, To>> : Widest<ColumnReduction<Fold, E, Init>> {};
template <class Matrix, class Right>
struct Widest<Solve<Matrix, Right>> {
  static constexpr int bytes = std::max(Widest<Matrix>::bytes, Widest<Right>::bytes);
};

template <class Outs>
struct LanesFor;
template <class... O>
struct LanesFor<Outputs<O...>> {
  static constexpr int widest = std::max({0, Widest<typename O::expression_type>::bytes...,
                                          (std::is_same_v<scalar_of<typename O::value_type>, float>    ? 4
                                           : std::is_same_v<scalar_of<typename O::value_type>, double> ? 8
                                                                                                       : 0)...});
  static constexpr int value = simd::native_bytes / (widest == 0 ? 8 : widest);
};

}  // namespace stencil::cpu
