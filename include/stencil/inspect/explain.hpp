// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/assign/allocate.hpp>
#include <stencil/assign/assign.hpp>
#include <stencil/inspect/closure_warnings.hpp>
#include <stencil/inspect/explanation.hpp>
#include <stencil/inspect/outliner.hpp>
#include <stencil/inspect/repeated.hpp>
#include <stencil/inspect/streams.hpp>
#include <stencil/inspect/symbols.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil {

namespace detail::explaining {

/// Adds to `x` the nodes, the tiles, of `values` values each, and the operations of an evaluation with a plan. Backends
/// call it.
template <class Plan, plan::Order How = plan::Order::levels, class Outs>
void describe_tree(const Outs& outputs, std::size_t values, Explanation& x) {
  const ColumnGridData& grid = *outputs.first.destination.grid;
  plan::Outliner<Plan> outliner(grid.levels, grid.periodic);
  outputs.each([&](const auto& output) {
    outliner.template add<typename std::remove_cvref_t<decltype(output)>::location>(output.expression);
  });
  x.tree = std::move(outliner).with(
      [] {
        if constexpr (Plan::in_registers) {
          return plan::TileList<0>{};
        } else {
          return ArenaPlan<Plan, How, Outs>::tiles;
        }
      }(),
      How);
  x.tile_values = values;
  x.tiles_in_sequence = How == plan::Order::sequence;
  x.operations_per_column = x.tree.operations();
  x.arithmetic_per_column = x.tree.arithmetic();
}

/// The same for operations along columns, which store no arguments unless a backend says otherwise.
template <class Outs>
void describe_along_columns(const Outs& outputs, Explanation& x) {
  using Node = typename Outs::first_type::expression_type;
  x.mapping.strategy = "along columns";
  x.mapping.reason = "a value needs all those before it in its column";
  x.mapping.team = Node::fold_type::in_order ? "one member of a team goes along a column"
                                             : "rows of a column are joined in a fixed order";
  describe_tree<plan::StoreNothing>(outputs, 0, x);
}

/// Adds to `x` the pieces in which a team goes through columns of `rows` rows (algorithm/accumulate.hpp).
template <class Piece>
void describe_pieces(const Piece& piece, int rows, Explanation& x) {
  x.mapping.arena_bytes = piece.bytes;
  x.mapping.barriers = 2 * ((rows + piece.rows - 1) / piece.rows);
  x.mapping.team += ", " + counted(static_cast<std::size_t>(piece.columns), "column") + " and " +
                    counted(static_cast<std::size_t>(piece.rows), "row") + " at a time";
}

/// Adds to `x` the operations of a solve: those of its matrix and right side, and those of elimination.
template <class Outs>
void describe_solve(const Outs& outputs, Explanation& x) {
  using System = typename Outs::first_type::expression_type::system;
  x.mapping.strategy = "solve";
  x.mapping.reason = "a band with " + std::to_string(System::below) + " entries below the diagonal and " +
                     std::to_string(System::above) + " above it, eliminated where it is made";
  x.mapping.team = "columns side by side, or lanes that share one";
  describe_tree<plan::StoreNothing>(outputs, 0, x);
}

/// One line for each operator, from the root of the tree to the leaves.
STENCIL_WHERE_CALLED
inline void list_operators(const plan::Outline& tree, int index, std::vector<bool>& met,
                           std::vector<std::string>& lines) {
  const auto place = static_cast<std::size_t>(index);
  if (met[place]) return;
  met[place] = true;
  const plan::OutlineNode& n = tree.nodes[place];
  if (n.is_operator()) {
    std::string line = n.name + "  reads";
    for (const plan::NodeRead& r : n.reads)
      if (!r.condition) line.append(1, ' ').append(range(r));
    lines.push_back(line + "  bottom " + n.bottom + ", top " + n.top);
  }
  for (const plan::NodeRead& r : n.reads) list_operators(tree, r.node, met, lines);
}

template <class N>
void count_products(const N& node, Explanation& x) {
  if constexpr (requires { node.matrix->rows(); }) {
    const auto operations = 2 * static_cast<std::size_t>(node.matrix->rows() * node.matrix->columns());
    x.operations_per_column += operations;
    x.arithmetic_per_column += operations;
  }
  each_child(node, [&](const auto& child, auto) { count_products(child, x); });
}
/// Adds to `x` how an evaluation is split: the products, and the expressions that are evaluated with them.
template <class... Nodes>
void explain_split(Explanation& x, const Nodes&... nodes) {
  constexpr bool alone = sizeof...(Nodes) == 1 && (EndsInProduct<Nodes>::value && ...);
  x.mapping.strategy = alone ? "dense" : "split";
  x.mapping.reason =
      alone ? "the product and what surrounds it in one pass, other columns through scratch"
            : "each value of a dense operator, a running mean, a remap, at_height or at_level at levels needs its "
              "whole column; where more than that is assigned, its values go through scratch";
  x.mapping.team = "some columns at a time";
  (count_products(nodes, x), ...);
}

/// Adds to `x` the operations of a column function in order, and how many of its values are alive at a time. Parts: it
/// is carried out in a part of each column.
template <class Backend, bool Parts = false, class Job, class P>
void describe_columns(const Job& job, const column_functions::Demands& demands, const P& policy, Explanation& x) {
  const ColumnGridData& grid = *argument_at<0>(job.destinations).grid;
  x.tree = column_functions::Symbols(grid.levels).outline_of(job.root);
  x.operations_per_column = x.tree.operations();
  x.arithmetic_per_column = x.tree.arithmetic();
  x.mapping.strategy = "column function";
  x.mapping.reason = "every operation is carried out once, where it stands; at most " +
                     counted(static_cast<std::size_t>(column_functions::most_alive(x.tree)), "value") +
                     " of a level alive at a time";
  if constexpr (requires { policy.strategy.strategy; }) {  // CheckValues or another around a strategy
    describe_columns<Backend, Parts>(job, demands, policy.instead(policy.strategy.strategy), x);
  } else if constexpr (requires { policy.strategy.of_parts; }) {
    describe_columns<Backend, true>(job, demands, policy.instead(policy.strategy.of_parts), x);
  } else if constexpr (Parts && requires { Backend::describe_parts(job, demands, policy, x); }) {
    Backend::describe_parts(job, demands, policy, x);
  } else if constexpr (requires { Backend::describe_columns(job, demands, policy, x); }) {
    Backend::describe_columns(job, demands, policy, x);
  }
}

/// Adds the arrays, the bytes and the operators of an evaluation whose tree is there. Heights and spacings that all
/// columns share stay in the caches.
template <class Outs>
void add_traffic(const Outs& outputs, const ColumnGridData& grid, Explanation& x) {
  x.streams = streams_of(outputs, x.tree);
  for (const plan::Outline::Metric& m : x.tree.metrics) {
    if (grid.per_column) x.streams.push_back({m.name, m.bytes * static_cast<std::size_t>(m.rows), false});
  }
  for (const MemoryStream& stream : x.streams) x.bytes_per_column += stream.bytes_per_column;
  std::vector<bool> met(x.tree.nodes.size());
  for (const int root : x.tree.roots) list_operators(x.tree, root, met, x.operators);
}

/// A job as outputs of which the first has all that is read.
template <class Job, class Destination, class... Rest>
auto as_outputs(const Job& job, const Destination& first, const Rest&... rest) {
  using Root = std::remove_cvref_t<decltype(job.root)>;
  using Mask = std::remove_cvref_t<decltype(job.mask)>;
  return make_outputs(AssignmentOutput<Destination, Root, Mask>{first, job.root, job.mask, {}},
                      AssignmentOutput<Rest, ScalarNode<double>>{rest, {0.0}, {}, {}}...);
}
template <class Backend, class P, class Root, class... Destinations>
Explanation explain_columns(const P& policy, const Root& root, const Destinations&... destinations) {
  using Mask = std::remove_cvref_t<decltype(policy.mask)>;
  using Results = column_functions::results_of_root<Root>;
  [[maybe_unused]] constexpr bool fit =
      column_functions::results_fit<Mask, Destinations...>(static_cast<const Results*>(nullptr));
  const column_functions::Job<Root, Mask, Destinations...> job{root, policy.mask, make_arguments(destinations...)};
  const auto outputs = as_outputs(job, destinations...);
  plan::OperandList operands;
  const auto staging = column_functions::check(operands, job);
  [[maybe_unused]] const auto there = detail::checks::on_their_device<Backend>(operands);
  const ColumnGridData& grid = *outputs.first.destination.grid;
  Explanation x;
  const std::string names[] = {plan::formula(destinations)...};
  for (const std::string& name : names) x.formula += (x.formula.empty() ? "" : ", ") + name;
  x.formula += " = " + plan::formula(root);
  x.shape = detail::checks::describe(outputs.first.destination);
  if constexpr (has_mask<decltype(outputs)>) x.mask = plan::formula(policy.mask);
  x.columns = grid.columns;
  auto demands = column_functions::traced<typename Backend::space>(root, policy.mask, grid);
  demands.staging = staging;
  describe_columns<Backend>(job, demands, policy, x);
  if constexpr (requires { decltype(policy.strategy)::is_part_of_columns; })
    x.mapping.reason += "; in the active levels of each column alone, while all numbers here are of whole columns";
  add_traffic(outputs, grid, x);
  return x;
}

template <class P, class Into>
auto output_of(const P& policy, const Into& into) {
  return AssignmentOutput<decltype(Into::destination), decltype(Into::expression), std::remove_cv_t<decltype(P::mask)>>{
      into.destination, into.expression, policy.mask, {}};
}
template <class P, class First, class... Rest>
Explanation explain_trees(const P& policy, const First& first, const Rest&... rest) {
  using Backend = typename First::backend;
  using Node = decltype(First::expression);
  auto outputs = make_outputs(output_of(policy, first), output_of(policy, rest)...);
  constexpr bool splits =
      (ContainsSplit<decltype(First::expression)>::value || ... || ContainsSplit<decltype(Rest::expression)>::value);
  if constexpr (splits) {  // whose operands may be on several grids
    plan::OperandList operands;
    detail::checks::list_operands<plan::StoreNothing>(operands, outputs);
    for (const plan::Operand& one : operands)
      detail::checks::require_memory(one.leaf, one.written ? "the destination" : "an operand", one.written);
  } else {
    detail::checks::check<plan::StoreNothing>(outputs);
  }
  Explanation x;
  x.formula = plan::formula_of_outputs(outputs);
  x.shape = detail::checks::describe(first.destination);
  ((x.shape += " and " + detail::checks::describe(rest.destination)), ...);
  if constexpr (has_mask<decltype(outputs)>) x.mask = plan::formula(policy.mask);
  x.columns = first.destination.grid->columns;
  const auto warn = [&](const auto& into) {
    for (const auto& sentence : plan::closure_warnings(into.expression, into.destination.grid->periodic))
      x.warnings.push_back(sentence);
  };
  warn(first);
  (warn(rest), ...);
  if constexpr (splits) {
    describe_tree<plan::StoreNothing>(outputs, 0, x);
    explain_split(x, first.expression, rest.expression...);
  } else if constexpr (is_solve<Node>) {
    describe_solve(outputs, x);
  } else if constexpr (detail::assignment::IsSort<Node>) {
    describe_tree<plan::StoreNothing>(outputs, 0, x);
    Node::explain(x);
  } else if constexpr (IsAccumulation<Node>) {
    describe_along_columns(outputs, x);
    if constexpr (requires { Backend::explain_accumulation(outputs, policy, x); })
      Backend::explain_accumulation(outputs, policy, x);
  } else if constexpr (requires { policy.strategy.strategy; }) {  // CheckValues or another around a strategy
    Backend::explain(outputs, policy.with(policy.strategy.strategy), x);
  } else {
    Backend::explain(outputs, policy, x);
  }
  for (const std::string& part : plan::repeated_parts(x.tree)) {
    x.warnings.push_back(part + " and is computed each time; a column function, columnwise(f), computes a name once");
  }
  add_traffic(outputs, *first.destination.grid, x);
  return x;
}

/// Column functions, and with active levels all expressions, are explained as such. That is how they are carried out
/// but for formulas without neighbours in active levels, where the backend has loops of their own.
template <class P, class First, class... Rest>
Explanation explain_all(const P& policy, const First& first, const Rest&... rest) {
  using Backend = typename First::backend;
  if constexpr (requires { decltype(policy.strategy.strategy)::is_part_of_columns; }) {  // CheckValues around levels
    return explain_all(policy.instead(policy.strategy.strategy), first, rest...);
  } else if constexpr (!requires { decltype(policy.strategy)::is_part_of_columns; } &&
                       !detail::assignment::is_column_function<std::remove_cvref_t<decltype(policy.mask)>, First,
                                                               Rest...>()) {
    return explain_trees(policy, first, rest...);
  } else {
    Explanation x = explain_columns<Backend>(policy, column_functions::root_of(first, rest...), first.destination,
                                             rest.destination...);
    if constexpr (requires { decltype(policy.strategy)::is_part_of_columns; }) {
      using Outputs = decltype(make_outputs(output_of(policy, first), output_of(policy, rest)...));
      if constexpr (std::remove_cvref_t<decltype(policy.strategy)>::template goes_along_rows<Backend, Outputs, P>)
        x.mapping.team = "goes along the active rows of each column, or of vectors of columns with a mask";
    }
    return x;
  }
}

}  // namespace detail::explaining

/// Tells what `assign(destination, expression, policy)` would do on this machine, without doing it: for every node
/// where its value is kept, its tile and its operations; for operators what they read and where they use a closure; the
/// strategy, why it was chosen, its arena and its barriers; and the bytes that must be moved. Throws what the
/// assignment would throw before it writes.
template <IsWritable Destination, class E, class P = AssignmentPolicy<>>
  requires(IsOperand<E> || IsLiteral<E>) && IsPolicy<P>
Explanation explain(const Destination& destination, const E& e, const P& policy = {}) {
  return detail::explaining::explain_all(policy, into<true>(destination, e));
}
/// The same for a column function, fields(x, y) = f(a, b).
template <class Backend, class Shape, class... Destinations, class E, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
Explanation explain(const FieldDestinations<Backend, Shape, Destinations...>& destinations, const E& call,
                    const P& policy = {}) {
  return destinations.destinations.apply(
      [&](const auto&... to) { return detail::explaining::explain_columns<Backend>(policy, call, to...); });
}
/// The same for evaluate(into(x, e1), into(y, e2), ..., policy).
template <class First, class... Rest>
  requires requires { typename First::stencil_into; }
Explanation explain(const First& first, const Rest&... rest) {
  return detail::assignment::with_policy_last(
      [](const auto& how, const auto&... pairs) { return detail::explaining::explain_all(how, pairs...); }, first,
      rest...);
}

}  // namespace stencil
