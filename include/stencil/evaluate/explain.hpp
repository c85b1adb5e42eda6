// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include <stencil/evaluate/assign.hpp>
#include <stencil/matrix/solve.hpp>
#include <stencil/plan/text.hpp>

namespace stencil {

/// How a backend maps an evaluation on its hardware.
struct Mapping {
  std::string strategy;
  std::string reason;
  std::string team;             ///< who computes a column, in words
  std::size_t arena_bytes = 0;  ///< of a team's tiles
  int barriers = 0;             ///< of a team, in one evaluation
};

/// What an assignment would do, in figures and as text; it streams.
struct Explanation {
  std::string formula;
  Mapping mapping;
  std::size_t bytes_per_column = 0;       ///< that must move once: operands and destinations
  std::size_t operations_per_column = 0;  ///< in units of one addition, loads included
  std::vector<std::string> operators;     ///< one line each: what it reads, its conditions, its closures
  std::string shape;

  std::string text() const {
    std::string s = formula + "\n  on " + shape + "\n";
    for (const std::string& line : operators) s += "  " + line + "\n";
    s += "  strategy    " + mapping.strategy + ": " + mapping.reason + "\n";
    s += "  team        " + mapping.team + "\n";
    s += "  arena       " + std::to_string(mapping.arena_bytes) + " bytes per team, " +
         std::to_string(mapping.barriers) + (mapping.barriers == 1 ? " barrier\n" : " barriers\n");
    s += "  compulsory  " + std::to_string(bytes_per_column) + " bytes per column\n";
    s += "  operations  " + std::to_string(operations_per_column) + " per column\n";
    return s;
  }
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Explanation& e) {
    return out << e.text();
  }
};

namespace explaining {

inline std::string halves(int n) {
  const std::string whole = std::to_string(n < 0 ? -n / 2 : n / 2);
  return std::string(n < 0 ? "-" : "+") + (n % 2 == 0 ? whole : n / 2 == 0 ? "1/2" : whole + " 1/2");
}

template <class Node, Side Where>
std::string end_text() {
  using Condition = typename Node::template condition_type<Where>;
  const std::string side = Where == Side::bottom ? "bottom " : "top ";
  if constexpr (!std::is_same_v<Condition, Closure>) {
    return side + plan::text::name_of<Condition>("condition");
  } else if constexpr (Node::template end_rows<Where>() == 0) {
    return side + "free";
  } else {
    return side + "closure (" + plan::text::name_of<typename Node::operator_type::closure>("its own formula") + ")";
  }
}

template <class N>
void list_operators(const N& node, std::vector<std::string>& lines) {
  if constexpr (plan::IsStencil<N>::value) {
    using Op = typename N::operator_type;
    std::string line = plan::text::name_of<Op>("operator") + "  reads";
    for (const Reads& r : N::reads.argument)
      line += r.seen == 0 ? " nothing inside" : " " + halves(r.low) + ".." + halves(r.high);
    lines.push_back(line + "  " + end_text<N, Side::bottom>() + ", " + end_text<N, Side::top>());
  }
  plan::Children<N>::each(node, [&](const auto& child, auto) { list_operators(child, lines); });
}

/// Bytes of one column of all operands and destinations, each array once.
template <class Outs>
std::size_t compulsory_bytes(const Outs& outputs) {
  std::vector<const void*> met;
  std::size_t bytes = 0;
  const auto add = [&](const auto& leaf) { bytes += sizeof(leaf.data[0]) * static_cast<std::size_t>(leaf.rows()); };
  const auto add_operand = [&](const auto& leaf, plan::ReadAs = plan::ReadAs::own_row) {
    if (std::find(met.begin(), met.end(), leaf.data) != met.end()) return;
    met.push_back(leaf.data);
    add(leaf);
  };
  outputs.each([&](const auto& output) {
    add(output.destination);
    plan::each_leaf<plan::StoreNothing>(output.expression, add_operand);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(output.mask)>, NoMask>)
      plan::each_leaf<plan::StoreNothing>(output.mask, add_operand);
  });
  return bytes;
}

/// Operations of one column: every stored argument once, and the destinations.
template <class Plan, class Outs>
std::size_t operations(const Outs& outputs) {
  std::size_t total = 0;
  outputs.each([&](const auto& output) {
    using O = std::remove_cvref_t<decltype(output)>;
    const int levels = output.destination.grid->levels;
    total += static_cast<std::size_t>(plan::cost<Plan>(plan::type<typename O::expression_type>{}, 1)) *
             static_cast<std::size_t>(rows_at<typename O::location>(levels));
    plan::each_stored<Plan>(output.expression, [&](const auto& node, auto index) {
      using Stored = std::remove_cvref_t<decltype(plan::argument_of<decltype(index)::value>(node))>;
      total += static_cast<std::size_t>(plan::cost<Plan>(plan::type<Stored>{}, 1)) *
               static_cast<std::size_t>(rows_at<typename Stored::location>(levels));
    });
  });
  return total;
}

/// A system of a column: its matrix and right side, and what elimination does with a row of them.
template <class Node>
void explain_solve(const Node&, int levels, Explanation& x) {
  using System = typename Node::system;
  using Plan = plan::StoreNothing;
  x.mapping.strategy = "solve";
  x.mapping.reason = "a band with " + std::to_string(System::below) + " entries below the diagonal and " +
                     std::to_string(System::above) + " above it, eliminated where it is made";
  x.mapping.team = "columns side by side, or lanes that share one";
  const int elimination = 8 + 2 * System::below * (System::above + 1) + 3 * System::above;
  const int row = plan::cost<Plan>(plan::type<typename Node::matrix_type>{}, 1) +
                  plan::cost<Plan>(plan::type<typename Node::right_type>{}, 1) + elimination;
  x.operations_per_column =
      static_cast<std::size_t>(row) * static_cast<std::size_t>(rows_at<typename Node::location>(levels));
}

template <class N>
void count_products(const N& node, Explanation& x) {
  if constexpr (requires { node.matrix->rows(); })
    x.operations_per_column += 2 * static_cast<std::size_t>(node.matrix->rows() * node.matrix->columns());
  plan::Children<N>::each(node, [&](const auto& child, auto) { count_products(child, x); });
}
/// An evaluation that is split: the products, and what is evaluated where they are.
template <class Node>
void explain_split(const Node& node, Explanation& x) {
  x.mapping.strategy = EndsInProduct<Node>::value ? "dense" : "split";
  x.mapping.reason =
      EndsInProduct<Node>::value
          ? "the product and what surrounds it in one pass, other columns through scratch"
          : "each value of a dense operator or a remap needs its whole column, which goes through scratch";
  x.mapping.team = "some columns at a time";
  count_products(node, x);
}

}  // namespace explaining

/// What `assign(destination, expression, policy)` would do on this machine, without doing it: the operators with what
/// they read and where a closure serves, the strategy with the reason for it, the bytes of its arena and its barriers,
/// the bytes that must move and the operations.
template <Writable Destination, class E, class P = Policy<>>
  requires(Operand<E> || Literal<E>) && IsPolicy<P>
Explanation explain(const Destination& destination, const E& e, const P& policy = {}) {
  const auto pair = into(destination, e);
  using Pair = std::remove_const_t<decltype(pair)>;
  using Backend = typename Pair::backend;
  auto outputs =
      make_outputs(Output<decltype(Pair::destination), decltype(Pair::expression), std::remove_cv_t<decltype(P::mask)>>{
          pair.destination, pair.expression, policy.mask, {}});
  constexpr bool splits = Splits<decltype(Pair::expression)>::value;
  if constexpr (!splits) checks::check<plan::StoreNothing>(outputs);
  Explanation x;
  x.formula = plan::formula_of_outputs(outputs);
  x.shape = checks::describe(pair.destination);
  explaining::list_operators(pair.expression, x.operators);
  x.bytes_per_column = explaining::compulsory_bytes(outputs);
  if constexpr (splits) {
    explaining::explain_split(pair.expression, x);
  } else if constexpr (IsAccumulation<decltype(Pair::expression)>) {
    x.mapping.strategy = "along columns";
    x.mapping.reason = "a value needs all those before it in its column";
    x.mapping.team = decltype(Pair::expression)::fold_type::in_order ? "one member of a team goes along a column"
                                                                     : "rows of a column are joined in a fixed order";
    x.operations_per_column = explaining::operations<plan::StoreNothing>(outputs);
  } else if constexpr (is_solve<decltype(Pair::expression)>) {
    explaining::explain_solve(pair.expression, pair.destination.grid->levels, x);
  } else {
    Backend::explain(outputs, policy, x);
  }
  return x;
}

}  // namespace stencil
