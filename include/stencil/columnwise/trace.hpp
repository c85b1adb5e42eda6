// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/fingerprint.hpp>
#include <stencil/columnwise/loaded_fields.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/unconditioned.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/plan/reads.hpp>

/// A column function called on values that only add up what they read: nothing is computed.
namespace stencil::column_functions {

/// How far below and above its own place a value depends on the arguments, in half levels.
struct Dependence {
  int low = 0;
  int high = 0;
  Unconditioned unconditioned{};  ///< with STENCIL_EXPLICIT_BOUNDARIES
  bool is_field = false;          ///< as it was loaded
  bool by_levels = false;         ///< of a field with levels contiguous
  int field = 0;                  ///< its number, if it is one, among LoadedFields
  int number = 0;                 ///< of a value, among those of the function; 0 of what is none
  int chain = 0;                  ///< operations along columns that it waits for, one after the other
  constexpr void add(const Dependence& other) {
    low = other.low < low ? other.low : low;
    high = other.high > high ? other.high : high;
    chain = other.chain > chain ? other.chain : chain;
    unconditioned.add(other.unconditioned);
  }
  /// Whole rows, the larger of both directions.
  constexpr int rows() const { return ((high > -low ? high : -low) + 1) / 2; }
};

/// The levels that at_level asks for, negative ones counted from the top.
struct AskedLevels {
  int lowest = 0;
  int highest = 0;
  constexpr void add(int level) {
    lowest = level < lowest ? level : lowest;
    highest = level > highest ? level : highest;
  }
};

/// What concerns all rows of a function. It is apart from the lane: g++ 12 reads no `mutable` members in constant
/// expressions.
struct Traced {
  bool reads_columns = false;    ///< some operation needs a whole column of its argument
  bool reads_levels = false;     ///< at_level asks for a level of a field
  bool reads_far_apart = false;  ///< of one with columns contiguous
  int chain = 0;                 ///< operations along columns of which each waits for the one before, at most
  bool marches = false;          ///< some operation has the user's step from level to level
  bool solves = false;           ///< some system is solved by lanes of a column together
  bool solves_alone = true;      ///< no other operation goes along columns
  bool in_blocks = false;        ///< some system is solved in blocks, by lanes of a column together
  const char* begins = nullptr;  ///< an operation that begins at an end of the column, which a ring has not
  bool goes_around = false;      ///< some operation goes around a ring
  bool loops = false;            ///< some loop ends when all columns are done
  int stencils = 0;              ///< operators that read neighbours
  bool has_top_face = false;     ///< some operation or result reads the face on top of a column
  int farthest = 0;              ///< rows around its own that some value depends on, also one that is only summed
  AskedLevels of_centers, of_faces;
  const char* host_memory = nullptr;    ///< name of a table in host memory that is read
  const char* device_memory = nullptr;  ///< name of a table in other memory
  const char* refused = nullptr;        ///< what is wrong with a number given to an operation
  Fingerprint operations{};             ///< of all operations so far
  int numbers = 0;                      ///< of values so far
  LoadedFields fields{};
  bool has_rows = false;  ///< some operation reads or gives rows, or some result has them
};

/// The lane of such values.
struct Trace {
  template <class Where, class T>
  using rows = Dependence;
  using handle = const Trace*;
  static constexpr const Trace& of(handle trace) { return *trace; }
  static constexpr bool reads_grid_at_level = true;  ///< as the lanes

  Traced* traced = nullptr;  ///< to add to
  /// An operation was given a number that it does not take: the assignment throws this sentence.
  constexpr void refuse(const char* what) const { traced->refused = what; }

  template <class T, class Where, class Layout, class Space>
  constexpr auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    return made<Where, std::remove_const_t<T>>(
        {0, 0, {}, true, Layout::levels_contiguous, traced->fields.add(leaf.data)});
  }

  template <class Function, class... Nodes>
  constexpr auto pointwise(const Function&, const Nodes&... nodes) const {
    [[maybe_unused]] constexpr bool once = differentiated_once<have_one_derivative<typename Nodes::value_type...>>();
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    using Memory = typename functions::MemoryOf<Function>::type;
    if constexpr (!std::is_same_v<Memory, AnySpace>)
      (std::is_same_v<Memory, HostSpace> ? traced->host_memory : traced->device_memory) = Memory::name;
    Dependence reach;
    (reach.add(dependence(nodes)), ...);
    (note_rows(nodes), ...);
    (note_levels_of_grid(nodes), ...);
    traced->operations.add<Node>(number_of(nodes)...);
    return made<in_column<typename Node::location>, typename Node::value_type>(reach);
  }
  template <class Op, class... Nodes>
  constexpr auto apply(const Op& op, const Nodes&... nodes) const {
    [[maybe_unused]] constexpr bool once = differentiated_once<have_one_derivative<typename Nodes::value_type...>>();
    using Node = StencilBroadcasted<Op, stand_for<Nodes>...>;
    ++traced->stencils;
    Dependence reach;
    (note_rows(nodes), ...);
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (reach.add(around(plan::range_read<Node, I>, dependence(nodes))), ...);
      traced->has_top_face = traced->has_top_face || (reads_top_face<Node, I>() || ...);
#if defined(STENCIL_EXPLICIT_BOUNDARIES)
      reach.add({0, 0, {own_closure<Side::bottom, Node>(), own_closure<Side::top, Node>()}});
      (reach.add({0,
                  0,
                  {reading<Side::bottom, Node, I>(dependence(nodes).unconditioned.bottom),
                   reading<Side::top, Node, I>(dependence(nodes).unconditioned.top)}}),
       ...);
      reach.add({0, 0, {by_condition<Side::bottom, Node>(op), by_condition<Side::top, Node>(op)}});
#endif
    }(std::make_integer_sequence<int, Node::count>{});
    note_levels_of_condition<Side::bottom>(op);
    note_levels_of_condition<Side::top>(op);
    traced->operations.add<Node>(condition_number<Side::bottom>(op), condition_number<Side::top>(op),
                                 number_of(nodes)...);
    return made<typename Node::location, typename Node::value_type>(reach);
  }
  template <class Where, class T>
  constexpr auto at_level(const ColumnValue<Trace, Where, T>& value, int level) const {
    (value.rows.is_field ? traced->reads_levels : traced->reads_columns) = true;
    traced->has_top_face = traced->has_top_face || std::is_same_v<Where, Face>;
    note_level<Where>(level);
    traced->reads_far_apart = traced->reads_far_apart || (value.rows.is_field && !value.rows.by_levels);
    traced->operations.add<Surface, Where, T>(value.rows.number, value.rows.is_field, value.rows.by_levels);
    return made<Surface, T>({.unconditioned = value.rows.unconditioned.spread(), .chain = value.rows.chain});
  }
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  constexpr auto at_level_of_column(const ColumnValue<Trace, Where, T>& value,
                                    const ColumnValue<Trace, Surface, Level>& level, double) const {
    traced->reads_columns = true;
    traced->solves_alone = false;
    traced->has_top_face = traced->has_top_face || std::is_same_v<Where, Face>;
    traced->operations.add<Surface, Where, T, Level>(value.rows.number, value.rows.is_field, level.rows.number);
    Dependence both = value.rows;
    both.add(level.rows);
    return made<Surface, T>({.unconditioned = both.unconditioned.spread(), .chain = both.chain + 1});
  }

  /// Ends a loop after one pass: all passes read the same.
  template <class Done>
  constexpr bool all_columns(const Done& done) const {
    traced->loops = true;
    traced->operations.add<Trace, Done>(number_of(done));
    return true;
  }
  template <class Where, class T>
  constexpr const ColumnValue<Trace, Where, T>& to_begin_with(const ColumnValue<Trace, Where, T>& value) const {
    traced->reads_columns = traced->goes_around = true;
    note_rows(value);
    traced->operations.add<Trace, Where, T>(value.rows.number);
    return value;
  }

  template <class Where>
  static constexpr int rows_of_column() {
    return 1;
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  constexpr auto march(const Step&, const Start& start, const Values&... values) const {
    using Types = MarchTypes<Step, Start, Values...>;
    traced->reads_columns = true;
    traced->has_top_face = traced->has_top_face || std::is_same_v<Where, Face>;
    if constexpr (requires { Step::goes_around; }) traced->goes_around = true;
    if constexpr (requires { Step::is_of_user; }) traced->marches = true;
    if constexpr (requires { Step::by_lanes_together; }) {
      traced->solves = traced->solves || Step::by_lanes_together;
      traced->solves_alone = traced->solves_alone && Step::by_lanes_together;
      traced->in_blocks = traced->in_blocks || Step::in_blocks;
    } else if constexpr (!requires { Step::of_solve; }) {
      traced->solves_alone = false;
    }
    if constexpr (!requires { Step::goes_around; } && !std::is_same_v<typename Types::row, NoValues>)
      traced->begins = Step::name;
    Dependence reach;
    (reach.add(dependence(values)), ...);
    (note_rows(values), ...);
    traced->operations.add<Step, Where, std::bool_constant<Upward>, Values...>(number_of(start), number_of(values)...);
    if constexpr (IsColumnValue<Start>) {
      reach.unconditioned.add(start.rows.unconditioned);
      reach.chain = start.rows.chain > reach.chain ? start.rows.chain : reach.chain;
    }
    reach.unconditioned = reach.unconditioned.spread();
    ++reach.chain;
    const auto row = [&](const auto& x) { return made<Where, std::remove_cvref_t<decltype(x)>>(reach); };
    const auto last = [&](const auto& x) {
      return made<Surface, std::remove_cvref_t<decltype(x)>>(
          {.unconditioned = reach.unconditioned, .chain = reach.chain});
    };
    return Marched{each_result(row, typename Types::row{}), each_result(last, typename Types::last{})};
  }

  /// Where a value of a column function lives: what is the same everywhere is one value per column.
  template <class Where>
  using in_column = std::conditional_t<std::is_same_v<Where, AnyLocation>, Surface, Where>;

  /// What a value depends on, and a node that is no value of a lane.
  template <class Where, class T>
  static constexpr Dependence dependence(const ColumnValue<Trace, Where, T>& value) {
    return value.rows;
  }
  template <class N>
  static constexpr Dependence dependence(const N&) {
    return {-plan::Reach<N>::halves, plan::Reach<N>::halves, {}};
  }
  /// An operation, or a result, needs the rows of a value.
  template <class N>
  constexpr void note_rows(const N& node) const {
    if constexpr (IsColumnValue<N>) {
      if constexpr (!std::is_same_v<typename N::location, Surface>) traced->has_rows = true;
      traced->fields.read_rows(node.rows.field);
    }
  }

 private:
  template <class Where>
  constexpr void note_level(int level) const {
    (std::is_same_v<Where, Face> ? traced->of_faces : traced->of_centers).add(level);
  }
  /// The levels of the grid that a node or a condition asks for, at_level(heights(Face{}), 0) for example.
  template <Side Where, class Op>
  constexpr void note_levels_of_condition(const Op& op) const {
    if constexpr (requires { op.template condition<Where>().value; })
      note_levels_of_grid(op.template condition<Where>().value);
  }
  template <class N>
  constexpr void note_levels_of_grid(const N& node) const {
    if constexpr (IsOperand<N>) {
      if constexpr (HasColumnOperation<N>::value)
        each_child(node, [&](const auto& child, auto) { note_levels_of_grid(child); });
    }
  }
  template <class E>
  constexpr void note_levels_of_grid(const AtLevelNode<E>& node) const {
    note_level<typename E::location>(node.level);
  }
  template <class Where, class T>
  constexpr ColumnValue<Trace, Where, T> made(Dependence reach) const {
    reach.number = ++traced->numbers;
    if (!std::is_same_v<Where, Surface> && !reach.is_field) traced->has_rows = true;
    if (reach.rows() > traced->farthest) traced->farthest = reach.rows();
    if (reach.chain > traced->chain) traced->chain = reach.chain;
    return {reach, this};
  }
  template <class N>
  static constexpr int number_of(const N& node) {
    if constexpr (IsColumnValue<N>) {
      return node.rows.number;
    } else {
      return 0;
    }
  }
  /// Of an operator's condition, if it is a value per column.
  template <Side Where, class Op>
  static constexpr int condition_number(const Op& op) {
    if constexpr (requires { op.template condition<Where>().value; }) {
      return number_of(op.template condition<Where>().value);
    } else {
      return 0;
    }
  }
  /// Whether the top face of an operator's argument is read. A value at faces counts its own row only if its own top
  /// face is needed.
  template <class Node, int I>
  static constexpr bool reads_top_face() {
    if constexpr (std::is_same_v<typename Node::template argument_type<I>::location, Face>) {
      using Needed = plan::RowsNeeded<0, std::is_same_v<typename Node::location, Face> ? 1 : 0>;
      return plan::RowsNeededOf<Needed, Node, I>::top == 0;
    } else {
      return false;
    }
  }
  static constexpr Dependence around(plan::Range read, Dependence argument) {
    if (read.empty()) return {};
    return {.low = argument.low + read.low, .high = argument.high + read.high, .chain = argument.chain};
  }
};

/// Where a value of a column function lives.
template <class Where>
using in_column = Trace::in_column<Where>;

}  // namespace stencil::column_functions
