// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/field.hpp>
#include <stencil/inspect/noting_cursor.hpp>
#include <stencil/inspect/values_of.hpp>
#include <stencil/matrix/solve.hpp>

/// The search for the first node of an expression that has a NaN or an infinity, node by node.
namespace stencil {

namespace detail::checking {

template <class Backend, class Policy>
class Hunt {
 public:
  Hunt(const ColumnGridData& grid, const Policy& policy) : grid_(grid), policy_(policy) {}

  /// The rows of an output that are written.
  template <class Out>
  MarkedRows written(const Out& output) const {
    MarkedRows rows = all<typename Out::location>(true);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(output.mask)>, NoMask>) {
      const auto mask = host_values(output.mask);
      for (std::size_t c = 0; c < rows.columns; ++c) {
        for (int row = 0; row < rows.rows; ++row) rows.column(c)[row] = static_cast<bool>(mask(row, c)) ? 1 : 0;
      }
    }
    return rows;
  }

  // Each overload examines the arguments of a node, then its own values, and returns a leaf that has these.

  template <class N>
  auto check(const N& node, const MarkedRows& asked) {
    static_assert(is_childless<N>,
                  "stencil: check_values does not know this node, so that its children would not be examined; assign "
                  "it to a field first, or add it to stencil/inspect/value_hunt.hpp");
    if constexpr (plan::IsMemory<N>::value) {
      const std::size_t before = kept_.size();
      static_cast<void>(look(node, node, asked, [](std::size_t, int) { return std::string(); }));
      kept_.resize(before);
    }
    return node;  // numbers and grid quantities are not examined
  }
  template <class F, class... Nodes>
  auto check(const Broadcasted<F, Nodes...>& node, const MarkedRows& asked) {
    using N = Broadcasted<F, Nodes...>;
    if constexpr (std::is_same_v<typename N::location, AnyLocation>) {
      return node;
    } else {
      return [&]<int... I>(std::integer_sequence<int, I...>) {
        const std::size_t before = kept_.size();
        MarkedRows taken[2];
        const auto one = [&]<int J>(std::integral_constant<int, J>) {
          const auto& argument_node = argument_at<J>(node.arguments);
          using A = std::remove_cvref_t<decltype(argument_node)>;
          constexpr int side = std::is_same_v<F, functions::Where> ? J - 1 : -1;  // of where(c, x, y): 0 or 1
          const auto checked = check(argument_node, seen_from<A>(side >= 0 ? taken[side >= 0 ? side : 0] : asked));
          if constexpr (std::is_same_v<F, functions::Where> && J == 0) split(checked, asked, taken);
          return checked;
        };
        const std::tuple<decltype(one(std::integral_constant<int, I>{}))...> stand_ins{
            one(std::integral_constant<int, I>{})...};
        const auto alone =
            std::apply([&](const auto&... leaf) { return broadcasted(node.function, leaf...); }, stand_ins);
        return keep(before, look(node, alone, asked, [&](std::size_t column, int row) {
                      std::string s;
                      ((s += operand(argument_at<I>(node.arguments), std::get<I>(stand_ins), column, row)), ...);
                      return s;
                    }));
      }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
    }
  }
  template <class Op, class... Nodes>
  auto check(const StencilBroadcasted<Op, Nodes...>& node, const MarkedRows& asked) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      const std::size_t before = kept_.size();
      const auto read = rows_read(node, grid_.levels, grid_.periodic, asked);
      const std::tuple<decltype(check(argument_at<I>(node.arguments), asked))...> stand_ins{
          check(argument_at<I>(node.arguments), read.argument[I])...};
      check_condition<Side::bottom>(node, read.end[0]);
      check_condition<Side::top>(node, read.end[1]);
      const auto alone = std::apply(
          [&](const auto&... leaf) {
            return StencilBroadcasted<Op, std::remove_cvref_t<decltype(leaf)>...>{node.op, make_arguments(leaf...), {}};
          },
          stand_ins);
      return keep(before, look(node, alone, asked, [&](std::size_t column, int row) {
                    MarkedRows here = all<typename StencilBroadcasted<Op, Nodes...>::location>(false);
                    here.column(column)[row] = 1;
                    const auto there = rows_read(node, grid_.levels, grid_.periodic, here);
                    std::string s;
                    ((s += operands(argument_at<I>(node.arguments), std::get<I>(stand_ins), column, there.argument[I])),
                     ...);
                    s += condition<Side::bottom>(node, column, there.end[0]);
                    s += condition<Side::top>(node, column, there.end[1]);
                    return s;
                  }));
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Nodes))>{});
  }
  template <class E>
  auto check(const AtLevelNode<E>& node, const MarkedRows& asked) {
    const std::size_t before = kept_.size();
    MarkedRows rows = all<typename E::location>(false);
    const int row = row_of_level(node.level, rows.rows);
    for (std::size_t c = 0; c < rows.columns; ++c) rows.column(c)[row] = asked.any(c) ? 1 : 0;
    const auto leaf = check(node.arg, rows);
    return keep(before, look(node, AtLevelNode<std::remove_const_t<decltype(leaf)>>{leaf, node.level}, asked,
                             [&](std::size_t column, int) { return operand(node.arg, leaf, column, row); }));
  }
  template <class Fold, class E, class Init>
  auto check(const ColumnReduction<Fold, E, Init>& node, const MarkedRows& asked) {
    const std::size_t before = kept_.size();
    MarkedRows rows = all<typename E::location>(false);
    const int count = grid_.periodic ? grid_.levels : rows.rows;
    for (std::size_t c = 0; c < rows.columns; ++c) {
      for (int row = 0; row < count; ++row) rows.column(c)[row] = asked.any(c) ? 1 : 0;
    }
    const auto leaf = check(node.arg, rows);
    const auto start = check(node.init, seen_from<Init>(asked));
    using Alone = ColumnReduction<Fold, std::remove_const_t<decltype(leaf)>, std::remove_const_t<decltype(start)>>;
    return keep(before, look(node, Alone{leaf, start, node.fold, node.name}, asked,
                             [&](std::size_t column, int) { return operand(node.init, start, column, 0); }));
  }

  // Solves, accumulations and other nodes that are assigned alone: their arguments are examined, then the backend's
  // result.

  template <class To, class Fold, class E, class Init, class Where>
  void check_alone(const ColumnAccumulation<Fold, E, Init, Where>& node, const MarkedRows& asked) {
    using Node = ColumnAccumulation<Fold, E, Init, Where>;
    MarkedRows rows = all<typename E::location>(false);
    const int count = Node::template rows_taken<To>(grid_.levels);
    for (std::size_t c = 0; c < rows.columns; ++c) {
      int last = -1;  // the last row that is needed, along the direction
      for (int p = 0; p < asked.rows; ++p)
        if (asked.column(c)[Fold::row(p, asked.rows)] != 0) last = p;
      for (int p = 0; p < count && p <= last - Node::template shift<To>; ++p)
        rows.column(c)[Fold::row(p, rows.rows)] = 1;
    }
    static_cast<void>(check(node.arg, rows));
    static_cast<void>(check(node.init, seen_from<Init>(asked)));
    check_result<To>(node, asked);
  }
  template <class To, class Matrix, class Right>
  void check_alone(const SolveNode<Matrix, Right>& node, const MarkedRows& asked) {
    MarkedRows rows = asked;  // every value depends on the whole column
    for (std::size_t c = 0; c < rows.columns; ++c) {
      const unsigned char any = asked.any(c) ? 1 : 0;
      std::fill(rows.column(c), rows.column(c) + rows.rows, any);
    }
    static_cast<void>(check(node.matrix, seen_from<Matrix>(rows)));
    static_cast<void>(check(node.right, seen_from<Right>(rows)));
    check_result<To>(node, asked);
  }
  template <class To, class N>
  void check_alone(const N& node, const MarkedRows& asked) {
    static_cast<void>(check(node, seen_from<N>(asked)));
  }

 private:
  template <class Where>
  MarkedRows all(bool marked) const {
    return {rows_at<Where>(grid_.levels), grid_.columns, marked};
  }
  /// The rows of a node that are read at the same position by a reader in these rows.
  template <class N>
  MarkedRows seen_from(const MarkedRows& asked) const {
    MarkedRows rows = all<typename N::location>(false);
    if (rows.rows == asked.rows) return asked;
    for (std::size_t c = 0; c < rows.columns; ++c) *rows.column(c) = asked.any(c) ? 1 : 0;
    return rows;
  }
  /// Divides the rows into those where a condition holds and those where it does not.
  template <class Condition>
  void split(const Condition& condition, const MarkedRows& asked, MarkedRows (&taken)[2]) const {
    taken[0] = taken[1] = asked;
    const auto holds = host_values(condition);
    for (std::size_t c = 0; c < asked.columns; ++c) {
      for (int row = 0; row < asked.rows; ++row) taken[static_cast<bool>(holds(row, c)) ? 1 : 0].column(c)[row] = 0;
    }
  }

  template <class N>
  using FieldOf = Field<typename N::value_type, typename N::location, Backend>;
  ColumnGrid grid() const { return ColumnGrid(grid_.shared_from_this()); }

  template <class N>
  std::shared_ptr<FieldOf<N>> computed(const N& node) const {
    auto field = std::make_shared<FieldOf<N>>(grid());
    detail::values::evaluate_alone<Backend>(node, field->target(), grid_, policy_);
    return field;
  }
  /// The values of a node on the host.
  template <class N>
  auto host_values(const N& node) const {
    if constexpr (std::is_same_v<typename N::location, AnyLocation>) {
      const auto value = detail::values::constant(node);
      return [value](int, std::size_t) { return value; };
    } else {
      const int rows = rows_at<typename N::location>(grid_.levels);
      return [rows, host = computed(node)->to_host()](int row, std::size_t column) {
        return host[column * static_cast<std::size_t>(rows) + static_cast<std::size_t>(rows == 1 ? 0 : row)];
      };
    }
  }

  /// Evaluates a node from its arguments' values, and throws ValueError if one in the rows `asked` is not finite.
  template <class N, class Alone, class Operands>
  auto look(const N& node, const Alone& alone, const MarkedRows& asked, const Operands& operands_at) {
    const auto field = computed(alone);
    detail::values::require_finite(node, field->to_host(), asked, grid_, operands_at);
    kept_.push_back(field);
    return field->node();
  }
  /// Frees the memory of the arguments' values.
  template <class L>
  L keep(std::size_t before, const L& leaf) {
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(before), kept_.end() - 1);
    return leaf;
  }
  template <class To, class N>
  void check_result(const N& node, const MarkedRows& asked) {
    Field<typename N::value_type, To, Backend> result(grid());
    assign(result, node, policy().on(policy_.queue));
    detail::host_copies::wait_for<Backend>(policy_);
    detail::values::require_finite(
        result.node(), result.to_host(), asked, grid_, [](std::size_t, int) { return std::string(); },
        plan::formula(node));
  }

  template <class N, class L>
  std::string operand(const N& node, const L& leaf, std::size_t column, int row) const {
    return " " + plan::formula(node) + " = " + detail::values::text(host_values(leaf)(row, column)) + ",";
  }
  template <class N, class L>
  std::string operands(const N& node, const L& leaf, std::size_t column, const MarkedRows& rows) const {
    const auto value = host_values(leaf);
    std::string s;
    for (int row = 0; row < rows.rows; ++row) {
      if (rows.column(column)[row] == 0) continue;
      s += " " + plan::formula(node) + (rows.rows == 1 ? "" : "[" + std::to_string(row) + "]") + " = " +
           detail::values::text(value(row, column)) + ",";
    }
    return s;
  }

  template <Side Where, class Node>
  void check_condition(const Node& node, const MarkedRows& used) {
    const auto& given = node.op.template condition<Where>();
    if constexpr (requires { typename std::remove_cvref_t<decltype(given.value)>::stencil_node; }) {
      const std::size_t before = kept_.size();
      static_cast<void>(check(given.value, used));
      kept_.resize(before);
    }
  }
  template <Side Where, class Node>
  std::string condition(const Node& node, std::size_t column, const MarkedRows& used) const {
    const auto& given = node.op.template condition<Where>();
    using Condition = std::remove_cvref_t<decltype(given)>;
    if constexpr (requires { typename std::remove_cvref_t<decltype(given.value)>::stencil_node; }) {
      if (*used.column(column) == 0) return "";
      return std::string(Where == Side::bottom ? " bottom " : " top ") + Condition::name + " = " +
             detail::values::text(host_values(given.value)(0, column)) + ",";
    } else {
      return "";
    }
  }

  const ColumnGridData& grid_;
  const Policy& policy_;
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace detail::checking

}  // namespace stencil
