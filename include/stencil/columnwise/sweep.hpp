// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/sweep_lane.hpp>
#include <stencil/plan/walk.hpp>

/// Teams of threads that sweep along neighbouring columns, a column each. They copy some rows of all their columns at a
/// time into tiles, while they compute with the rows before: in memory neighbouring threads copy neighbouring values,
/// whichever way fields lie. Results whose levels are neighbours in memory go back the same way.
namespace stencil::column_functions {

/// A field of a job whose rows go through a tile.
struct SweptField {
  char* data;  ///< row 0 of column 0
  std::ptrdiff_t row_bytes, column_bytes;
  int rows;
  int behind;    ///< of a result
  int place;     ///< of its tile among the others, in bytes of a value
  bool is_wide;  ///< values of 8 bytes in place of 4
  bool across;   ///< columns are neighbours in memory
};
/// The tiles of a team: those of fields that it reads, once or twice, and then those of results.
struct SweptFields {
  static constexpr int most = 24;
  int read = 0;
  int written = 0;
  int read_bytes = 0;                 ///< of all values at a row of a column
  int write_bytes = 0;                ///< of results
  int rows = 0;                       ///< of a tile
  int turns = 0;                      ///< of a column
  int first_away = 0, last_away = 0;  ///< turns in which no value is at an end of a column
  int top_row = 0;                    ///< of the column
  SweptField field[most];

  /// From a column to the next in a tile, in values: odd, so that threads read different banks.
  STENCIL_FUNCTION int pitch() const { return rows | 1; }
  template <class Team>
  STENCIL_FUNCTION int values_of_tile() const {
    return pitch() * Team::columns;
  }
  /// Of all tiles of a team.
  template <class Team>
  STENCIL_FUNCTION int bytes() const {
    return (Team::tiles_for_reading * read_bytes + write_bytes) * values_of_tile<Team>();
  }
};

/// Values that a thread copies between memory and a tile.
struct SweptCopies {
  int tile, tile_step;
  char* memory;
  std::ptrdiff_t memory_step;  ///< in bytes
};
/// copy(index in a tile, place in memory) for `count` of them, `Most` at most, which is the usual number.
template <int Most, class F>
STENCIL_FUNCTION void each_copied(SweptCopies from, int count, const F& copy) {
  const auto one = [&](int) {
    copy(from.tile, from.memory);
    from.tile += from.tile_step;
    from.memory += from.memory_step;
  };
  if (count == Most) {
    unrolled<Most>(one);
  } else {
    STENCIL_ROLLED_LOOP
    for (int i = 0; i < count; ++i) one(i);
  }
}
/// The same for what a thread copies of a field's rows that come in turns from `begin` on. Neighbouring threads copy
/// neighbouring values.
template <Sweep Way, class Team, class F>
STENCIL_FUNCTION void each_copied(const Team& team, const SweptFields& fields, const SweptField& field, int begin,
                                  std::ptrdiff_t first, std::ptrdiff_t count, const F& copy) {
  constexpr int size = Team::size, columns = Team::columns, way = Way == Sweep::up ? 1 : -1;
  static_assert(size % columns == 0);
  const auto row_of = [&](int turn) { return Way == Sweep::up ? turn : fields.top_row - turn; };
  const int turn = begin - field.behind;
  if (field.across) {
    constexpr int together = size / columns, at_once = 8;
    const int side = team.member() % columns, own = team.member() / columns;
    // The slots in which the field has rows.
    const int lowest = (Way == Sweep::up ? 0 : fields.top_row - field.rows + 1) - turn;
    const int low = lowest > 0 ? lowest : 0,
              high = lowest + field.rows < fields.rows ? lowest + field.rows : fields.rows;
    if (first + side >= count) return;
    for (int slot = low + own; slot < high; slot += at_once * together) {
      const int left = (high - slot + together - 1) / together;
      each_copied<at_once>({side * fields.pitch() + slot, together,
                            field.data + (row_of(turn + slot) * field.row_bytes + (first + side) * field.column_bytes),
                            way * together * field.row_bytes},
                           left < at_once ? left : at_once, copy);
    }
  } else {
    const int here = count - first < columns ? static_cast<int>(count - first) : columns;
    for (int slot = team.member(); slot < fields.rows; slot += size) {
      const int row = row_of(turn + slot);
      if (row < 0 || row >= field.rows) continue;
      each_copied<columns>(
          {slot, fields.pitch(), field.data + (row * field.row_bytes + first * field.column_bytes), field.column_bytes},
          here, copy);
    }
  }
}
/// f(an unsigned number as long as the values of a field).
template <class F>
STENCIL_FUNCTION void with_word(const SweptField& field, const F& f) {
  if (field.is_wide) {
    f(std::uint64_t{});
  } else {
    f(std::uint32_t{});
  }
}

/// Copies the rows that come in turns from `begin` on.
template <Sweep Way, class Team>
STENCIL_FUNCTION void bring_rows(const Team& team, const SweptFields& fields, char* tiles, int begin,
                                 std::ptrdiff_t first, std::ptrdiff_t count) {
  for (int k = 0; k < fields.read; ++k) {
    const SweptField& field = fields.field[k];
    with_word(field, [&](auto word) {
      using T = decltype(word);
      T* const tile = reinterpret_cast<T*>(tiles + field.place * fields.template values_of_tile<Team>());
      each_copied<Way>(team, fields, field, begin, first, count,
                       [&](int i, const char* memory) { team.copy(tile + i, reinterpret_cast<const T*>(memory)); });
    });
  }
}
/// Brings home the rows of results that came in turns from `begin` on.
template <Sweep Way, class Team>
STENCIL_FUNCTION void take_rows_home(const Team& team, const SweptFields& fields, const char* tiles, int begin,
                                     std::ptrdiff_t first, std::ptrdiff_t count) {
  for (int k = fields.read; k < fields.read + fields.written; ++k) {
    const SweptField& field = fields.field[k];
    with_word(field, [&](auto word) {
      using T = decltype(word);
      const T* const tile = reinterpret_cast<const T*>(tiles + field.place * fields.template values_of_tile<Team>());
      each_copied<Way>(team, fields, field, begin, first, count,
                       [&](int i, char* memory) { *reinterpret_cast<T*>(memory) = tile[i]; });
    });
  }
}

STENCIL_FUNCTION constexpr int clamped(int x, int low, int high) { return x < low ? low : x < high ? x : high; }

/// A team's part of a job: the columns from `first` on. Each member of the team calls this.
template <Sweep Way, class Team, class Job>
STENCIL_FUNCTION void sweep_columns(const Team& team, const Job& job, const ColumnSet& columns,
                                    const SweptFields& fields, std::ptrdiff_t first, std::ptrdiff_t count) {
  constexpr bool ahead = Team::tiles_for_reading == 2;  // the next rows come while it computes with those here
  const int rows = fields.rows;
  char* const tiles = team.memory();
  const int values = fields.template values_of_tile<Team>(), of_reading = fields.read_bytes * values;
  char* const results = tiles + Team::tiles_for_reading * of_reading;
  const std::ptrdiff_t own = first + team.member(), end = first + Team::columns < count ? first + Team::columns : count;
  SweepLane<Way, Team> lane(columns);
  lane.column = own < end ? own : end - 1;
  lane.works = own < end;
  lane.top_row = fields.top_row;
  lane.last_turn = fields.turns - 1;
  lane.place = static_cast<int>(lane.column - first) * fields.pitch();
  lane.values_of_tile = values;
  lane.write_to = results;
  bring_rows<Way>(team, fields, tiles, 0, first, count);
  team.commit();
  int here = 0;
  for (int begin = 0; begin < fields.turns; begin += rows) {
    team.wait_for_copies();
    team.barrier();
    const int there = ahead ? of_reading - here : here;
    const auto bring_next = [&] {
      if (begin + rows < fields.turns) bring_rows<Way>(team, fields, tiles + there, begin + rows, first, count);
      team.commit();
    };
    if constexpr (ahead) bring_next();
    lane.read_from = tiles + here;
    const int turns = fields.turns - begin < rows ? fields.turns - begin : rows;
    // Near ends one loop, away from them another, in which compilers leave out what asks for ends.
    const int first_away = clamped(fields.first_away - begin, 0, turns);
    const int last_away = clamped(fields.last_away - begin, first_away, turns);
    STENCIL_ROLLED_LOOP
    for (int slot = 0; slot < turns; ++slot) {
      if (slot == first_away) {
        for (; slot < last_away; ++slot) lane.run(job, begin + slot, slot, true);
        if (slot == turns) break;
      }
      lane.run(job, begin + slot, slot, false);
    }
    team.barrier();
    if constexpr (!ahead) bring_next();
    take_rows_home<Way>(team, fields, results, begin, first, count);
    here = there;
  }
}

/// A job as threads that sweep take it, with places of tiles for fields.
template <class Job>
struct SweepPlan {
  Job in_tiles;
  SweptFields fields{};
  bool possible = true;

  template <class T, class Where, class Layout, class Space>
  void add(const Leaf<T, Where, Layout, Space>& leaf, bool written, int behind) {
    if constexpr (!std::is_same_v<Where, Surface>) {
      constexpr bool fits = std::is_arithmetic_v<std::remove_const_t<T>> && (sizeof(T) == 4 || sizeof(T) == 8);
      if (!fits || leaf.strides.level() < 1 || leaf.strides.column() < 1) {
        possible = false;
        return;
      }
      if (written && Layout::columns_contiguous) return;  // neighbouring threads write neighbouring values
      auto* const data = reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(leaf.data));
      const auto size = static_cast<std::ptrdiff_t>(sizeof(T));
      const std::ptrdiff_t row_bytes = leaf.strides.level() * size, column_bytes = leaf.strides.column() * size;
      const int rows = rows_at<Where>(leaf.grid->levels);
      int place = -1;
      for (int i = 0; i < fields.read && !written; ++i) {
        const SweptField& known = fields.field[i];
        if (known.data == data && known.row_bytes == row_bytes && known.column_bytes == column_bytes &&
            known.is_wide == (sizeof(T) == 8) && known.rows == rows) {
          place = known.place;
        }
      }
      if (place < 0) {
        if (fields.read + fields.written == SweptFields::most) {
          possible = false;
          return;
        }
        int& bytes = written ? fields.write_bytes : fields.read_bytes;
        place = bytes;
        bytes += static_cast<int>(sizeof(T));
        fields.field[fields.read + fields.written] = {data,   row_bytes, column_bytes,   rows,
                                                      behind, place,     sizeof(T) == 8, Layout::columns_contiguous};
        ++(written ? fields.written : fields.read);
      }
      const_cast<Leaf<T, Where, Layout, Space>&>(leaf).data = reinterpret_cast<T*>(static_cast<std::uintptr_t>(place));
    }
  }
};

inline constexpr const char* cannot_sweep =
    "this strategy takes column functions with marches, all in one direction, and no other operations on whole "
    "columns, "
    "of numbers of 4 or 8 bytes, without a mask or active levels, on a grid with ends whose columns have the same "
    "heights; leave the strategy out";

/// Finds how threads that sweep carry out a job, if they can, but for the rows of tiles. Code: see SweepLane.
template <class Team, class Code, class Root, class... Destinations>
bool plan_sweep(SweepPlan<Job<Root, NoMask, Destinations...>>& plan, SweepLook<Code>& look, const ColumnSet& columns,
                const Demands& demands) {
  if (!demands.in_turns || columns.periodic || columns.heights_per_column || demands.loops || demands.goes_around)
    return false;
  for (const bool upward : {true, false}) {
    look.needs = {};
    look.needs.upward = upward;
    SweepLane<Sweep::look, Team, Code> lane(columns);
    lane.look = &look;
    lane.run(plan.in_tiles, 0, 0, false);
    if (look.needs.carried_out) break;
  }
  const SweepNeeds& needs = look.needs;
  if (!needs.carried_out || needs.history > SweepHistory::bytes) return false;
  plan.fields.first_away = 2 + needs.behind;
  plan.fields.last_away = columns.levels - 1;
  plan.fields.top_row = columns.levels - (demands.top_face ? 0 : 1);
  plan.fields.turns = plan.fields.top_row + 1 + needs.behind;
  plan::each_leaf<plan::StoreNothing>(plan.in_tiles.root,
                                      [&](const auto& leaf, plan::ReadAs) { plan.add(leaf, false, 0); });
  int result = 0;
  plan.in_tiles.destinations.apply([&](const auto&... to) { (plan.add(to, true, needs.behind_of[result++]), ...); });
  return plan.possible;
}

}  // namespace stencil::column_functions
