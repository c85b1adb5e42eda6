// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <stencil/config.hpp>

/// Neighbouring values, moved by words as wide as one load or store can be.
namespace stencil {

/// f(0), ..., f(Count - 1), unrolled, so that what they index can stay in registers.
template <int Count, class F>
STENCIL_FUNCTION constexpr void unrolled(const F& f) {
  [&f]<int... I>(std::integer_sequence<int, I...>) { (f(I), ...); }(std::make_integer_sequence<int, Count>{});
}

/// What one load or store moves.
template <std::size_t Bytes>
struct alignas(Bytes) WideWord {
  std::uint32_t part[Bytes / 4];
};

/// The largest power of two up to 16 that divides n.
constexpr std::size_t word_size(std::size_t n) {
  std::size_t size = 16;
  while (n % size != 0) size /= 2;
  return size;
}

/// Whether an address is aligned for the widest word that divides Count values.
template <int Count, class T>
STENCIL_FUNCTION bool begins_a_word(const T* rows) {
  return reinterpret_cast<std::uintptr_t>(rows) % word_size(sizeof(T) * Count) == 0;
}

/// Copies Count values from neighbouring addresses: in wide words if `in_words`, which needs aligned addresses, else
/// one by one. (Words of half that width were slower than single values.)
template <int Count, class T>
STENCIL_FUNCTION void load_rows(const T* from, T* to, bool in_words) {
  constexpr std::size_t size = word_size(sizeof(T) * Count);
  if constexpr (size >= 4 && size > alignof(T)) {
    if (in_words) {
      constexpr int words = static_cast<int>(sizeof(T) * Count / size);
      WideWord<size> word[words];
      unrolled<words>([&](int i) { word[i] = reinterpret_cast<const WideWord<size>*>(from)[i]; });
      __builtin_memcpy(to, word, sizeof word);
      return;
    }
  }
  unrolled<Count>([&](int i) { to[i] = from[i]; });
}
template <int Count, class T>
STENCIL_FUNCTION void load_rows(const T* from, T* to) {
  load_rows<Count>(from, to, begins_a_word<Count>(from));
}
template <int Count, class T>
STENCIL_FUNCTION void store_rows(const T* from, T* to, bool in_words) {
  constexpr std::size_t size = word_size(sizeof(T) * Count);
  if constexpr (size >= 4 && size > alignof(T)) {
    if (in_words) {
      constexpr int words = static_cast<int>(sizeof(T) * Count / size);
      WideWord<size> word[words];
      __builtin_memcpy(word, from, sizeof word);
      unrolled<words>([&](int i) { reinterpret_cast<WideWord<size>*>(to)[i] = word[i]; });
      return;
    }
  }
  unrolled<Count>([&](int i) { to[i] = from[i]; });
}
template <int Count, class T>
STENCIL_FUNCTION void store_rows(const T* from, T* to) {
  store_rows<Count>(from, to, begins_a_word<Count>(to));
}

}  // namespace stencil
