// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/scalar.hpp>
#include <stencil/plan/operands.hpp>

/// Formulas without neighbours, heights and values per column compute all positions alike. With columns contiguous the
/// rows of dense fields follow each other in memory and are carried out as one long row: few columns do not fill a
/// vector register, one row at a time.
namespace stencil::cpu {

/// Whether a node computes with fields at `Where`, with columns contiguous, and with numbers alone.
template <class Node, class Where>
inline constexpr bool is_alike_in_all_rows = false;
template <class T, class Where>
inline constexpr bool is_alike_in_all_rows<ScalarNode<T>, Where> = true;
template <class Where>
inline constexpr bool is_alike_in_all_rows<NoMask, Where> = true;
template <class T, class Space, class Where>
inline constexpr bool is_alike_in_all_rows<FieldLeaf<T, Where, layout::ColumnsContiguous, Space>, Where> =
    !std::is_same_v<Where, Surface>;
template <class F, class... Nodes, class Where>
inline constexpr bool is_alike_in_all_rows<Broadcasted<F, Nodes...>, Where> =
    (is_alike_in_all_rows<std::remove_const_t<Nodes>, Where> && ...);

template <class Outs, class Where>
inline constexpr bool are_alike_in_all_rows = false;
template <class Where>
inline constexpr bool are_alike_in_all_rows<AssignmentOutputs<>, Where> = true;
template <class First, class... Rest, class Where>
inline constexpr bool are_alike_in_all_rows<AssignmentOutputs<First, Rest...>, Where> =
    is_alike_in_all_rows<typename First::destination_type, Where> &&
    is_alike_in_all_rows<std::remove_const_t<typename First::expression_type>, Where> &&
    is_alike_in_all_rows<std::remove_cv_t<decltype(First::mask)>, Where> &&
    are_alike_in_all_rows<AssignmentOutputs<Rest...>, Where>;

/// The length of the one row that these outputs are, 0 if they are not.
template <class Outs>
std::ptrdiff_t length_of_one_row(const plan::OperandList& operands) {
  if constexpr (are_alike_in_all_rows<Outs, typename Outs::first_type::location>) {
    const ColumnGridData& grid = *operands.begin()->leaf.grid;
    const auto columns = static_cast<std::ptrdiff_t>(grid.columns);
    for (const plan::Operand& operand : operands) {
      if (operand.leaf.strides.level() != columns) return 0;
    }
    return grid.periodic ? 0 : columns * operands.begin()->leaf.rows();
  } else {
    return 0;
  }
}

}  // namespace stencil::cpu
