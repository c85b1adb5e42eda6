// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/arena_windows.hpp>
#include <stencil/columnwise/register_cursor.hpp>

/// Rows around a lane's own, as its neighbours hold them in registers.
namespace stencil::column_functions {

/// Whether what both neighbours give for a window can be exchanged together, at the cost of one barrier.
template <class Exchange, class T, int Held, int Below, int Above>
constexpr bool exchanges_at_once() {
  constexpr bool of_neighbours = Below + Above > 0 && Below <= Held && Above <= Held;
  if constexpr (of_neighbours && requires { Exchange::template holds<T, Below + Above>; }) {
    return Exchange::template holds<T, Below + Above>;
  } else {
    return false;
  }
}

/// The rows of an argument that an operator reads.
template <class Needed, class Stands, int I, class Lane, class N>
STENCIL_FUNCTION constexpr const N& window_of(const Lane&, const N& node)
  requires(!IsColumnValue<N> || std::is_same_v<typename N::location, Surface>)
{
  return node;
}
template <class Needed, class Stands, int I, class Lane, class Where, class T>
STENCIL_FUNCTION auto window_of(const Lane& lane, const ColumnValue<Lane, Where, T>& value)
  requires(!std::is_same_v<Where, Surface>)
{
  constexpr int held = Lane::held, own = Lane::template rows_held<Where>;
  using Read = WindowRows<Needed, Stands, I, Lane::template rows_held<typename Stands::location>>;
  constexpr int low = Read::low, high = Read::high;
  constexpr int below = low < 0 ? -low : 0, above = high > own ? high - own : 0;
  using Exchange = std::remove_cvref_t<decltype(*lane.exchange)>;
  Window<Where, T, low, high> window;
  unrolled<high - low>([&](int i) {
    if (low + i >= 0 && low + i < own) window.rows[low + i] = value.rows[low + i];
  });
  if constexpr (own == held && exchanges_at_once<Exchange, T, held, below, above>()) {
    T near[below + above];
    unrolled<below>([&](int i) { near[i] = value.rows[held - below + i]; });
    unrolled<above>([&](int i) { near[below + i] = value.rows[i]; });
    lane.exchange->template around<below, above>(near);
    unrolled<below>([&](int i) { window.rows[i - below] = near[i]; });
    unrolled<above>([&](int i) { window.rows[held + i] = near[below + i]; });
  } else {
    unrolled<below + above>([&](int i) {
      const int row = i < below ? -1 - i : own + i - below;
      const int distance = row >= 0 ? row / held : -((held - 1 - row) / held);
      window.rows[row] = lane.exchange->from(value.rows[row - distance * held], distance);
    });
  }
  return window;
}

}  // namespace stencil::column_functions
