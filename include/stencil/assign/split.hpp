// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <stencil/assign/check.hpp>
#include <stencil/assign/contents.hpp>
#include <stencil/assign/grid_of_values.hpp>
#include <stencil/assign/hand_to.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/assign/splits.hpp>
#include <stencil/assign/through_columns.hpp>
#include <stencil/backend.hpp>
#include <stencil/lifetimes.hpp>
#include <stencil/memory.hpp>
#include <stencil/plan/across.hpp>

namespace stencil {

namespace detail::checks {

/// The grid of the first argument of a node that needs whole columns, whose result is on the grid `result`. Throws
/// GridError if the node gives values on another grid, or takes them of other columns.
template <class N>
const ColumnGridData& argument_grid(const N& node, const ColumnGridData& result) {
  if constexpr (!requires { node.grids; }) {
    return result;
  } else {
    if (node.grids.to.get() != nullptr && !same_grid(node.grids.to.get(), &result))
      throw GridError(std::string(N::name) + " gives values on a grid of " + std::to_string(node.grids.to->levels) +
                      " levels x " + std::to_string(node.grids.to->columns) +
                      " columns, but stands in an expression on "
                      "another, of " +
                      std::to_string(result.levels) + " x " + std::to_string(result.columns) +
                      "; the grid that it leads to is the one of the fields around it");
    const ColumnGridData& from = node.grids.from.get() != nullptr ? *node.grids.from : result;
    if (from.columns != result.columns)
      throw GridError(std::string(N::name) + " takes values on a grid of " + std::to_string(from.columns) +
                      " columns, but its result has " + std::to_string(result.columns) + "; give both the same number");
    return from;
  }
}

template <class From, class To, class E>
void require_shape(const DenseProduct<From, To, E>& node, const ColumnGridData& from, const ColumnGridData& to) {
  const int rows = rows_at<To>(to.levels), columns = rows_at<From>(from.levels);
  if (node.matrix->rows() == rows && node.matrix->columns() == columns) return;
  throw ShapeError(std::string(node.name) + ": the matrix is " + std::to_string(node.matrix->rows()) + " x " +
                   std::to_string(node.matrix->columns()) + ", but the result has " + std::to_string(rows) +
                   " levels (" + To::name + ") and the argument " + std::to_string(columns) + " (" + From::name +
                   "); give a matrix of " + std::to_string(rows) + " x " + std::to_string(columns));
}

/// Throws GridError if a field of argument number I is on another grid than `from`.
template <int I = 0, class N, class Arg>
void require_argument(const N&, const Arg& arg, const ColumnGridData& from) {
  plan::OperandList operands;
  plan::add_operands<plan::StoreNothing>(operands, arg);
  for (int number = 0; const plan::Operand& operand : operands) {
    ++number;
    const auto of = [&](const std::string& those) {
      return std::to_string(number) + " of " + those +
             (I == 0 ? "argument" : "argument number " + std::to_string(I + 1));
    };
    if (!has_memory(operand.leaf)) require_memory(operand.leaf, "operand " + of("the ") + " of " + N::name);
    if (!same_grid(operand.leaf.grid, &from))
      throw GridError(std::string(N::name) + " takes values on a grid of " + std::to_string(from.levels) +
                      " levels x " + std::to_string(from.columns) + " columns, but operand " + of("its ") + ", " +
                      detail::checks::describe(operand.leaf) +
                      ", lives on another; make both on the same ColumnGrid, or give the operator the two grids");
  }
  require_levels(arg, from);
}

}  // namespace detail::checks

/// Carries out an evaluation whose expressions contain nodes that need whole columns. The values of such nodes, leaves
/// first, are written to temporary memory and replaced by fields of it; the expressions that remain are evaluated as
/// usual. A dense operator of a single output is not replaced if only its own row is read: the expression around it is
/// then evaluated in the kernel of the product.
template <class Backend, class P>
class ExpressionSplitter {
  static_assert(
      backend_parts::Columns<Backend>,
      "stencil: dense operators, running means, remaps, at_height and at_level at levels go through whole columns, for "
      "which this backend lacks a function; backend_parts::Columns lists them in <stencil/backend.hpp>");

 public:
  explicit ExpressionSplitter(const P& how) : how_(how) {}

  template <class Outs>
  void run(const Outs& outputs) {
    outputs.each([](const auto& output) { detail::checks::require_destination(output.destination); });
    run(outputs, how_);
  }

 private:
  template <class Outs, class Q>
  void run(const Outs& outputs, const Q& how) {
    using Output = typename Outs::first_type;
    using E = typename Output::expression_type;
    if constexpr (Outs::count == 1 && EndsInProduct<E>::value && !column_functions::outputs_are_function<Outs>) {
      multiply(outputs.first, how);
    } else if (!written_directly(outputs)) {
      auto all = rewritten_outputs(outputs);
      if constexpr (column_functions::outputs_are_function<std::remove_const_t<decltype(all)>>) {
        column_functions::run<Backend>(how, all);
      } else {
        detail::assignment::hand_to<Backend>(all, how);
      }
    }
  }

  /// Whether the only values have been written to the destination itself: it shares no memory with what they are made
  /// of.
  template <class Outs>
  bool written_directly(const Outs& outputs) {
    if constexpr (IsOneNodeOfColumns<Outs, P>::value) {
      const auto& to = outputs.first.destination;
      plan::OperandList operands;
      plan::add_operands<plan::StoreNothing>(operands, outputs.first.expression);
      for (const plan::Operand& operand : operands) {
        using detail::checks::ReadFor, detail::checks::Staging;
        if (!detail::checks::has_memory(operand.leaf)) return false;
        if (detail::checks::staging_for(to, operand.leaf, operand.as, ReadFor::another) != Staging::none) return false;
      }
      carry_out(outputs.first.expression, *to.grid, [&] {
        detail::checks::require_destination(to);
        return to;
      });
      return true;
    }
    return false;
  }

  AssignmentOutputs<> rewritten_outputs(const AssignmentOutputs<>&) { return {}; }
  template <class First, class... Rest>
  auto rewritten_outputs(const AssignmentOutputs<First, Rest...>& outputs) {
    const auto first =
        with_expression(outputs.first, rewritten<false>(outputs.first.expression, *outputs.first.destination.grid));
    const auto rest = rewritten_outputs(outputs.rest);
    return joined(first, rest);
  }
  template <class First, class... Rest>
  static AssignmentOutputs<First, Rest...> joined(const First& first, const AssignmentOutputs<Rest...>& rest) {
    return {first, rest};
  }
  template <class O, class E>
  static auto with_expression(const O& output, const E& e) {
    return AssignmentOutput<typename O::destination_type, E, std::remove_cv_t<decltype(O::mask)>>{
        output.destination, e, output.mask, {}};
  }

  template <class O, class Q>
  void multiply(const O& output, const Q& how) {
    const auto& node = product_in(output.expression);
    using Node = std::remove_cvref_t<decltype(node)>;
    const ColumnGridData& to = *output.destination.grid;
    const ColumnGridData& from = detail::checks::argument_grid(node, to);
    detail::checks::require_shape(node, from, to);
    const auto arg = rewritten<false>(node.arg, from);
    const auto around = with_expression(output, rewritten<true>(output.expression, to));
    using Plan = plan::StoreNothing;
    plan::OperandList operands;
    detail::checks::Staging staging = detail::checks::check<Plan>(operands, make_outputs(around));
    detail::checks::require_argument(node, arg, from);
    // A column is read completely before its product is known, but the expression around the product is evaluated after
    // some results have been written.
    if (staging != detail::checks::Staging::none) staging = detail::checks::Staging::whole;
    plan::OperandList of_argument;
    plan::add_operands<Plan>(of_argument, arg);
    for (const plan::Operand& operand : of_argument)
      staging =
          std::max(staging, detail::checks::staging_for(output.destination, operand.leaf, plan::ReadAs::neighbours,
                                                        detail::checks::ReadFor::this_output));
    Backend::multiply(around, arg, typename Node::argument_location{}, from, *node.matrix, staging, how);
  }

  /// A node with fields in place of nodes that need whole columns. Keep: the first product under this node stays.
  template <bool Keep, class N>
  auto rewritten(const N& node, const ColumnGridData& grid) {
    if constexpr (!ContainsSplit<N>::value) {
      return node;
    } else {
      return split<Keep>(node, grid);
    }
  }
  template <bool Keep, class From, class To, class E>
  auto split(const DenseProduct<From, To, E>& node, const ColumnGridData& grid) {
    if constexpr (Keep) {
      return DenseResult<typename DenseProduct<From, To, E>::value_type, To>{};
    } else {
      return evaluated(node, grid);
    }
  }
  template <bool Keep, class F, class... N>
  auto split(const Broadcasted<F, N...>& node, const ColumnGridData& grid) {
    constexpr int kept = Keep ? EndsInProduct<Broadcasted<F, N...>>::argument : -1;
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return node.rebuilt(rewritten < I == kept > (argument_at<I>(node.arguments), grid)...);
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(N))>{});
  }
  template <bool, class N>
  auto split(const N& node, const ColumnGridData& grid) {
    if constexpr (NeedsColumns<N>) {
      return carried_out(node, grid);
    } else {
      return [&]<int... I>(std::integer_sequence<int, I...>) {
        constexpr bool can = requires { node.rebuilt(N::template child<I>(node)...); };
        static_assert(can,
                      "stencil: a node above one that needs whole columns has no rebuilt(child...), which gives it "
                      "other children (stencil/expression/children.hpp)");
        return node.rebuilt(rewritten<false>(N::template child<I>(node), grid)...);
      }(std::make_integer_sequence<int, children_of<N>::count>{});
    }
  }
  /// A field with the values of a node that needs whole columns, computed now.
  template <class N>
  auto carried_out(const N& node, const ColumnGridData& grid) {
    return carry_out(node, grid, [&] { return scratch<N>(grid); });
  }
  /// Computes these values into a field, which `make` gives when the argument has been found to fit.
  template <class N, class Make>
  auto carry_out(const N& node, const ColumnGridData& grid, const Make& make) {
    const ColumnGridData& from = detail::checks::argument_grid(node, grid);
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      const auto arguments = make_arguments(argument<I>(node, I == 0 ? from : grid)...);
      (detail::checks::require_argument<I>(node, argument_at<I>(arguments), I == 0 ? from : grid), ...);
      const auto into = make();
      detail::through_columns<Backend>(
          grid, node.column_of(into, argument_at<I>(arguments)..., Backend::column_set(from)), how_);
      return into;
    }(std::make_integer_sequence<int, children_of<N>::count>{});
  }
  /// Child number I of such a node, in memory where it has to be.
  template <int I, class N>
  auto argument(const N& node, const ColumnGridData& grid) {
    const auto there = rewritten<false>(N::template child<I>(node), grid);
    constexpr bool needs_memory = N::template reads_values_often<Backend, I> ||
                                  column_functions::Contents<std::remove_const_t<decltype(there)>>::of_rows;
    return in_memory<needs_memory>(there, grid);
  }
  /// The expression itself or, if Wanted and it is no field, a field with its values.
  template <bool Wanted, class E>
  auto in_memory(const E& e, const ColumnGridData& grid) {
    if constexpr (Wanted && !plan::IsMemory<E>::value) {
      return evaluated(e, grid);
    } else {
      return e;
    }
  }

  /// A field for the values of an expression, with the layout of its operands.
  template <class E>
  auto leaf_for(const ColumnGridData& grid) const {
    using Layout = std::conditional_t<read_across<E>(), layout::ColumnsContiguous, layout::LevelsContiguous>;
    using L = FieldLeaf<typename E::value_type, typename E::location, Layout, typename Backend::space>;
    return L{nullptr,
             Layout::dense(rows_at<typename E::location>(grid.levels), static_cast<std::ptrdiff_t>(grid.columns)),
             &grid, "scratch"};
  }
  template <class E>
  static constexpr bool read_across() {
    if constexpr (NeedsColumns<E>) {
      return read_across<decltype(E::arg)>();
    } else {
      return plan::reads_across<E>;
    }
  }
  template <class E>
  auto scratch(const ColumnGridData& grid) {
    auto leaf = leaf_for<E>(grid);
    const std::size_t count = static_cast<std::size_t>(leaf.rows()) * grid.columns;
    using T = typename E::value_type;
    using Scratch = decltype(Backend::scratch(count, how_));
    const std::shared_ptr<Scratch> memory(new Scratch(Backend::scratch(bytes_of<T>(count), how_)));
    void* const bytes = memory->get();
    leaf.data = static_cast<T*>(bytes);
    detail::lifetimes::Freed::all().remove(bytes, bytes_of<T>(count));
    held_.push_back(memory);
    return leaf;
  }
  template <class E>
  auto evaluated(const E& e, const ColumnGridData& grid) {
    const auto into = scratch<E>(grid);
    using L = std::remove_const_t<decltype(into)>;
    run(make_outputs(AssignmentOutput<L, E>{into, e, {}, {}}), policy().on(how_.queue));
    return into;
  }

  const P& how_;
  std::vector<std::shared_ptr<void>> held_;
};

}  // namespace stencil
