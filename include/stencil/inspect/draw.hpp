// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include <stencil/assign/contents.hpp>
#include <stencil/columnwise/fields.hpp>
#include <stencil/inspect/outliner.hpp>
#include <stencil/inspect/svg.hpp>
#include <stencil/inspect/symbols.hpp>
#include <stencil/where_used.hpp>

namespace stencil {

/// A picture of one or more expressions, evaluated by a team that stores every argument of an operator in shared
/// memory: the depths of the tree from the leaves upward, with barriers between them. operator<< writes it as Graphviz
/// DOT.
class ExpressionDrawing {
 public:
  STENCIL_WHERE_CALLED
  ExpressionDrawing(plan::Outline tree, std::vector<std::string> destinations)
      : tree_(std::move(tree)), destinations_(std::move(destinations)) {}

  /// The picture as Graphviz text: every node of the tree, in a cluster for each depth, and an edge from every value to
  /// its reader with the offsets in half levels. Stored values are boxes, fields are cylinders.
  template <class Tree = plan::Outline>
  std::string dot() const {
    using Text = where_used<std::string, Tree>;
    Text s = "digraph expression {\n  rankdir=BT;\n  node [fontname=\"monospace\", fontsize=11];\n";
    const int levels = tree_.height + 1;
    for (int level = -1; level < levels; ++level) {
      Text members;
      for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        if (level_of(tree_.nodes[i]) == level) members += node<Text>(i);
      }
      if (members.empty()) continue;
      const Text name = level < 0 ? "memory" : "level " + Text(std::to_string(level));
      s += "  subgraph cluster_";
      s += level < 0 ? Text("memory") : Text(std::to_string(level));
      s += " {\n    label=\"";
      s += name;
      s += "\"; labeljust=l; color=\"#b03030\"; style=dashed;\n";
      s += members;
      s += "  }\n";
    }
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      for (const plan::NodeRead& read : tree_.nodes[i].reads) s += edge<Text>(i, read);
    }
    for (std::size_t r = 0; r < tree_.roots.size(); ++r) {
      const Text name = "destination" + Text(std::to_string(r));
      s += "  " + name + " [label=\"";
      s += quoted<Text>(destinations_[r]);
      s += "\", shape=cylinder, style=filled, fillcolor=\"#e6f2e6\"];\n  n";
      s += Text(std::to_string(tree_.roots[r])) + " -> ";
      s += name;
      s += ";\n";
    }
    return s + "}\n";
  }

  /// A picture of the steps as SVG text: fields in memory at the bottom, the tiles of each depth as rows of centers or
  /// faces, the cells of them that one row of the next step reads, barriers, and the destination at the top. The same
  /// expression gives the same text.
  template <class Tree = plan::Outline>
  std::string svg() const {
    where_used<std::string, Tree> title;
    for (std::size_t r = 0; r < tree_.roots.size(); ++r)
      title += (r == 0 ? "" : "; ") + destinations_[r] + " = " +
               tree_.nodes[static_cast<std::size_t>(tree_.roots[r])].formula;
    return plan::svg_of(plan::steps_of<Tree>(tree_, destinations_), title);
  }

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                                      const ExpressionDrawing& d) {
    return out << d.dot();
  }

 private:
  static int level_of(const plan::OutlineNode& n) { return n.kept == plan::Kept::memory ? -1 : n.level; }
  template <class Text>
  static Text quoted(const Text& text) {
    Text s;
    for (const char c : text) s += c == '"' || c == '\\' ? Text("\\") + c : Text(1, c);
    return s;
  }
  template <class Text>
  Text node(std::size_t i) const {
    const plan::OutlineNode& n = tree_.nodes[i];
    Text label = (n.given.empty() ? "" : quoted<Text>(n.given) + "\\n") + quoted<Text>(n.name) + "\\n" + n.location;
    if (n.is_operator()) label += "\\nbottom " + quoted<Text>(n.bottom) + "\\ntop " + quoted<Text>(n.top);
    if (n.tile >= 0) label += "\\ntile " + Text(std::to_string(n.tile));
    Text look = "shape=ellipse";
    if (n.kept == plan::Kept::memory) look = "shape=cylinder, style=filled, fillcolor=\"#f3f3f3\"";
    if (n.kept == plan::Kept::number || n.kept == plan::Kept::grid) look = "shape=plaintext";
    if (n.kept == plan::Kept::stored) look = "shape=box, style=filled, fillcolor=\"#eaf1fa\"";
    return "    n" + Text(std::to_string(i)) + " [label=\"" + label + "\", " + look + "];\n";
  }
  template <class Text>
  static Text edge(std::size_t reader, const plan::NodeRead& read) {
    Text label;
    for (int bit = 0; bit < 64 && !read.condition; ++bit) {
      if ((read.seen >> bit & 1U) != 0 && (read.low + bit != 0 || read.count() > 1))
        label += (label.empty() ? "" : " ") + plan::text::halves(read.low + bit);
    }
    if (read.condition) label = "condition";
    return "  n" + Text(std::to_string(read.node)) + " -> n" + std::to_string(reader) +
           (label.empty() ? "" : " [label=\"" + label + "\", fontsize=10]") + ";\n";
  }

  plan::Outline tree_;
  std::vector<std::string> destinations_;
};

namespace detail::drawing {

/// A number of levels. Only the sizes of tiles and the counts of operations depend on it, which are not drawn.
inline constexpr int any_levels = 2;

/// Whether an expression is a solve or another operation along columns, which store no arguments.
template <class E>
inline constexpr bool along_columns =
    requires { typename E::stencil_accumulation; } || requires { typename E::stencil_column_node; };

/// The operations of a column function.
template <class Root>
ExpressionDrawing drawn_columns(const std::vector<std::string>& destinations, const Root& root) {
  return {column_functions::Symbols(any_levels).outline_of(root), destinations};
}

template <class... Expressions>
ExpressionDrawing drawn(const std::vector<std::string>& destinations, const Expressions&... expressions) {
  if constexpr (sizeof...(Expressions) == 1 && (column_functions::Contents<Expressions>::calls && ...))
    return drawn_columns(destinations, expressions...);
  using Plan = std::conditional_t<(along_columns<Expressions> || ...), plan::StoreNothing, plan::StoreEverything>;
  plan::Outliner<Plan> outliner(any_levels, false);
  (outliner.template add<typename Expressions::location>(expressions), ...);
  return {std::move(outliner).with(plan::tiles<Plan, plan::Order::levels, Expressions...>, plan::Order::levels),
          destinations};
}

/// Whether a column function has results for these destinations; sentences where it has not.
template <class E, class... Destinations>
constexpr bool has_results_for() {
  if constexpr (IsOperand<E>) {
    if constexpr (plan::is_column_call<node_of<E>>) {
      using Results = column_functions::results_of_root<node_of<E>>;
      return column_functions::results_fit<NoMask, Destinations...>(static_cast<const Results*>(nullptr));
    }
  }
  return true;
}

}  // namespace detail::drawing

/// The picture of an expression, or of a column function with all its results. No values are read or computed; it
/// depends on types, names and addresses only.
template <IsOperand E>
ExpressionDrawing draw(const E& expression) {
  if constexpr (plan::is_column_call<node_of<E>>) {
    constexpr int count = column_functions::results_of_root<node_of<E>>::count;
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) names.push_back(count == 1 ? "result" : "result " + std::to_string(i));
    return detail::drawing::drawn_columns(names, as_node(expression));
  } else {
    return detail::drawing::drawn({"result"}, as_node(expression));
  }
}
/// The same with the destination, a field, at the top.
template <IsReadable Destination, class E>
  requires(IsOperand<E> || IsLiteral<E>)
ExpressionDrawing draw(const Destination& destination, const E& expression) {
  const auto& target = destination.node();
  using Target = std::remove_cvref_t<decltype(target)>;
  if constexpr (detail::drawing::has_results_for<E, Target>())
    return detail::drawing::drawn({plan::formula(target)}, as_node_beside<Target>(expression));
}
/// The operations of a column function and which of them reads which: draw(fields(x, y), f(a, b)).
template <class Backend, class Shape, class... Destinations, class E>
ExpressionDrawing draw(const FieldDestinations<Backend, Shape, Destinations...>& destinations, const E& call) {
  if constexpr (detail::drawing::has_results_for<E, Destinations...>()) {
    const auto names = destinations.destinations.apply(
        [](const auto&... to) { return std::vector<std::string>{plan::formula(to)...}; });
    return detail::drawing::drawn_columns(names, call);
  }
}
/// The same for an evaluate(): draw(into(x, e1), into(y, e2)).
template <class First, class... Rest>
  requires requires { typename First::stencil_into; }
ExpressionDrawing draw(const First& first, const Rest&... rest) {
  return detail::drawing::drawn({plan::formula(first.destination), plan::formula(rest.destination)...},
                                first.expression, rest.expression...);
}
/// A compile-time error for draw().
template <class Never = void>
void draw() {
  static_assert(!std::is_same_v<Never, Never>,
                "stencil: draw takes an expression, draw(a + b), or a destination and what is written to it, "
                "draw(div, a + b)");
}

}  // namespace stencil
