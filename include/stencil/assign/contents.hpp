// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/precision.hpp>
#include <stencil/plan/walk.hpp>

/// Which expressions are carried out as column functions, by type.
namespace stencil::column_functions {

/// Whether a node has one value per column that comes from its rows.
template <class N>
inline constexpr bool is_fold = requires { typename N::stencil_column_operation; };

/// Whether a node is a call of a column function that computes one row of its first argument, and says how
/// (F::one_row): where the result has one value per column, its arguments need no lanes that hold their columns.
template <class N>
inline constexpr bool reads_one_row = false;

/// What an expression has in it.
template <class N, class Children = children_of<N>>
struct Contents;
template <class N>
struct Contents<N, ChildList<>> {
  static constexpr bool calls = false, of_rows = false, below = false, per_column = false;
};
template <class N, class First, class... Rest>
struct Contents<N, ChildList<First, Rest...>> {
  /// A column function.
  static constexpr bool calls = plan::is_column_call<N> || (Contents<First>::calls || ... || Contents<Rest>::calls);
  /// Whether the node is carried out as a column function where it is evaluated at centers or faces.
  static constexpr bool of_rows =
      calls || is_whole<N> || is_fold<N> || (Contents<First>::of_rows || ... || Contents<Rest>::of_rows);
  /// The same of what it is made of. What folds and running values start from has one value per column.
  static constexpr bool below =
      requires { typename N::stencil_solve; }
          ? (Contents<First>::of_rows || ... || Contents<Rest>::of_rows)
          : ((is_whole<N> || is_fold<N> ? Contents<First>::of_rows : Contents<First>::per_column) || ... ||
             Contents<Rest>::per_column);
  /// The same where the node has one value per column.
  static constexpr bool per_column = (plan::is_column_call<N> && !reads_one_row<N>) || is_whole<N> || below;
};

/// Whether an assignment is carried out as a column function: it has one in it, or operations on whole columns below
/// its root or beside other outputs. Alone, a solve and a running value have kernels of their own.
template <class Location, class E, bool Alone>
inline constexpr bool needs_function = Alone && is_whole<E>                ? Contents<E>::calls || Contents<E>::below
                                       : std::is_same_v<Location, Surface> ? Contents<E>::per_column
                                                                           : Contents<E>::of_rows;
/// The same of outputs, or of pairs of a destination and an expression, and a mask.
template <class Mask, class First, class... Rest>
inline constexpr bool are_function =
    needs_function<typename decltype(First::destination)::location, decltype(First::expression),
                   sizeof...(Rest) == 0> ||
    (needs_function<typename decltype(Rest::destination)::location, decltype(Rest::expression), false> || ...) ||
    needs_function<typename decltype(First::destination)::location, Mask, false>;
template <class Outs>
inline constexpr bool outputs_are_function = false;
template <class First, class... Rest>
inline constexpr bool outputs_are_function<AssignmentOutputs<First, Rest...>> =
    are_function<std::remove_cv_t<decltype(First::mask)>, First, Rest...>;

/// Whether outputs call column functions, also such as need none of their lanes.
template <class Outs>
inline constexpr bool call_functions = false;
template <class... O>
inline constexpr bool call_functions<AssignmentOutputs<O...>> =
    ((Contents<std::remove_cvref_t<decltype(O::expression)>>::calls ||
      Contents<std::remove_cvref_t<decltype(O::mask)>>::calls) ||
     ...);

/// Carries out outputs as a column function (columnwise/assign.hpp).
template <class Backend, class P, class... O>
void run(const P& policy, const AssignmentOutputs<O...>& outputs);

}  // namespace stencil::column_functions
