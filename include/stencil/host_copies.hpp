// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/location.hpp>

/// A field's values on the host, levels contiguous, from and to memory in any order. Memory without gaps goes through
/// the backend in one piece and is ordered on the host.
namespace stencil::detail::host_copies {

/// A value in a vector that is no std::vector<bool>.
template <class T>
struct Plain {
  T value;
};

/// Whether a leaf's memory has the order of the host's copy.
template <class L>
bool levels_dense(const L& leaf) {
  if constexpr (std::is_same_v<typename L::location, Surface>) {
    return leaf.strides.column() == 1;
  } else {
    const std::ptrdiff_t rows = leaf.rows();
    return leaf.strides.column() == rows && (leaf.strides.level() == 1 || rows == 1);
  }
}

/// Visits all positions: single(i, offset) for memory with gaps, else move(i, memory[offset]) and all(memory), which
/// comes last where the memory is written and first where it is read.
template <class L, class One, class All, class Move>
void each_position(const L& leaf, const One& single, const All& all, const Move& move, bool writing) {
  const std::ptrdiff_t ls = leaf.strides.level();
  const std::ptrdiff_t cs = leaf.strides.column();
  const std::ptrdiff_t rows = leaf.rows();
  const auto n = static_cast<std::ptrdiff_t>(leaf.grid->columns);
  const bool columns_dense = cs == 1 && (ls == n || rows == 1);
  const bool dense = levels_dense(leaf) || columns_dense;
  std::vector<Plain<typename L::value_type>> memory(dense ? static_cast<std::size_t>(rows * n) : 0);
  if (dense && !writing) all(memory);
  std::size_t i = 0;
  for (std::ptrdiff_t c = 0; c < n; ++c) {
    for (std::ptrdiff_t k = 0; k < rows; ++k, ++i) {
      const std::ptrdiff_t at = c * cs + k * (std::is_same_v<typename L::location, Surface> ? 0 : ls);
      if (dense) {
        move(i, memory[static_cast<std::size_t>(at)]);
      } else {
        single(i, at);
      }
    }
  }
  if (dense && writing) all(memory);
}

template <class Backend, class L>
std::vector<Plain<typename L::value_type>> to_plain(const L& leaf) {
  using Values = std::vector<Plain<typename L::value_type>>;
  Values host(static_cast<std::size_t>(leaf.rows()) * leaf.grid->columns);
  each_position(
      leaf, [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_to_host(&host[i].value, leaf.data + at, 1); },
      [&](Values& memory) { Backend::copy_to_host(&memory[0].value, leaf.data, memory.size()); },
      [&](std::size_t i, const auto& p) { host[i] = p; }, false);
  return host;
}
template <class Backend, class L>
void from_plain(const L& leaf, const std::vector<Plain<typename L::value_type>>& host) {
  using Values = std::vector<Plain<typename L::value_type>>;
  each_position(
      leaf, [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_from_host(leaf.data + at, &host[i].value, 1); },
      [&](Values& memory) { Backend::copy_from_host(leaf.data, &memory[0].value, memory.size()); },
      [&](std::size_t i, auto& p) { p = host[i]; }, true);
}

}  // namespace stencil::detail::host_copies
