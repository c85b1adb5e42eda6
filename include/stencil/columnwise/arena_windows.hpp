// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/arena.hpp>
#include <stencil/columnwise/register_cursor.hpp>
#include <stencil/plan/reads.hpp>

/// Rows around a lane's own.
namespace stencil::column_functions {

/// The rows [low, high) of argument I that an operator reads, counted from the first of a lane's `Held` rows.
template <class Needed, class Stands, int I, int Held>
struct WindowRows {
  using Result = typename Stands::location;
  static constexpr plan::Range range = plan::range_read<Stands, I, Needed::bottom, Needed::top>;
  static constexpr int low = range.empty() ? 0 : index_shift<Result>(range.low);
  static constexpr int high = range.empty() ? Held : Held + index_shift<Result>(range.high);
};

/// Whether an operator reads rows of other lanes in its argument I, of type N.
template <class Needed, class Stands, int I, class N>
inline constexpr bool reads_others = false;
template <class Needed, class Stands, int I, class Lane, class Where, class T>
  requires(!std::is_same_v<Where, Surface>)
inline constexpr bool reads_others<Needed, Stands, I, ColumnValue<Lane, Where, T>> =
    WindowRows<Needed, Stands, I, 1>::low < 0 || WindowRows<Needed, Stands, I, 1>::high > 1;

/// Allocates a tile and stores the lane's rows of a value in it.
template <class Lane, class Tiles, class Where, class T>
STENCIL_FUNCTION T* put_rows(const Lane& lane, const Tiles& tiles, const ColumnValue<Lane, Where, T>& value) {
  T* const tile = tiles.template take<T>(Lane::held);
  unrolled<Lane::held>([&](int i) { tile[i * lane.exchange->pitch() + lane.exchange->place()] = value.rows[i]; });
  return tile;
}

/// A tile with an argument, if other lanes read rows of it.
template <class Needed, class Stands, int I, class Lane, class Tiles, class N>
STENCIL_FUNCTION auto put_argument(const Lane& lane, const Tiles& tiles, const N& node) {
  if constexpr (reads_others<Needed, Stands, I, N>) {
    return put_rows(lane, tiles, node);
  } else {
    return NotHeld{};
  }
}

/// The rows of an argument that an operator reads, those of other lanes in its tile.
template <class Needed, class Stands, int I, class Lane, class N>
STENCIL_FUNCTION constexpr const N& window_in_tile(const Lane&, const N& node, NotHeld)
  requires(!IsColumnValue<N> || std::is_same_v<typename N::location, Surface>)
{
  return node;
}
template <class Needed, class Stands, int I, class Lane, class Where, class T, class Tile>
STENCIL_FUNCTION auto window_in_tile(const Lane& lane, const ColumnValue<Lane, Where, T>& value, const Tile& tile)
  requires(!std::is_same_v<Where, Surface>)
{
  constexpr int held = Lane::held;
  using Read = WindowRows<Needed, Stands, I, held>;
  Window<Where, T, Read::low, Read::high> window;
  unrolled<Read::high - Read::low>([&](int n) {
    const int row = Read::low + n;
    if (row >= 0 && row < held) {
      window.rows[row] = value.rows[row];
    } else if constexpr (!std::is_same_v<Tile, NotHeld>) {
      const int distance = row >= 0 ? row / held : -((held - 1 - row) / held);
      window.rows[row] = tile[(row - distance * held) * lane.exchange->pitch() + lane.exchange->place(distance)];
    }
  });
  return window;
}

}  // namespace stencil::column_functions
