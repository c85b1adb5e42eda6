// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/sweep_cursor.hpp>
#include <stencil/columnwise/sweep_needs.hpp>
#include <stencil/columnwise/sweep_tiles.hpp>

/// What a thread that goes along a column row by row knows of its place: the turn, what operations keep of earlier
/// rows, and which rows are there.
namespace stencil::column_functions {

/// Away: no value is at an end of the column, in any turn, and values per column are known from earlier turns.
template <Sweep Way, class Code, bool Away>
class SweepSteps : public SweepState<Code> {
  using Shared = SweepState<Code>;

 public:
  static constexpr bool works = true;
  using Shared::columns, Shared::column, Shared::top_row, Shared::last_turn, Shared::look, Shared::place_in_tile;
  using Shared::counts_rows, Shared::values_of_tile;

  STENCIL_FUNCTION explicit SweepSteps(const EvaluatedColumns& set) : Shared(set) {}
  /// Goes on where another lane is.
  STENCIL_FUNCTION explicit SweepSteps(const Shared& other) : Shared(other) {}

  template <class Where>
  STENCIL_FUNCTION int rows_of_column() const {
    return rows_at<Where>(columns.levels);
  }
  template <class Where, class Level>
  STENCIL_FUNCTION bool has_level(const Level& level) const {
    return level >= 0 && level < rows_of_column<Where>();
  }
  static constexpr bool reads_grid_at_level = true;
  /// What the grid has at one level of this column.
  template <class Real, class Where, MetricKind Kind>
  STENCIL_FUNCTION Real grid_at(int level) const {
    const int row = row_of_level(level, rows_of_column<Where>());
    return *columns.template metric<Real>().template place<Where, Kind>(column, row);
  }
  /// Before the first turn of a whole column.
  STENCIL_FUNCTION void begin(const SweptFields& swept, const SweepHistory& earlier_rows, std::ptrdiff_t of_column) {
    this->history = earlier_rows;
    column = of_column;
    top_row = swept.top_row;
    last_turn = swept.turns - 1;
    this->last_pass = swept.passes - 1;
    this->kept_rows = swept.kept;
  }
  /// The column's place among those of its team, in tiles of such fields.
  STENCIL_FUNCTION void find_places(int column_of_team, const SweptFields& swept) {
    counts_rows = swept.whole;
    for (int at_face = 0; at_face < 2; ++at_face) {
      for (int is_wide = 0; is_wide < 2; ++is_wide) {
        const int whole = pitch_of_whole(columns.levels + at_face, is_wide != 0 ? 8 : 4);
        place_in_tile[at_face][is_wide] = column_of_team * (swept.whole ? whole : swept.pitch());
      }
    }
  }

  STENCIL_FUNCTION void begin_turn(int turn, int slot) {
    turn_ = turn;
    slot_ = slot;
    this->history.begin_turn();
    this->used_of_cell = 0;
  }

  static constexpr bool looks = Way == Sweep::look;
  static constexpr bool is_away = Away;
  static constexpr bool goes_upward = Way == Sweep::up;
  static constexpr bool finds_values_of_columns = !looks && !Away;

  struct Facts {
    int behind = 0;
    int pass = 0;
    int lead = 0;
  };
  template <class N>
  STENCIL_FUNCTION static constexpr Facts facts_of(const N& node) {
    if constexpr (IsColumnValue<N>) {
      return {node.rows.behind, node.rows.pass, node.rows.lead};
    } else {
      return {};
    }
  }
  /// The first pass in which all of these are right.
  template <class... Nodes>
  STENCIL_FUNCTION static constexpr int pass_of(const Nodes&... nodes) {
    return largest_of(0, facts_of(nodes).pass...);
  }
  /// Whether this is such a pass.
  STENCIL_FUNCTION bool has_come(int first_pass) const { return first_pass == 0 || this->pass_number >= first_pass; }
  /// The value of an operation's condition, if it has one.
  template <Side End, class Op>
  STENCIL_FUNCTION static constexpr auto condition_of(const Op& op) {
    if constexpr (requires { op.template condition<End>().value; }) {
      return op.template condition<End>().value;
    } else {
      return NotHeld{};
    }
  }
  STENCIL_FUNCTION void refuse() const {
    if constexpr (looks) look->needs.carried_out = false;
  }
  /// Records an operation on whole columns. Step: of a march.
  template <class Step = void>
  STENCIL_FUNCTION void note_whole_column() const {
    if constexpr (looks) {
      look->code.template whole_column<requires { Step::is_of_user; }>();
      if constexpr (requires { Step::by_lanes_together; }) {
        if constexpr (Step::by_lanes_together) look->code.solve();
        if constexpr (Step::in_blocks) look->code.solve_in_blocks();
      }
    }
  }
  /// Records whether a node's formulas read heights.
  template <class N>
  STENCIL_FUNCTION void note_heights() const {
    if constexpr (looks && ReadsHeights<N>::value) look->needs.reads_heights = true;
  }
  /// Records the turns in which something that is `behind` turns behind is at rows from `first` to before `last`.
  STENCIL_FUNCTION void note_away(int first, int last, int behind) const {
    if constexpr (looks) {
      SweepNeeds& needs = look->needs;
      needs.first_away = largest_of(needs.first_away, (upward() ? first : top_row + 1 - last) + behind);
      needs.last_away = -largest_of(-needs.last_away, -((upward() ? last : top_row + 1 - first) + behind));
    }
  }
  /// The same for an operation's node: the rows at which it has no formula for an end.
  template <class Where, class Node>
  STENCIL_FUNCTION void note_away_of(int behind) const {
    if constexpr (looks && !std::is_same_v<Where, Surface>) {
      using Margin = plan::Margin<plan::StoreNothing, Node>;
      note_away(Margin::rows(Side::bottom, false), rows_at<Where>(columns.levels) - Margin::rows(Side::top, false),
                behind);
    }
  }
  STENCIL_FUNCTION bool upward() const {
    if constexpr (looks) return look->needs.upward;
    return Way == Sweep::up;
  }
  STENCIL_FUNCTION int row_of(int behind) const { return upward() ? turn_ - behind : top_row - turn_ + behind; }
  /// A row of a field that a thread with tiles reads, from memory. leaf_data: of the field's leaf.
  template <class T>
  STENCIL_FUNCTION T row_in_memory(const T* leaf_data, int row) const {
    const int place = static_cast<int>(reinterpret_cast<std::uintptr_t>(leaf_data));
    int i = 0;
    while (this->fields->field[i].place != place) ++i;
    const SweptField& field = this->fields->field[i];
    return *reinterpret_cast<const T*>(field.data + (row * field.row_bytes + column * field.column_bytes));
  }
  STENCIL_FUNCTION bool is_last_turn() const { return !Away && turn_ == last_turn; }
  /// Whether a value per column comes to be known now that is right from that pass on.
  STENCIL_FUNCTION bool comes_before(int first_pass) const {
    return is_last_turn() && this->pass_number + 1 == first_pass;
  }
  STENCIL_FUNCTION bool is_last_pass() const { return this->pass_number == this->last_pass; }
  template <class Where>
  STENCIL_FUNCTION bool is_here(int behind) const {
    if constexpr (Away) return true;
    const int row = row_of(behind);
    return row >= 0 && row < rows_at<Where>(columns.levels);
  }
  /// The last and the first row that an operation reads, counted from its own in the order of the sweep.
  template <class Node, int I>
  STENCIL_FUNCTION int reads_to() const {
    constexpr plan::Range read = plan::rows_read<Node, I>();
    return upward() ? read.high : -read.low;
  }
  template <int Low, int High>
  STENCIL_FUNCTION int reads_from() const {
    return upward() ? Low : -High;
  }
  /// The index in a tile of the row that came `behind` turns ago.
  template <class Where, class T>
  STENCIL_FUNCTION int in_tile(int behind) const {
    constexpr int at_face = std::is_same_v<Where, Face> ? 1 : 0, is_wide = sizeof(T) == 8 ? 1 : 0;
    return place_in_tile[at_face][is_wide] + (counts_rows ? row_of(behind) : slot_);
  }
  /// The index of a field's tile.
  template <class Leaf>
  STENCIL_FUNCTION int place_of(const Leaf& leaf) const {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(leaf.data)) * values_of_tile;
  }

  /// Reserves bytes of the history for an operation.
  template <class T>
  STENCIL_FUNCTION int keep(int how_many) const {
    const int place = this->history.template reserve<T>(how_many);
    if constexpr (looks) {
      if (!this->history.fits()) refuse();
    }
    return place;
  }
  /// Keeps a value per column, or finds the one that was kept.
  template <class T>
  STENCIL_FUNCTION void keep_value_of_column(T& value) const {
    const int kept = keep<T>(1);
    if constexpr (looks) {
      look->needs.of_columns = true;
    } else if constexpr (Away) {
      this->history.read(kept, value);
    } else {
      this->history.write(kept, value);
    }
  }
  /// Keeps a value per column that is right from a later pass on, or finds the one that was kept.
  template <class T>
  STENCIL_FUNCTION void keep_for_pass(T& value, int first_pass) const {
    const int kept = keep<T>(1);
    if constexpr (looks) {
      static_cast<void>(first_pass);
    } else if (comes_before(first_pass)) {
      this->history.write(kept, value);
    } else {
      this->history.read(kept, value);
    }
  }
  /// Whether a value per column is computed in this turn that is right from a pass on.
  STENCIL_FUNCTION bool is_found_now(int first_pass) const {
    return first_pass > 0 ? comes_before(first_pass) : finds_values_of_columns;
  }
  template <class T>
  STENCIL_FUNCTION void keep_per_column(SweptRow<T>& found) const {
    if (found.pass > 0) {
      keep_for_pass(found.value, found.pass);
    } else {
      keep_value_of_column(found.value);
    }
  }
  /// Keeps a value per column that is found in a column's first turn: later, rows that it is of may have been written.
  template <class T, class F>
  STENCIL_FUNCTION void keep_from_first_turn(T& value, const F& find) const {
    const int kept = keep<T>(1);
    if constexpr (looks) {
      look->needs.of_columns = true;
    } else if (!Away && turn_ == this->first_turn) {
      this->history.write(kept, value = find());
    } else {
      this->history.read(kept, value);
    }
  }
  /// How many turns ago the first of the rows came that an operation `behind` turns behind reads of a node.
  template <int Low, int High, class N>
  STENCIL_FUNCTION int rows_back(const N& node, int behind) const {
    if constexpr (IsColumnValue<N>) {
      if constexpr (!std::is_same_v<typename N::location, Surface>)
        return behind - reads_from<Low, High>() - node.rows.behind;
    }
    return 0;
  }
  /// These rows, as a node. Keeps those that came before this turn.
  template <int Low, int High, class N>
  STENCIL_FUNCTION auto window(const N& node, [[maybe_unused]] int behind) const {
    if constexpr (!IsColumnValue<N>) {
      return node;
    } else {
      using T = typename N::value_type;
      using Where = typename N::location;
      SweepWindow<T, Where, Low, High> all{};
      if constexpr (std::is_same_v<Where, Surface>) {
        all.rows[0] = node.rows.value;
      } else {
        EarlierRows<T, High - Low + 1> earlier;
        earlier.reserve(this->history, rows_back<Low, High>(node, behind));
        if constexpr (looks) {
          if (!this->history.fits()) refuse();
        } else {
          unrolled<High - Low + 1>([&](int j) {
            T& row = all.rows[Way == Sweep::up ? j : High - Low - j];
            row = node.rows.value;
            if (j < earlier.rows) earlier.read(this->history, j, row);
          });
          earlier.add(this->history, node.rows.value);
        }
      }
      return all;
    }
  }

  int turn_ = 0;
  int slot_ = 0;  ///< the number of the turn's row in tiles
};

}  // namespace stencil::column_functions
