// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <stencil/expression/functions.hpp>
#include <stencil/plan/reads.hpp>
#include <stencil/plan/text.hpp>

/// An expression as a list of nodes of one type, for explain and draw.
namespace stencil::plan {

/// Where the value of a node is.
enum class Kept {
  memory,       ///< a field
  number,       ///< a number in the expression
  grid,         ///< a height or a spacing
  fused,        ///< computed where it is used, once
  recomputed,   ///< computed again at every read
  stored,       ///< computed once into a tile
  registers,    ///< computed once into registers
  destination,  ///< a field that is written
};
inline const char* word(Kept kept) {
  constexpr const char* words[] = {"memory",     "number", "grid",      "fused",
                                   "recomputed", "stored", "registers", "destination"};
  return words[static_cast<int>(kept)];
}

/// An edge of the tree: one node reads another.
struct NodeRead {
  int node = 0;            ///< the index in Outline::nodes of the one that is read
  std::uint64_t seen = 1;  ///< bit i is set if it is read at an offset of i + low half levels
  int low = 0;
  bool condition = false;  ///< the value of a boundary condition
  int count() const { return std::popcount(seen); }
};

struct OutlineNode {
  std::string name;      ///< "GradientC2F", "*", "a"
  std::string formula;   ///< with its arguments
  std::string given;     ///< the name that the user gave the value, by named()
  std::string location;  ///< "center", "face", "surface", "anywhere"
  std::string bottom;    ///< the condition at the bottom of an operator: "SetValue", "closure (Extrapolate)", "free"
  std::string top;
  std::string numbers;         ///< that the conditions set, and what a node has beside its arguments
  const void* type = nullptr;  ///< the same for nodes of one type; in a column function none
  std::vector<NodeRead> reads;
  bool infix = false;  ///< the name is written between the arguments
  bool users = false;  ///< a function of the user's, or a table: others have the same name
  Kept kept = Kept::fused;
  std::string reason;           ///< why it is kept there, in a word or two
  int level = 0;                ///< the depth of the tree, counted from the leaves, at which it is computed
  int tile = -1;                ///< the number of its tile, in the order in which tiles are filled; -1: none
  int tile_bytes = 0;           ///< of one row
  std::size_t offset = 0;       ///< of its tile, bytes in one row of the arena
  int written = 0;              ///< level at which the tile is filled or, if one thread fills all tiles, its number
  int last_read = 0;            ///< level, or number of the tile, at which it is read for the last time
  int operations = 0;           ///< arithmetic for one row, in units of one addition, without that of the arguments
  int loads = 0;                ///< for one row, of a field or of the metric
  int row_bytes = 0;            ///< in a column function, that a lane holds of the value in a row; 0 for a number
  int column_bytes = 0;         ///< the same of what a column has once
  const void* data = nullptr;   ///< of a field in an expression, its first value
  std::size_t evaluations = 0;  ///< how often a row is computed in one column, repetitions counted
  std::size_t tile_loads = 0;   ///< values that are read from tiles in one column

  bool is_operator() const { return !bottom.empty(); }
};

/// The nodes of one or more expressions, arguments before their readers, each field once.
struct Outline {
  std::vector<OutlineNode> nodes;
  std::vector<int> roots;  ///< the indices of the expressions themselves
  int height = 0;          ///< the depth of the tree
  int tiles = 0;
  struct Metric {
    std::string name;
    int rows = 0;
    std::size_t bytes = 0;  ///< of a value
  };
  std::vector<Metric> metrics;  ///< the quantities of the grid that are read

  /// Adds a quantity of the grid, of columns of `levels` levels, unless it is there.
  template <class Leaf>
  void note(const Leaf& leaf, int levels, std::size_t bytes) {
    const std::string text = formula(leaf);
    for (const Metric& known : metrics)
      if (known.name == text && known.bytes == bytes) return;
    metrics.push_back({text, rows_at<typename Leaf::location>(levels), bytes});
  }
  /// Adds those of which a node consists.
  template <class N>
  void note_all(const N& node, int levels) {
    if constexpr (!is_childless<N>) {
      each_child(node, [&](const auto& child, auto) { note_all(child, levels); });
    } else if constexpr (IsLeaf<N>::value && !std::is_same_v<typename N::location, AnyLocation>) {
      note(node, levels, sizeof(typename N::value_type));
    }
  }

  /// Arithmetic of one column, in units of one addition.
  std::size_t arithmetic() const {
    std::size_t sum = 0;
    for (const OutlineNode& n : nodes) sum += n.evaluations * static_cast<std::size_t>(n.operations);
    return sum;
  }
  /// The same with every load counted as one.
  std::size_t operations() const {
    std::size_t sum = arithmetic();
    for (const OutlineNode& n : nodes) sum += n.evaluations * static_cast<std::size_t>(n.loads) + n.tile_loads;
    return sum;
  }
};

namespace outlines {

/// The arithmetic of a node for one row, without loads.
template <class N>
int arithmetic_of(const N& node) {
  if constexpr (is_childless<N>) return 0;
  if constexpr (requires { node.reads.metric_reads; }) return N::cost - node.reads.metric_reads;
  return N::cost;
}

template <class Node, Side Where>
std::string served_by() {
  using Condition = typename Node::template condition_type<Where>;
  if constexpr (!std::is_same_v<Condition, OperatorClosure>) {
    return text::name_of<Condition>("condition");
  } else if constexpr (Node::template end_rows<Where>() == 0) {
    return "free";
  } else {
    return "closure (" + text::name_of<typename Node::operator_type::closure>("its own formula") + ")";
  }
}

template <class N>
inline constexpr bool is_pointwise = false;
template <class F, class... Nodes>
inline constexpr bool is_pointwise<Broadcasted<F, Nodes...>> = true;
template <class N>
inline constexpr bool is_users = false;
template <class F, class... Nodes>
inline constexpr bool is_users<Broadcasted<functions::User<F>, Nodes...>> = true;
template <class F, class... Nodes>
std::string function_name(const Broadcasted<F, Nodes...>& n) {
  if constexpr (requires { n.function.is_the_field; }) {
    if (!n.function.is_the_field) return "constant";
  }
  return text::name_of<F>("function");
}
/// The metric of a formula that reports what is read.
template <class Location, class Note>
struct NotingMetric {
  const Note& note;
  template <int H = 0>
  constexpr OperationProbe z(LevelOffset<H> = {}) const {
    return noted<MetricKind::z, H>();
  }
  template <int H = 0>
  constexpr OperationProbe dz(LevelOffset<H> = {}) const {
    return noted<MetricKind::dz, H>();
  }
  template <int H = 0>
  constexpr OperationProbe inverse_dz(LevelOffset<H> = {}) const {
    return noted<MetricKind::inverse_dz, H>();
  }
  constexpr OperationProbe number(double) const { return {}; }

 private:
  template <MetricKind Kind, int H>
  constexpr OperationProbe noted() const {
    note(MetricLeaf<double, location_at<Location, H>, Kind>{});
    return {};
  }
};
/// Calls note(metric leaf) for every quantity of the grid that the interior formula of an operator reads.
template <class Node, class Note>
void each_metric(const Note& note) {
  std::array<ReadOffsets, static_cast<std::size_t>(Node::count)> reads{};
  const auto op = detail::probing::some<typename Node::operator_type>();  // nvcc 13.0 does not find it in the lambda
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    static_cast<void>(op.interior(ProbeAccessor{&reads[I]}..., NotingMetric<typename Node::location, Note>{note}));
  }(std::make_index_sequence<static_cast<std::size_t>(Node::count)>{});
}

/// The text of a node without its arguments: the name of a function or an operator, or the whole text of a leaf.
template <class N>
std::string name_of(const N& node) {
  if constexpr (is_pointwise<N>) return function_name(node);
  const std::string all = formula(node);
  // g++ 12 at -O3 warns that all.find('(') reads beyond the string.
  return !is_childless<N> ? std::string(all.begin(), std::find(all.begin(), all.end(), '(')) : all;
}

}  // namespace outlines

}  // namespace stencil::plan
