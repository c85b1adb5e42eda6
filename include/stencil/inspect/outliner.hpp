// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <stencil/inspect/outline.hpp>
#include <stencil/inspect/parameters.hpp>
#include <stencil/plan/tiles.hpp>

namespace stencil::plan {

/// Whether an operation takes values of its arguments from whole columns, computed before.
template <class N>
inline constexpr bool whole_columns =
    requires { typename N::stencil_whole_column; } || requires { typename N::stencil_sort; };

/// Builds the outline of expressions that are evaluated with a plan in columns of `levels` levels. width: how many
/// neighbouring positions are computed together, whose common values count once (plan/cost.hpp); rows: how often in a
/// column.
template <class Plan>
class Outliner {
 public:
  Outliner(int levels, bool periodic) : levels_(levels), periodic_(periodic) {}

  /// Adds an expression that is evaluated at a location.
  template <class Where, class N>
  void add(const N& root) {
    const std::size_t rows = rows_of<Where>();
    const int index = visit(root, 1, rows);
    outline_.roots.push_back(index);
    OutlineNode& top = outline_.nodes[at(index)];
    if (top.kept == Kept::fused || whole_columns<N>) {
      top.kept = Kept::destination;
      top.reason.clear();
    }
    outline_.height = std::max(outline_.height, Height<Plan, N>::value);
  }
  /// The outline, with the offsets of the tiles of all roots together.
  template <class Tiles>
  Outline with(const Tiles& tiles, Order order) && {
    outline_.tiles = tiles.count;
    const int end = order == Order::levels ? outline_.height : tiles.count;
    for (std::size_t i = outline_.nodes.size(); i-- > 0;) {  // a node without a tile is computed with its reader
      for (const NodeRead& read : outline_.nodes[i].reads) {
        OutlineNode& n = outline_.nodes[at(read.node)];
        if (n.kept == Kept::fused || n.kept == Kept::recomputed) n.level = outline_.nodes[i].level;
      }
    }
    for (OutlineNode& n : outline_.nodes) {
      if (n.tile < 0) continue;
      const Tile& tile = tiles.tile[n.tile];
      n.tile_bytes = tile.bytes_per_row;
      n.offset = tile.offset;
      n.written = tile.written;
      n.last_read = tile.last_read == INT_MAX ? end : tile.last_read;
    }
    return std::move(outline_);
  }

 private:
  template <class Where>
  std::size_t rows_of() const {
    return static_cast<std::size_t>(rows_at<Where>(levels_));
  }
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  /// The index of a field that has been added before, else -1.
  template <class N>
  int known(const void* memory, const N& node) {
    for (std::size_t i = 0; i < outline_.nodes.size(); ++i) {
      const OutlineNode& n = outline_.nodes[i];
      // Fields that have no memory yet differ by their names.
      const bool same =
          memory != nullptr ? n.data == memory : n.kept == Kept::memory && n.name == outlines::name_of(node);
      if (same && n.location == N::location::name) return static_cast<int>(i);
    }
    return -1;
  }

  template <class N>
  int visit(const N& node, int width, std::size_t rows) {
    if constexpr (IsMemory<N>::value) {
      const int met = known(node.data, node);
      if (met >= 0) {
        outline_.nodes[at(met)].evaluations += static_cast<std::size_t>(width) * rows;
        return met;
      }
    }
    OutlineNode made;
    made.name = outlines::name_of(node);
    made.formula = formula(node);
    made.type = &outlines::place_of_type<N>;
    made.location = N::location::name;
    made.infix = outlines::is_pointwise<N> && std::isalpha(static_cast<unsigned char>(made.name[0])) == 0;
    made.users = outlines::is_users<N>;
    made.operations = outlines::arithmetic_of(node);
    made.level = Height<Plan, N>::value;
    made.evaluations = static_cast<std::size_t>(width) * rows;
    if constexpr (IsMemory<N>::value) {
      made.kept = Kept::memory;
      made.loads = 1;
      made.data = node.data;
    } else if constexpr (IsStencil<N>::value) {
      visit_operator(made, node, width, rows);
    } else {
      made.numbers = outlines::state_of(node);
      visit_others(made, node, width, rows);
    }
    outline_.nodes.push_back(std::move(made));
    return static_cast<int>(outline_.nodes.size()) - 1;
  }

  template <class N>
  OutlineNode& visit_argument(OutlineNode& reader, const N& argument, int width, std::size_t rows, NodeRead read = {}) {
    read.node = visit(argument, width, rows);
    OutlineNode& visited = outline_.nodes[at(read.node)];
    reader.reads.push_back(read);
    return visited;
  }

  template <class N>
  void visit_operator(OutlineNode& made, const N& node, int width, std::size_t rows) {
    made.bottom = outlines::served_by<N, Side::bottom>();
    made.top = outlines::served_by<N, Side::top>();
    made.loads = N::reads.metric_reads;
    outlines::each_metric<N>([&](const auto& metric) { outline_.note(metric, levels_, sizeof(typename N::real)); });
    each_child(node, [&](const auto& argument, auto index) {
      constexpr int I = decltype(index)::value;
      using Argument = std::remove_cvref_t<decltype(argument)>;
      const ReadOffsets& seen = N::reads.argument[I];
      NodeRead read;
      read.low = seen.seen == 0 ? 0 : seen.low;
      read.seen = seen.seen == 0 ? 0 : seen.seen >> (seen.low + ReadOffsets::origin);
      const int together = Plan::in_registers ? width : width + std::max(seen.count() - 1, 0);
      constexpr bool stored = child_is_stored<Plan, N, I>();
      // A field is read from its memory at every read, or once into registers.
      if constexpr (stored && !IsLeaf<Argument>::value) {
        OutlineNode& argument_node = visit_argument(made, argument, 1, rows_of<typename Argument::location>(), read);
        if (!Plan::in_registers) made.tile_loads += static_cast<std::size_t>(together) * rows;
        argument_node.kept = Plan::in_registers ? Kept::registers : Kept::stored;
        argument_node.reason = Plan::why_stored;
        if (!Plan::in_registers) argument_node.tile = next_tile_++;
      } else {
        OutlineNode& argument_node = visit_argument(made, argument, together, rows, read);
        if (argument_node.kept == Kept::fused) {
          const bool per_column = !std::is_same_v<typename Argument::location, Center> &&
                                  !std::is_same_v<typename Argument::location, Face>;
          argument_node.kept = Kept::recomputed;
          argument_node.reason = per_column ? "one per column" : Plan::why_recomputed;
        }
      }
    });
    visit_condition<Side::bottom>(made, node);
    visit_condition<Side::top>(made, node);
    made.numbers += outlines::parameters_of(node.op);
  }
  /// Adds the value of a condition; of a number its text.
  template <Side Where, class N>
  void visit_condition(OutlineNode& made, const N& node) {
    const auto& condition = node.op.template condition<Where>();
    if constexpr (requires { condition.a + condition.b; })  // SetFlux
      made.numbers += outlines::digits(condition.a) + ',' + outlines::digits(condition.b) + ';';
    if constexpr (requires { typename std::remove_cvref_t<decltype(condition.value)>::stencil_node; }) {
      if constexpr (!std::is_same_v<typename std::remove_cvref_t<decltype(condition.value)>::location, AnyLocation>) {
        NodeRead read;
        read.condition = true;
        visit_argument(made, condition.value, 1, 1, read);
      } else {
        made.numbers += outlines::exactly(condition.value) + ';';
      }
    }
  }

  template <class N>
  void visit_others(OutlineNode& made, const N& node, int width, std::size_t rows) {
    bool has_arguments = false;
    const int levels = levels_;
    int levels_of_first = levels_;
    if constexpr (requires { node.grids.from->levels; }) {  // the first argument may be on another grid
      if (node.grids.from.get() != nullptr) levels_of_first = node.grids.from->levels;
    }
    each_child(node, [&](const auto& argument, auto index) {
      has_arguments = true;
      levels_ = decltype(index)::value == 0 ? levels_of_first : levels;
      using Argument = std::remove_cvref_t<decltype(argument)>;
      if constexpr (requires { node.fold; }) {
        // All rows of a column are joined; the starting value is computed once.
        const std::size_t all = periodic_ ? static_cast<std::size_t>(levels_) : rows_of<typename Argument::location>();
        const bool accumulates = !std::is_same_v<typename N::location, Surface>;
        const std::size_t joined = accumulates ? std::min(rows, all) : made.evaluations * all;
        if (decltype(index)::value == 0) {
          visit_argument(made, argument, 1, joined);
          made.evaluations = joined;
        } else {
          visit_argument(made, argument, 1, accumulates ? 1 : rows);
        }
      } else if constexpr (whole_columns<N>) {
        OutlineNode& visited = visit_argument(made, argument, 1, rows_of<typename Argument::location>());
        if (decltype(index)::value == 0 || requires { typename N::stencil_sort; }) keep_column(visited);
      } else {
        visit_argument(made, argument, requires { node.level; } ? 1 : width, rows);
      }
    });
    levels_ = levels;
    if constexpr (whole_columns<N>) {
      keep_column(made);
      made.evaluations = rows_of<typename N::location>();
    }
    if (has_arguments) return;
    made.kept = std::is_same_v<typename N::location, AnyLocation> ? Kept::number : Kept::grid;
    if constexpr (IsLeaf<N>::value && !std::is_same_v<typename N::location, AnyLocation>) {
      made.loads = 1;
      outline_.note(node, levels_, sizeof(typename N::value_type));
    }
  }

  static void keep_column(OutlineNode& node) {
    if (node.kept != Kept::fused) return;
    node.kept = Kept::stored;
    node.reason = "as a whole column";
  }

  int levels_;
  bool periodic_;
  int next_tile_ = 0;
  Outline outline_;
};

}  // namespace stencil::plan
