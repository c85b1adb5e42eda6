// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/numbers/band_row.hpp>

/// How many positions are computed by one vector instruction.
namespace stencil::cpu {

/// The size of the floating-point number in the values of a node; 0 for other values.
template <class N>
constexpr int number_bytes() {
  using Number = scalar_of<typename N::value_type>;
  if constexpr (std::is_same_v<Number, float>) return 4;
  return std::is_same_v<Number, double> ? 8 : 0;
}
/// The size of the widest floating-point number among the values of an expression and of all nodes in it.
template <class N, class Children = children_of<N>>
struct Widest;
template <class N, class... Child>
struct Widest<N, ChildList<Child...>> {
  static constexpr int bytes = largest_of(0, number_bytes<N>(), Widest<Child>::bytes...);
};
/// The identity matrix takes the precision of what stands beside it.
template <>
struct Widest<ScalarNode<IdentityRow>, ChildList<>> {
  static constexpr int bytes = 0;
};

/// The number of elements of a vector in the evaluation of outputs: as many as a register holds of the widest number.
template <class Outs>
struct VectorWidth;
template <class... O>
struct VectorWidth<AssignmentOutputs<O...>> {
  static constexpr int widest = std::max({0, Widest<typename O::expression_type>::bytes...,
                                          (std::is_same_v<scalar_of<typename O::value_type>, float>    ? 4
                                           : std::is_same_v<scalar_of<typename O::value_type>, double> ? 8
                                                                                                       : 0)...});
  static constexpr int value = simd::native_bytes / (widest == 0 ? 8 : widest);
};

}  // namespace stencil::cpu
