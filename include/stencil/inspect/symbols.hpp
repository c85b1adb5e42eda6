// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/columnwise/assign.hpp>
#include <stencil/inspect/operations.hpp>
#include <stencil/inspect/outline.hpp>
#include <stencil/where_used.hpp>

/// A column function called on symbols, which gives a list of its operations for explain and draw. A variable of the
/// function is in the list once, however often it is read.
namespace stencil::column_functions {

/// The lane of symbols. A value is the index of its operation in the list.
class Symbols {
 public:
  template <class Where, class T>
  using rows = int;
  using handle = const Symbols*;
  static const Symbols& of(handle symbols) { return *symbols; }
  template <class Where, class T>
  using Value = ColumnValue<Symbols, Where, T>;

  STENCIL_WHERE_CALLED
  explicit Symbols(int levels) : levels_(levels) {}

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    // Two fields with the same address may differ in their strides and location.
    where_used<SeenField, FieldLeaf<T, Where, Layout, Space>> field{leaf.data, leaf.strides.level(),
                                                                    leaf.strides.column(), Where::name, -1};
    for (const auto& known : memory_) {
      if (leaf.data != nullptr && known.data == field.data && known.level == field.level &&
          known.column == field.column && known.location == field.location)
        field.place = known.place;
    }
    if (field.place < 0) {
      plan::OutlineNode node = made<Where, T>(plan::formula(leaf));
      node.kept = plan::Kept::memory;
      node.reason.clear();
      node.loads = 1;
      node.data = leaf.data;
      field.place = add(std::move(node));
      memory_.push_back(field);
    }
    return value<Where, std::remove_const_t<T>>(field.place);
  }
  template <class Function, class... Nodes>
  auto pointwise(const Function&, const Nodes&... nodes) const {
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    using Where = in_column<typename Node::location>;
    if constexpr (std::is_same_v<Function, Same> && (IsColumnValue<Nodes> && ...)) {
      return (nodes, ...);
    } else {
      plan::OutlineNode node = made<Where, typename Node::value_type>(plan::text::name_of<Function>("function"));
      node.infix = std::isalpha(static_cast<unsigned char>(node.name[0])) == 0;
      node.operations = Function::cost;
      (node.reads.push_back({place_of(nodes)}), ...);
      return value<Where, typename Node::value_type>(add(std::move(node)));
    }
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    note_condition<Side::bottom>(op);
    note_condition<Side::top>(op);
    using Node = StencilBroadcasted<Op, stand_for<Nodes>...>;
    plan::OutlineNode node =
        made<typename Node::location, typename Node::value_type>(plan::text::name_of<Op>("operator"));
    node.bottom = plan::outlines::served_by<Node, Side::bottom>();
    node.top = plan::outlines::served_by<Node, Side::top>();
    node.operations = Node::reads.operations - Node::reads.metric_reads;
    node.loads = Node::reads.metric_reads;
    plan::outlines::each_metric<Node>(
        [&](const auto& metric) { outline_.note(metric, levels_, sizeof(typename Node::real)); });
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (node.reads.push_back(read_of<Node, I>(place_of(nodes))), ...);
    }(std::make_integer_sequence<int, Node::count>{});
    return value<typename Node::location, typename Node::value_type>(add(std::move(node)));
  }
  template <class Where, class T>
  void named(const Value<Where, T>& value, const char* name) const {
    outline_.nodes[at(value.rows)].given = name;
  }
  /// Fields of an array whose names do not tell which is which are called by their indices too.
  template <class... Values>
  void in_array(const Values&... values) const {
    const int places[] = {values.rows...};
    const std::string name = outline_.nodes[at(places[0])].name;
    for (const int place : places) {
      const plan::OutlineNode& n = outline_.nodes[at(place)];
      if (n.kept != plan::Kept::memory || n.name != name) return;
    }
    int index = 0;
    for (const int place : places) {
      plan::OutlineNode& n = outline_.nodes[at(place)];
      n.name = n.formula = name + "[" + std::to_string(index++) + "]";
    }
  }
  template <class Where, class T>
  auto at_level(const Value<Where, T>& from, int level) const {
    plan::OutlineNode node = made<Surface, T>("at_level " + std::to_string(level));
    node.reads.push_back({from.rows});
    const int place = add(std::move(node));
    levels_read_.push_back({place, from.rows, level < 0 ? level + rows_at<Where>(levels_) : level});
    return value<Surface, T>(place);
  }
  /// The same at a level per column.
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  auto at_level_of_column(const Value<Where, T>& from, const Value<Surface, Level>& level, double) const {
    plan::OutlineNode node = made<Surface, T>("at_level");
    node.reads = {{from.rows}, {level.rows}};
    node.operations = 1;
    return value<Surface, T>(add(std::move(node)));
  }
  template <class Done>
  static constexpr bool all_columns(const Done&) {
    return true;
  }
  template <class V>
  const V& to_begin_with(const V& value) const {
    return value;
  }
  template <class Where>
  int rows_of_column() const {
    return rows_at<Where>(levels_);
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step&, const Start& start, const Values&... values) const {
    using Types = MarchTypes<Step, Start, Values...>;
    plan::OutlineNode node =
        made<Where, double>(plan::text::name_of<Step>("march") + (Upward ? ", from the bottom" : ", from the top"));
    node.row_bytes = bytes_of(static_cast<typename Types::row*>(nullptr));
    node.column_bytes = bytes_of(static_cast<typename Types::last*>(nullptr));
    // What it takes of each row is counted all the same.
    if (std::is_same_v<typename Types::row, NoValues>) node.location = Surface::name;
    (node.reads.push_back({values.rows}), ...);
    if constexpr (IsColumnValue<Start>) node.reads.push_back({start.rows});
    node.operations = 1;
    const int place = add(std::move(node));
    const auto row = [&](const auto& x) { return value<Where, std::remove_cvref_t<decltype(x)>>(place); };
    const auto last = [&](const auto& x) { return value<Surface, std::remove_cvref_t<decltype(x)>>(place); };
    return Marched{each_result(row, typename Types::row{}), each_result(last, typename Types::last{})};
  }

  /// The list so far; the number of operations that have been called; the last one of them.
  const plan::Outline& list() const { return outline_; }
  int called() const { return called_; }
  /// The next operation is number `place` again, because another pass of a loop begins.
  void call_again_from(int place) const { called_ = place; }

  /// The list of operations of `root`; the roots of the list are its results.
  template <class Root>
  plan::Outline outline_of(const Root& root) {
    results_of(*this, root).values.apply([&](const auto&... results) {
      (outline_.roots.push_back(place_of(results)), ...);
      return 0;
    });
    for (const int place : outline_.roots) {
      plan::OutlineNode& n = outline_.nodes[at(place)];
      if (n.kept == plan::Kept::registers) n.kept = plan::Kept::destination;
    }
    count_no_unread_arguments();
    outline_.height = 1;
    return std::move(outline_);
  }

 private:
  /// The value of a condition is read, though the list of what an operator reads has its arguments only.
  template <Side Where, class Op>
  void note_condition(const Op& op) const {
    if constexpr (requires { op.template condition<Where>().value; }) note_read(op.template condition<Where>().value);
  }
  template <class Where, class T>
  void note_read(const Value<Where, T>& value) const {
    read_by_conditions_.push_back(value.rows);
  }
  template <class Other>
  void note_read(const Other&) const {}
  /// A field that no operation reads and that is no result is not moved; of one that nothing but at_level reads, as
  /// many rows are as it asks for.
  void count_no_unread_arguments() {
    where_used<std::vector<bool>, decltype(outline_)> is_read(outline_.nodes.size());
    const auto by_at_level = [&](std::size_t i) {
      return std::any_of(levels_read_.begin(), levels_read_.end(),
                         [&](const ReadLevel& one) { return at(one.by) == i; });
    };
    for (std::size_t i = 0; i < outline_.nodes.size(); ++i) {
      if (by_at_level(i)) continue;
      for (const plan::NodeRead& read : outline_.nodes[i].reads) is_read[at(read.node)] = true;
    }
    for (const int place : outline_.roots) is_read[at(place)] = true;
    for (const int place : read_by_conditions_) is_read[at(place)] = true;
    for (std::size_t i = 0; i < outline_.nodes.size(); ++i) {
      if (is_read[i] || outline_.nodes[i].kept != plan::Kept::memory) continue;
      std::size_t& levels = outline_.nodes[i].evaluations = 0;
      for (auto one = levels_read_.begin(); one != levels_read_.end(); ++one) {
        const auto same = [&](const ReadLevel& other) { return at(other.of) == i && other.level == one->level; };
        levels += at(one->of) == i && std::none_of(levels_read_.begin(), one, same) ? 1 : 0;
      }
    }
  }
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }
  template <class Where, class T>
  Value<Where, T> value(int place) const {
    return {place, this};
  }
  /// Of truth values there are bits. Of derivatives and rows of matrices the compiler knows most numbers.
  template <class T>
  static constexpr int bytes_of() {
    if constexpr (std::is_same_v<T, bool>) {
      return 0;
    } else if constexpr (requires { typename T::slope_type; }) {
      return static_cast<int>(std::min(sizeof(T), 2 * sizeof(typename T::number_type)));
    } else if constexpr (requires { typename T::entry_type; }) {
      return static_cast<int>(std::min(sizeof(T), 2 * sizeof(typename T::entry_type)));
    } else {
      return static_cast<int>(sizeof(T));
    }
  }
  static constexpr int bytes_of(const NoValues*) { return 0; }
  template <class... T>
  static constexpr int bytes_of(const NodeArguments<T...>*) {
    return (0 + ... + static_cast<int>(sizeof(T)));
  }
  template <class Where, class T>
  plan::OutlineNode made(std::string name) const {
    plan::OutlineNode node;
    node.formula = name;
    node.name = std::move(name);
    node.location = Where::name;
    node.kept = plan::Kept::registers;
    node.reason = "computed once";
    (std::is_same_v<Where, Surface> ? node.column_bytes : node.row_bytes) = bytes_of<T>();
    node.evaluations = std::is_same_v<Where, Surface> ? 1 : static_cast<std::size_t>(rows_at<Where>(levels_));
    return node;
  }
  STENCIL_WHERE_CALLED
  int add(plan::OutlineNode&& node) const {
    if (at(called_) < outline_.nodes.size()) {
      outline_.nodes[at(called_)] = std::move(node);
    } else {
      outline_.nodes.push_back(std::move(node));
    }
    return called_++;
  }
  /// The index of an operand. Numbers and grid quantities are added to the list when they are read.
  template <class N>
  int place_of(const N& node) const {
    if constexpr (IsColumnValue<N>) {
      return node.rows;
    } else {
      plan::OutlineNode leaf = made<in_column<typename N::location>, typename N::value_type>(plan::formula(node));
      leaf.location = N::location::name;
      if (std::is_same_v<typename N::location, AnyLocation>) leaf.row_bytes = leaf.column_bytes = 0;
      leaf.kept = std::is_same_v<typename N::location, AnyLocation> ? plan::Kept::number : plan::Kept::grid;
      leaf.loads = std::is_same_v<typename N::location, AnyLocation> ? 0 : 1;
      leaf.reason.clear();
      outline_.note_all(node, levels_);
      return add(std::move(leaf));
    }
  }
  template <class Node, int I>
  static plan::NodeRead read_of(int place) {
    const auto& seen = Node::reads.argument[I];
    plan::NodeRead read{place};
    read.low = seen.seen == 0 ? 0 : seen.low;
    read.seen = seen.seen == 0 ? 0 : seen.seen >> (seen.low + ReadOffsets::origin);
    return read;
  }

  int levels_;
  struct SeenField {
    const void* data;
    std::ptrdiff_t level, column;  ///< strides
    std::string location;
    int place;
  };
  mutable std::vector<SeenField> memory_;
  mutable plan::Outline outline_;
  mutable std::vector<int> read_by_conditions_;
  struct ReadLevel {
    int by, of, level;  ///< numbers of the operation and of what it reads
  };
  mutable std::vector<ReadLevel> levels_read_;
  mutable int called_ = 0;
};

}  // namespace stencil::column_functions
