// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>

#include <stencil/algorithm/wide_words.hpp>
#include <stencil/config.hpp>

/// What a thread that goes along a column keeps of the rows behind it.
namespace stencil::column_functions {

/// A variable of its own in a kernel.
struct HistoryBlock {
  static constexpr int bytes = 4096;  ///< nvcc 13.0 leaves longer ones in memory
  alignas(16) std::byte kept[bytes] = {};

  template <class T>
  STENCIL_FUNCTION void read(int place, T& value) const {
    if constexpr (sizeof(T) <= bytes) memcpy(&value, kept + place, sizeof(T));
  }
  template <class T>
  STENCIL_FUNCTION void write(int place, const T& value) {
    if constexpr (sizeof(T) <= bytes) memcpy(kept + place, &value, sizeof(T));
  }
};

/// Operations reserve places in the order in which they are carried out, the same in every row. A compiler that has
/// inlined all of them knows the places in `near`, so that what is read again is in registers and the rest is dropped.
/// `far` is for rows further back, whose number it finds out later.
struct SweepHistory {
  HistoryBlock* near = nullptr;
  HistoryBlock* far = nullptr;
  mutable int used = 0, used_far = 0;

  template <class T>
  static constexpr int bytes_of = (static_cast<int>(sizeof(T)) + 7) / 8 * 8;

  STENCIL_FUNCTION void begin_turn() { used = used_far = 0; }
  STENCIL_FUNCTION bool fits() const { return used <= HistoryBlock::bytes && used_far <= HistoryBlock::bytes; }
  template <class T>
  STENCIL_FUNCTION int reserve(int how_many) const {
    const int from = used;
    used += how_many * bytes_of<T>;
    return from;
  }
  template <class T>
  STENCIL_FUNCTION void read(int place, T& value) const {
    near->read(place, value);
  }
  template <class T>
  STENCIL_FUNCTION void write(int place, const T& value) const {
    near->write(place, value);
  }
};

/// The rows of a node that came before this turn, the oldest first: Near of them, or all, in `near`.
template <class T, int Near>
struct EarlierRows {
  static constexpr int size = SweepHistory::bytes_of<T>;
  int rows = 0;
  int place = 0, place_of_far = 0;

  STENCIL_FUNCTION void reserve(const SweepHistory& history, int how_many) {
    rows = how_many;
    place = history.reserve<T>(Near);
    place_of_far = history.used_far;
    if (rows > Near) history.used_far += (rows - Near) * size;
  }
  STENCIL_FUNCTION void read(const SweepHistory& history, int j, T& value) const {
    history.read(place + j * size, value);
  }
  /// Drops the oldest. Unrolled: compilers decide what becomes a register before they unroll loops.
  STENCIL_FUNCTION void add(const SweepHistory& history, const T& newest) const {
    unrolled<Near>([&](int j) {
      if (j >= rows) return;
      T next = newest;
      if (j + 1 < Near && j + 1 < rows) read(history, j + 1, next);
      if (j + 1 == Near && j + 1 < rows) history.far->read(place_of_far, next);
      history.write(place + j * size, next);
    });
    for (int j = Near; j < rows; ++j) {
      const int to = place_of_far + (j - Near) * size;
      T next = newest;
      if (j + 1 < rows) history.far->read(to + size, next);
      history.far->write(to, next);
    }
  }
};

}  // namespace stencil::column_functions
