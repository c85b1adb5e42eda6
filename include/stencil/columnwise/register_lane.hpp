// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/arena_windows.hpp>
#include <stencil/columnwise/common_strides.hpp>
#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/columnwise/register_cursor.hpp>
#include <stencil/columnwise/register_fold.hpp>
#include <stencil/columnwise/register_rows.hpp>
#include <stencil/columnwise/register_store.hpp>
#include <stencil/columnwise/register_windows.hpp>

/// Column values in the registers of a team's members. Each member holds `Held` consecutive rows of centers and of
/// faces; what its neighbours hold comes through an exchange, a shuffle or a slot in shared memory.
namespace stencil::column_functions {

/// A member's part of a column. Capped: of faces it holds one row more, the one above its highest cell, which is also
/// the lowest of the next member's; so the face on top of a column whose levels fill the lanes needs no lane for
/// itself.
template <int Held, ColumnEnds ends, class Exchange, bool Capped = false>
struct RegisterLane : LevelsOfLane<ends>, StridesOfLane<ends == ColumnEnds::bounded> {
  static constexpr int held = Held;
  static_assert(!Capped || ends != ColumnEnds::ring, "a ring has no face on top");
  template <class Where>
  static constexpr bool capped = Capped && std::is_same_v<Where, Face>;
  template <class Where>
  static constexpr int rows_held = Held + (capped<Where> ? 1 : 0);
  static constexpr bool calls_user_functions = true;
  static constexpr bool shares_columns = true;  ///< with other lanes
  static constexpr bool has_tiles_of_values = has_arena<Exchange>;
  static constexpr bool may_be_ring =
      !Capped &&
      (ends == ColumnEnds::ring || (ends == ColumnEnds::either && requires { Exchange::goes_around_rings; }));
  static constexpr bool is_always_ring = ends == ColumnEnds::ring;
  static constexpr bool knows_fields =
      ends == ColumnEnds::bounded || ends == ColumnEnds::part;  ///< and reads levels from memory
  template <class Where, class T>
  using rows = RowsOfLane<Where, T, rows_held<Where>, knows_fields>;
  // Every value carries a copy: through a pointer the lane would be in memory, and be read again for every operation.
  using handle = RegisterLane;
  STENCIL_FUNCTION static constexpr const RegisterLane& of(const RegisterLane& lane) { return lane; }
  template <class Where, class T>
  using Value = ColumnValue<RegisterLane, Where, T>;

  EvaluatedColumns columns;
  std::ptrdiff_t column = 0;
  int number = 0;      ///< of the lane in its column
  int first_row = 0;   ///< of the rows that it holds
  int metric_row = 0;  ///< the same, limited to the rows that a padded metric has
  bool works = false;  ///< its results are written
  bool last_column = false;
  const Exchange* exchange = nullptr;

  constexpr RegisterLane() = default;

  STENCIL_FUNCTION RegisterLane(const EvaluatedColumns& set, const LanePosition& place, bool last, const Exchange& e,
                                const CommonStrides& strides = {})
      : StridesOfLane < ends
      == ColumnEnds::bounded > (strides),
  columns(set), column(place.column), number(place.lane), first_row(place.lane * Held),
  metric_row(ring() ? row_in_ring(place.lane * Held, set.levels) : place.lane * Held), works(place.works),
  last_column(last), exchange(&e) {}

  /// In the active cells of the column. If there are none, it computes the lowest cell, and nothing is written.
  STENCIL_FUNCTION RegisterLane(const EvaluatedColumns& set, const LanePosition& place, bool last, const Exchange& e,
                                const ActiveCells& active)
      : RegisterLane(set, place, last, e) {
    works = works && active.count > 0;
    if (active.count > 0) this->cells = active;
  }

  /// Cells of the column, as far as they are active.
  STENCIL_FUNCTION constexpr int levels() const { return LevelsOfLane<ends>::levels(columns); }
  STENCIL_FUNCTION constexpr bool ring() const {
    return !Capped && (ends == ColumnEnds::either ? columns.periodic : ends == ColumnEnds::ring);
  }
  /// Whether the column's highest rows are here.
  STENCIL_FUNCTION constexpr bool is_highest() const { return first_row + Held >= levels(); }
  /// The number of lanes of a column of the team, for any active levels.
  template <class Where>
  STENCIL_FUNCTION constexpr int lanes() const {
    const int all = ring() || Capped ? columns.levels : rows_at<Where>(columns.levels);
    return (all + Held - 1) / Held;
  }
  /// All members have read what they need of memory.
  STENCIL_FUNCTION void before_stores() const { exchange->barrier(); }

  // Operations on column values.

  template <class Function, class... Nodes>
  STENCIL_FUNCTION auto pointwise(const Function& function, const Nodes&... nodes) const {
    using Node = Broadcasted<Function, stand_for<Nodes>...>;
    using Where = in_column<typename Node::location>;
    using T = typename Node::value_type;
    return each_row<Where, T>([&](const auto& at) { return call_at_row<RegisterLane>(function, nodes.value(at)...); });
  }
  /// A device's exchange calls the user's functions in device-only code, where the compiler checks that they are for
  /// the device.
  template <class F, class... Values>
    requires requires { Exchange::calls_user_functions; }
  STENCIL_FUNCTION static constexpr auto call(const F& function, Values&... values) {
    return Exchange::this_function_of_yours_needs_STENCIL_FUNCTION(function, values...);
  }
  template <class F, class... Values>
    requires(!requires { Exchange::calls_user_functions; })
  STENCIL_FUNCTION static constexpr auto call(const F& function, Values&... values) {
    return function(values...);
  }

  static constexpr bool reads_grid_at_level_of_column = true, reads_grid_at_level = true, leaves_out_rows = true;
  template <class Needed = plan::AllRows, class Op, class... Nodes>
  STENCIL_FUNCTION auto apply(const Op& op, const Nodes&... nodes) const {
    using Stands = StencilBroadcasted<Op, stand_for<Nodes>...>;
    if constexpr (requires { Exchange::template require_formulas<Stands>(); })
      Exchange::template require_formulas<Stands>();
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      if constexpr (has_tiles_of_values) {
        return apply_in_tiles<Needed, Stands, I...>(op, nodes...);
      } else {
        return apply_to_windows<Needed, Stands>(op, window_of<Needed, Stands, I>(*this, nodes)...);
      }
    }(std::make_integer_sequence<int, Stands::count>{});
  }

  /// The value at one level, by every member.
  template <class Where, class T>
  STENCIL_FUNCTION auto at_level(const Value<Where, T>& value, int level) const {
    return Value<Surface, T>{{value_in_row(*this, value.rows, this->row_of_level(level, rows_at<Where>(levels())))},
                             *this};
  }
  /// What the grid has at one level of this column.
  template <class Real, class Where, MetricKind Kind>
  STENCIL_FUNCTION Real grid_at(int level) const {
    const int row = this->row_of_level(level, rows_at<Where>(levels()));
    return *this->template metric_of<Where, Kind>(columns.template metric<Real>(), column, row, row, 0);
  }
  /// The same at a level per column; `otherwise` where there is no such one.
  template <class Where, class T, class Level>
    requires(!std::is_same_v<Where, Surface>)
  STENCIL_FUNCTION auto at_level_of_column(const Value<Where, T>& value, const Value<Surface, Level>& level,
                                           double otherwise) const {
    const bool exists = level.rows.value >= 0 && level.rows.value < rows_of_column<Where>();
    const T there = value_in_row(*this, value.rows, exists ? static_cast<int>(level.rows.value) : 0);
    return Value<Surface, T>{{exists ? there : every_component<T>(otherwise)}, *this};
  }
  template <class Real, class Where, MetricKind Kind, class Level>
  STENCIL_FUNCTION auto at_level_of_column(const MetricLeaf<Real, Where, Kind>&, const Value<Surface, Level>& level,
                                           double otherwise) const {
    const bool exists = level.rows.value >= 0 && level.rows.value < rows_of_column<Where>();
    const Real there = grid_at<Real, Where, Kind>(exists ? static_cast<int>(level.rows.value) : 0);
    return Value<Surface, Real>{{exists ? there : static_cast<Real>(otherwise)}, *this};
  }

  /// Whether a condition per column holds in all of the team, by every member.
  STENCIL_FUNCTION bool all_columns(const Value<Surface, bool>& done) const {
    return !exchange->any(works && !done.rows.value);
  }
  template <class V>
  STENCIL_FUNCTION V to_begin_with(V value) const {
    if constexpr (may_be_ring) {
      if (ring()) around_ring(*this, value.rows);
    }
    return value;
  }

  template <class Where>
  STENCIL_FUNCTION int rows_of_column() const {
    return ring() ? levels() : rows_at<Where>(levels());
  }
  template <class Where, bool Upward, class Step, class Start, class... Values>
  STENCIL_FUNCTION auto march(const Step& step, const Start& start, const Values&... values) const {
    return march_in_lanes<Where, Upward>(*this, step, start, values...);
  }

  // Loads and stores.

  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    using V = std::remove_const_t<T>;
    const FieldStrides step = this->strides_of(leaf);
    const T* from = leaf.data + column * step.column;
    if constexpr (std::is_same_v<Where, Surface>) {
      return Value<Surface, V>{{*from}, *this};
    } else {
      Value<Where, V> value{{}, *this};
      from += this->begin() * step.level;
      // One return: copies of the lane from two would keep the exchange in memory.
      bool straight = has_tiles<Exchange>;
      if constexpr (has_tiles<Exchange>) {
        load_rows<Held>(exchange->rows_in_tile(leaf.data) + first_row, value.rows.value, true);
      } else if constexpr (Layout::levels_contiguous) {
        if constexpr (knows_fields) value.rows.column = from;
        straight = reads_straight(step);
        const T* first = from + first_row;
        if (straight) load_rows<Held>(first, value.rows.value, this->template in_words<Held>(first));
      }
      if constexpr (!Layout::levels_contiguous && !has_tiles<Exchange>) {
        straight = has_rows<Where>();
        if (straight) {
          const T* row = from + first_row * step.level;
          unrolled<Held>([&](int i) { value.rows[i] = row[i * step.level]; });
        }
      }
      if (!straight) unrolled<Held>([&](int i) { value.rows[i] = from[clamped_row<Where>(i) * step.level]; });
      if constexpr (capped<Where>) value.rows[Held] = from[clamped_row<Where>(Held) * step.level];
      return value;
    }
  }

  /// Writes the rows of a destination, those alone where `mask`, if there is one, is true.
  template <class Leaf, class N, class Mask>
  STENCIL_FUNCTION void store(const Leaf& leaf, const N& node, const Mask& mask) const {
    if constexpr (has_tiles<Exchange> && !std::is_same_v<typename Leaf::location, Surface>) {
      store_in_tile(*this, leaf, node);
    } else {
      store_rows_of(*this, leaf, node, mask);
    }
  }

  // What cursors need to know.

  /// Whether row i of the lane is that row of the column, counted from the bottom or from the top. Lanes begin at
  /// multiples of Held, so the compiler removes the test for most i.
  STENCIL_FUNCTION constexpr bool is_row(int i, int row) const {
    return row >= i && (row - i) % Held == 0 && number == (row - i) / Held;
  }
  template <class Location>
  STENCIL_FUNCTION constexpr bool is_row_from_top(int i, int row) const {
    if constexpr (Capped) {  // levels fill lanes, so the compiler removes the test for most i
      const int beyond = rows_at<Location>(0) - 1 - row - i;  // of the lane's first row, from the number of levels
      return beyond % Held == 0 && first_row == levels() + beyond;
    } else {
      return first_row + i == rows_at<Location>(levels()) - 1 - row;
    }
  }
  template <class Real, class Location, MetricKind Kind>
  STENCIL_FUNCTION const Real* metric_at(int i) const {
    return this->template metric_of<Location, Kind>(columns.template metric<Real>(), column, first_row, metric_row, i);
  }

 private:
  template <class Where, class T, class Needed = plan::AllRows, class F>
  STENCIL_FUNCTION Value<Where, T> each_row(const F& f) const {
    Value<Where, T> result{{}, *this};
    if constexpr (std::is_same_v<Where, Surface>) {
      result.rows.value = static_cast<T>(f(RegisterCursor<RegisterLane, Surface>{*this, 0}));
    } else {
      unrolled<rows_held<Where>>(
          [&](int i) { result.rows[i] = static_cast<T>(f(RegisterCursor<RegisterLane, Where, Needed>{*this, i})); });
    }
    return result;
  }

  template <class Needed, class Stands, class Op, class... Windows>
  STENCIL_FUNCTION auto apply_to_windows(const Op& op, const Windows&... windows) const {
    const StencilBroadcasted<Op, Windows...> node{op, make_arguments(windows...), {}};
    return each_row<typename Stands::location, typename Stands::value_type, Needed>(
        [&](const auto& at) { return node.value(at); });
  }

  /// The arguments of which other lanes read rows go into tiles.
  template <class Needed, class Stands, int... I, class Op, class... Nodes>
  STENCIL_FUNCTION auto apply_in_tiles(const Op& op, const Nodes&... nodes) const {
    if constexpr ((reads_others<Needed, Stands, I, Nodes> || ...)) {
      const typename Exchange::Tiles tiles(*exchange);
      const auto in_tiles = make_arguments(put_argument<Needed, Stands, I>(*this, tiles, nodes)...);
      exchange->barrier();
      return apply_to_windows<Needed, Stands>(
          op, window_in_tile<Needed, Stands, I>(*this, nodes, argument_at<I>(in_tiles))...);
    } else {
      return apply_to_windows<Needed, Stands>(op, window_in_tile<Needed, Stands, I>(*this, nodes, NotHeld{})...);
    }
  }

  /// The row of memory that row i stands for; beyond an end the end row, whose value is unused.
  template <class Location>
  STENCIL_FUNCTION int clamped_row(int i) const {
    const int row = first_row + i;
    if (ring()) return row_in_ring(row, columns.levels);
    const int last = rows_at<Location>(levels()) - 1;
    return row < 0 ? 0 : row < last ? row : last;
  }
  /// Whether the column has all rows that the lane holds.
  template <class Location>
  STENCIL_FUNCTION bool has_rows() const {
    return first_row >= 0 && first_row + Held <= rows_of_column<Location>();
  }
  /// Whether all rows may be loaded without a check: those past the column's end lie in the next column.
  STENCIL_FUNCTION bool reads_straight(const FieldStrides& step) const {
    const bool inside = first_row + Held <= levels();
    if (ring()) return first_row >= 0 && inside;
    if constexpr (ends == ColumnEnds::part) return inside;
    return inside || (!last_column && this->template reads_on<Held>(step));
  }
};

}  // namespace stencil::column_functions
