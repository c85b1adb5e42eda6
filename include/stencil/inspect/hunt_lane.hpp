// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/passes.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/inspect/findings.hpp>
#include <stencil/inspect/hunt_cursor.hpp>
#include <stencil/inspect/hunt_march.hpp>
#include <stencil/inspect/symbols.hpp>
#include <stencil/inspect/values_of.hpp>

/// A column function carried out on the host for one column, operation by operation, to find the first that gives a NaN
/// or an infinity from finite values.
namespace stencil::column_functions {

template <class Step>
inline constexpr bool is_around_ring = false;
template <class Entry, int Below, int Above, bool Upward>
inline constexpr bool is_around_ring<SubstituteInRing<Entry, Below, Above, Upward>> = true;

/// The lane of that column. Memory: `of(leaf)` gives a copy of a field's values, `given(destination)` what the backend
/// computed for it.
template <class Memory>
class HuntLane {
 public:
  template <class Where, class T>
  using rows = FollowedRows<T>;
  using handle = const HuntLane*;
  static const HuntLane& of(handle lane) { return *lane; }
  template <class Where, class T>
  using Value = ColumnValue<HuntLane, Where, T>;
  static constexpr bool works = true;
  static constexpr bool may_be_ring = true;
  static constexpr bool has_passes = true;

  EvaluatedColumns columns;  ///< of as many levels as are active

  HuntLane(const EvaluatedColumns& all, std::ptrdiff_t column, const ActiveCells& cells, bool part,
           const Memory& memory)
      : columns(all), column_(column), cells_(cells), part_(part), memory_(memory), symbols_(cells.count) {
    columns.levels = cells.count;
  }

  /// The first operation whose NaN or infinity reached a result; null: none.
  const Finding* first() const { return first_ < 0 ? nullptr : &findings_[first_]; }
  /// Bad values found only in the backend's result, not in the recomputation.
  const Finding* elsewhere() const { return elsewhere_.node.empty() ? nullptr : &elsewhere_; }

  // Operations on column values.

  template <class Function, class... Nodes>
  auto pointwise(const Function& function, const Nodes&... nodes) const {
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    const int place = listed([&] { return symbols_.pointwise(function, symbol(nodes)...).rows; });
    const Broadcasted<Function, Nodes...> node{function, make_arguments(nodes...)};
    return computed<in_column<typename Node::location>, typename Node::value_type>(place, [&](const auto& at) {
      if constexpr (std::is_same_v<Function, functions::Where>) {  // the other side does not matter
        using T = typename Node::value_type;
        return static_cast<bool>(argument_at<0>(node.arguments).value(at))
                   ? static_cast<T>(argument_at<1>(node.arguments).value(at))
                   : static_cast<T>(argument_at<2>(node.arguments).value(at));
      } else {
        return node.value(at);
      }
    });
  }
  template <class Op, class... Nodes>
  auto apply(const Op& op, const Nodes&... nodes) const {
    using Node = StencilBroadcasted<Op, stand_for<Nodes>...>;
    const int place = listed([&] { return symbols_.apply(op, symbol(nodes)...).rows; });
    const StencilBroadcasted<Op, Nodes...> node{op, make_arguments(nodes...), {}};
    return computed<typename Node::location, typename Node::value_type>(place,
                                                                        [&](const auto& at) { return node.value(at); });
  }
  template <class Where, class T>
  auto at_level(const Value<Where, T>& value, int level) const {
    const int place = listed([&] { return symbols_.at_level(symbol(value), level).rows; });
    const int rows_here = rows_at<Where>(columns.levels), row = row_of_level(level, rows_here);
    const int from = ring() ? row_in_ring(row, columns.levels) : std::clamp(row, 0, rows_here - 1);
    FollowedCells<T>* cells = new_cells<T>();
    cells->push_back((*value.rows.cells)[static_cast<std::size_t>(from)]);
    return Value<Surface, T>{{cells, place}, this};
  }
  /// The same at a level per column; `otherwise` where there is no such one.
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  auto at_level_of_column(const Value<Where, T>& value, const Value<Surface, Level>& level, double otherwise) const {
    const int place = listed([&] { return symbols_.at_level_of_column(symbol(value), symbol(level), otherwise).rows; });
    return computed<Surface, T>(place, [&](const auto& at) {
      const auto row = at.held(level);
      return row < 0 || row >= rows_of_column<Where>() ? every_component<T>(otherwise)
                                                       : at.held_in(value, static_cast<int>(row));
    });
  }
  template <class Where, class T>
  void named(const Value<Where, T>& value, const char* name) const {
    symbols_.named(symbol(value), name);
    findings_.name(value.rows.place, name);
  }
  bool all_columns(const Value<Surface, bool>& done) const { return done.rows.cells->front().value; }
  bool ring() const { return columns.periodic; }
  template <class Where, class T>
  Value<Where, T> to_begin_with(const Value<Where, T>& value) const {
    if (!std::is_same_v<Where, Surface>) around_ring_ = -1;
    return value;
  }
  template <class Where>
  int rows_of_column() const {
    return ring() ? columns.levels : rows_at<Where>(columns.levels);
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  auto march(const Step& step, const Start& start, const Values&... values) const {
    const int place = listed([&] {
      static_cast<void>(symbols_.template march<Where, Upward>(step, symbol(start), symbol(values)...));
      return symbols_.called() - 1;
    });
    // The operations after the marches that compute a ring's border unknowns belong to the solve.
    if (is_around_ring<Step> && !Upward) around_ring_ = place;
    return march_in_column<Where, Upward>(*this, place, step, start, values...);
  }

  /// Each pass of a loop repeats the same operations; numbering restarts.
  class Counter : public Passes {
   public:
    explicit Counter(const HuntLane& lane) : lane_(lane), first_(lane.symbols_.called()), outer_(lane.pass_) {}
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    ~Counter() { lane_.pass_ = outer_; }
    void begin(int pass) const {
      if (pass > 0) lane_.symbols_.call_again_from(first_);
      lane_.pass_ = pass + 1;
    }

   private:
    const HuntLane& lane_;
    int first_;
    int outer_;
  };
  Counter passes() const { return Counter(*this); }

  // Loads and stores.

  template <class T, class Where, class Layout, class Space>
  auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    const int place = symbols_.load(leaf).rows;
    FollowedCells<V>* cells = new_cells<V>();
    for (int row = 0; row < rows_held<Where>(); ++row) {
      Followed<V> cell{number_of(leaf, row)};
      if (!is_finite<Where>(cell.value, row)) {
        cell.by = findings_.add({plan::formula(leaf),
                                 "the operand " + detail::checks::describe(leaf) + " is " +
                                     detail::values::text(cell.value) + at<Where>(row),
                                 cells_.begin + row, -1});
      }
      cells->push_back(cell);
    }
    return Value<Where, V>{{cells, place}, this};
  }
  void before_stores() const {}
  /// Checks a result in the rows that are written.
  template <class Leaf, class N, class Mask>
  void store(const Leaf& leaf, const N& node, const Mask& mask) const {
    using Where = typename Leaf::location;
    using T = typename Leaf::value_type;
    if constexpr (!IsColumnValue<N>) {
      store(leaf, as_value(*this, node), mask);
    } else if constexpr (!IsColumnValue<Mask> && !std::is_same_v<Mask, NotHeld>) {
      store(leaf, node, as_value(*this, mask));
    } else {
      for (int row = 0; row < rows_held<Where>(); ++row) {
        if constexpr (!std::is_same_v<Mask, NotHeld>) {
          if (!static_cast<bool>(cell_at(mask, row).value)) continue;
        }
        const auto& cell = cell_at(node, row);
        if (cell.by >= 0) first_ = first_ < 0 ? cell.by : std::min(first_, cell.by);
        const T given = memory_.given(leaf)[index<Where>(row)];
        if (elsewhere_.node.empty() && !is_finite<Where>(given, row)) {
          elsewhere_ = {plan::formula(leaf),
                        "the result " + detail::checks::describe(leaf) + " is " + detail::values::text(given) +
                            at<Where>(row) + "; on the host the function gives " + detail::values::text(cell.value),
                        cells_.begin + row, -1};
        }
      }
    }
  }
  template <class T, class Where, class Layout, class Space>
  auto number_of(const FieldLeaf<T, Where, Layout, Space>& leaf, int row) const {
    return static_cast<std::remove_const_t<T>>(memory_.of(leaf)[index<Where>(row)]);
  }
  template <class Real, class Location, MetricKind Kind>
  const Real* metric_at(int row) const {
    const MetricView<Real>& m = columns.template metric<Real>();
    if (!part_) return metric_in_row<Location, Kind>(m, column_, row);
    return LevelsOfLane<ColumnEnds::part>{cells_}.template metric_of<Location, Kind>(m, column_, row, 0, 0);
  }

  // For marches.

  template <class Where, class T>
  bool is_finite(const T& value, int row) const {
    return detail::values::is_finite<Where>(value, row, columns.levels, ring());
  }
  template <class Where, class T>
  Value<Where, T> value_of(const std::vector<Followed<T>>* cells, int place) const {
    return {{cells, place}, this};
  }
  template <class T>
  FollowedCells<T>* new_cells() const {
    auto cells = std::make_shared<FollowedCells<T>>();
    kept_.push_back(cells);
    return cells.get();
  }
  /// Records that an operation gave a NaN or an infinity from finite operands.
  template <class Where>
  int found(int place, int row, const std::string& number, const std::vector<Seen::Operand>& operands) const {
    const Finding beginning{{}, number + at<Where>(row), cells_.begin + row, place};
    return findings_.add(described(beginning, symbols_.list(), operands, cells_.begin));
  }

 private:
  template <class Where>
  int rows_held() const {
    return std::is_same_v<Where, Surface> ? 1 : rows_of_column<Where>();
  }
  /// The index of a row in the copy of a field.
  template <class Where>
  std::size_t index(int row) const {
    if (std::is_same_v<Where, Surface>) return static_cast<std::size_t>(column_);
    const int all = rows_at<Where>(memory_.levels());
    return static_cast<std::size_t>(column_) * static_cast<std::size_t>(all) +
           static_cast<std::size_t>(cells_.begin + row);
  }
  template <class Where>
  std::string at(int row) const {
    const std::string place = detail::values::place<Where>(static_cast<std::size_t>(column_), cells_.begin + row);
    return pass_ == 0 ? place : place + " in pass " + std::to_string(pass_);
  }
  template <class N>
  decltype(auto) symbol(const N& node) const {
    if constexpr (IsColumnValue<N>) {
      return typename Symbols::template Value<typename N::location, typename N::value_type>{node.rows.place, &symbols_};
    } else {
      return (node);
    }
  }
  template <class Call>
  int listed(const Call& call) const {
    return around_ring_ < 0 ? call() : around_ring_;
  }
  template <class Where, class T>
  static const Followed<T>& cell_at(const Value<Where, T>& value, int row) {
    return (*value.rows.cells)[static_cast<std::size_t>(std::is_same_v<Where, Surface> ? 0 : row)];
  }
  template <class Where, class T, class F>
  Value<Where, T> computed(int place, const F& f) const {
    FollowedCells<T>* cells = new_cells<T>();
    for (int row = 0; row < rows_held<Where>(); ++row) {
      Seen seen;
      Followed<T> cell{static_cast<T>(f(HuntCursor<HuntLane, Where>{*this, row, &seen}))};
      if (is_opaque<T> || !is_finite<Where>(cell.value, row)) {
        cell.by = seen.by;
        if (!is_opaque<T> && cell.by < 0) {
          std::vector<Seen::Operand> operands;
          seen.list = &operands;
          static_cast<void>(f(HuntCursor<HuntLane, Where>{*this, row, &seen}));
          cell.by = found<Where>(place, row, detail::values::text(cell.value), operands);
        }
      }
      cells->push_back(cell);
    }
    return {{cells, place}, this};
  }

  std::ptrdiff_t column_;
  ActiveCells cells_;
  bool part_;
  const Memory& memory_;
  Symbols symbols_;
  mutable std::vector<std::shared_ptr<void>> kept_;
  mutable Findings<> findings_;
  mutable Finding elsewhere_;
  mutable int first_ = -1;
  mutable int pass_ = 0;
  mutable int around_ring_ = -1;  ///< index of the solve on a ring that is in progress; -1: none
};

}  // namespace stencil::column_functions
