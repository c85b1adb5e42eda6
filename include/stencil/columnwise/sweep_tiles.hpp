// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/config.hpp>

/// Tiles in which threads that sweep along columns find rows of fields, and leave rows of results: parts of columns, in
/// the order in which rows come, or whole columns, as they lie in memory.
namespace stencil::column_functions {

/// look: dry run; up, down: direction of the march.
enum class Sweep { look, up, down };

/// Distance of columns in a tile of whole columns, in values of `size` bytes: as in memory, unless threads would then
/// read the same bank of shared memory.
STENCIL_FUNCTION constexpr int pitch_of_whole(int rows, int size) { return rows % 8 == 0 ? rows + 16 / size : rows; }

/// A field of a job whose rows go through a tile.
struct SweptField {
  char* data;  ///< row 0 of column 0
  std::ptrdiff_t row_bytes, column_bytes;
  int rows;
  int behind;    ///< turns by which a result is behind
  int place;     ///< where its tile begins: bytes per row of a column of the tiles before it
  bool is_wide;  ///< values of 8 bytes in place of 4
  bool across;   ///< columns are neighbours in memory

  STENCIL_FUNCTION int size() const { return is_wide ? 8 : 4; }

  bool holds_same(const SweptField& other) const {
    return data == other.data && row_bytes == other.row_bytes && column_bytes == other.column_bytes &&
           is_wide == other.is_wide && rows == other.rows;
  }
};
/// Memory where what marches give waits for later passes along a column: for each value a plane of all levels of all
/// columns, in which neighbouring threads have neighbours.
struct KeptRows {
  char* memory = nullptr;
  int cell_bytes = 0;
  int rows = 0;
  std::ptrdiff_t columns = 0;  ///< a multiple of four, so that all planes are aligned

  void set_size(int bytes_of_cell, int levels, std::ptrdiff_t count) {
    cell_bytes = bytes_of_cell;
    rows = levels + 1;
    columns = (count + 3) / 4 * 4;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(cell_bytes) * static_cast<std::size_t>(rows * columns); }
  /// place: bytes of a cell before those of the value.
  template <class T>
  STENCIL_FUNCTION T& at(int place, int row, std::ptrdiff_t column) const {
    return reinterpret_cast<T*>(memory + place * (rows * columns))[row * columns + column];
  }
};

/// The tiles of a team: those of fields that it reads, and then those of results.
struct SweptFields {
  static constexpr int most = 24;
  int read = 0;
  int written = 0;
  int read_bytes = 0;                 ///< of all values at a row of a column
  int write_bytes = 0;                ///< of results
  int rows = 0;                       ///< of a tile
  bool whole = true;                  ///< tiles hold whole columns, indexed by row
  int whole_pitch = 0;                ///< of whole columns, where it is largest
  int turns = 0;                      ///< of a column
  int passes = 1;                     ///< along a column, each of that many turns
  int first_away = 0, last_away = 0;  ///< turns in which no value is at an end of a column
  int top_row = 0;                    ///< of the column
  KeptRows kept;
  SweptField field[most];

  /// Distance of columns in a tile of parts of columns, in values: odd, so that threads read different banks.
  STENCIL_FUNCTION int pitch() const { return rows | 1; }
  template <class Team>
  STENCIL_FUNCTION int values_of_tile() const {
    return (whole ? whole_pitch : pitch()) * Team::columns;
  }
  /// Of all tiles of a team. Whole columns of millions of levels have more than an int counts.
  template <class Team>
  STENCIL_FUNCTION std::size_t bytes() const {
    return static_cast<std::size_t>(read_bytes + write_bytes) * static_cast<std::size_t>(values_of_tile<Team>());
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

/// Four words that are copied at once.
struct alignas(16) FourWords {
  std::uint32_t word[4];
};
/// copy(index in a tile, place in memory) for the words of whole columns, which lie side by side in memory: four at a
/// time, and what is left of the last ones one by one.
template <class Team, class F>
STENCIL_FUNCTION void each_word_of_columns(const Team& team, const SweptField& field, std::ptrdiff_t first,
                                           std::ptrdiff_t count, const F& copy) {
  constexpr int size = Team::size, columns = Team::columns, at_once = 8;
  const auto here = static_cast<int>(count - first < columns ? count - first : columns);
  const auto words_of_column = static_cast<int>(field.column_bytes / 4);
  char* const memory = field.data + first * field.column_bytes;
  if (const int pitch = pitch_of_whole(field.rows, field.size()); pitch != field.rows) {
    for (int i = team.member(); i < words_of_column / 4; i += size) {
      each_copied<columns>({i, pitch * field.size() / 16, memory + i * 16, field.column_bytes}, here,
                           [&](int at, char* place) { copy(FourWords{}, at, place); });
    }
    return;
  }
  const int words = here * words_of_column, fours = words / 4;
  for (int i = team.member(); i < fours; i += at_once * size) {
    const int left = (fours - i + size - 1) / size;
    each_copied<at_once>({i, size, memory + i * 16, size * 16}, left < at_once ? left : at_once,
                         [&](int at, char* place) { copy(FourWords{}, at, place); });
  }
  for (int i = fours * 4 + team.member(); i < words; i += size) copy(std::uint32_t{}, i, memory + i * 4);
}

/// Copies the rows that come in turns from `begin` on.
template <Sweep Way, class Team>
STENCIL_FUNCTION void bring_rows(const Team& team, const SweptFields& fields, char* tiles, int begin,
                                 std::ptrdiff_t first, std::ptrdiff_t count) {
  for (int k = 0; k < fields.read; ++k) {
    const SweptField& field = fields.field[k];
    char* const at = tiles + field.place * fields.template values_of_tile<Team>();
    if (fields.whole) {
      each_word_of_columns(team, field, first, count, [&](auto words, int i, const char* memory) {
        using T = decltype(words);
        team.copy(reinterpret_cast<T*>(at) + i, reinterpret_cast<const T*>(memory));
      });
      continue;
    }
    with_word(field, [&](auto word) {
      using T = decltype(word);
      T* const tile = reinterpret_cast<T*>(at);
      each_copied<Way>(team, fields, field, begin, first, count,
                       [&](int i, const char* memory) { team.copy(tile + i, reinterpret_cast<const T*>(memory)); });
    });
  }
}
/// Copies the rows of results that came in turns from `begin` on back to memory.
template <Sweep Way, class Team>
STENCIL_FUNCTION void take_rows_home(const Team& team, const SweptFields& fields, const char* tiles, int begin,
                                     std::ptrdiff_t first, std::ptrdiff_t count) {
  for (int k = fields.read; k < fields.read + fields.written; ++k) {
    const SweptField& field = fields.field[k];
    const char* const at = tiles + field.place * fields.template values_of_tile<Team>();
    if (fields.whole) {
      each_word_of_columns(team, field, first, count, [&](auto words, int i, char* memory) {
        using T = decltype(words);
        *reinterpret_cast<T*>(memory) = reinterpret_cast<const T*>(at)[i];
      });
      continue;
    }
    with_word(field, [&](auto word) {
      using T = decltype(word);
      const T* const tile = reinterpret_cast<const T*>(at);
      each_copied<Way>(team, fields, field, begin, first, count,
                       [&](int i, char* memory) { *reinterpret_cast<T*>(memory) = tile[i]; });
    });
  }
}

}  // namespace stencil::column_functions
