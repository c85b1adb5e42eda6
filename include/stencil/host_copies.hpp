// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <type_traits>
#include <vector>

#include <stencil/assign/devices.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/config.hpp>
#include <stencil/location.hpp>

/// A field's values on the host, levels contiguous, from and to memory in any order. Memory without gaps goes through
/// the backend in one piece and is ordered where it lies, or on the host if that has no memory for it.
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

/// Whether memory holds all columns of a level side by side, without gaps.
template <class L>
bool columns_dense(const L& leaf) {
  return leaf.strides.column() == 1 &&
         (leaf.strides.level() == static_cast<std::ptrdiff_t>(leaf.grid->columns) || leaf.rows() == 1);
}

/// Value i of memory in which levels are neighbours, from or to memory in which columns are.
template <class T, bool ToColumns>
struct Transpose {
  T* levels;
  T* columns;
  std::ptrdiff_t rows;
  std::ptrdiff_t count;
  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    T& other = columns[i % rows * count + i / rows];
    if constexpr (ToColumns) {
      other = levels[i];
    } else {
      levels[i] = other;
    }
  }
};
/// One value everywhere.
template <class T>
struct Fill {
  T* memory;
  T value;
  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const { memory[i] = value; }
};

/// Fills memory without gaps, and waits: a field that was filled is so for every queue of work. False, and nothing is
/// done, where it has some.
template <class Backend, class L>
bool filled(const L& leaf, const typename L::value_type& value) {
  using T = typename L::value_type;
  if (!levels_dense(leaf) && !columns_dense(leaf)) return false;
  const auto count = static_cast<std::ptrdiff_t>(leaf.rows()) * static_cast<std::ptrdiff_t>(leaf.grid->columns);
  const auto there = checks::on_their_device<Backend>(leaf);
  Backend::each(count, count * static_cast<std::ptrdiff_t>(sizeof(T)), Fill<T>{leaf.data, value}, policy());
  Backend::wait(policy());
  return true;
}

/// f(values of all columns, levels contiguous, in the memory of the backend, what transposes them) for a field that has
/// its columns side by side in a device's memory. False, and f is not called, for others and without memory.
template <class Backend, bool ToColumns, class L, class F>
bool with_levels_dense(const L& leaf, const F& f) {
  using T = typename L::value_type;
  if constexpr (!std::is_same_v<typename L::space, HostSpace> && !std::is_same_v<T, bool>) {
    if (!columns_dense(leaf)) return false;
    const auto there = checks::on_their_device<Backend>(leaf);
    const auto count = static_cast<std::ptrdiff_t>(leaf.grid->columns), rows = static_cast<std::ptrdiff_t>(leaf.rows());
    decltype(Backend::template allocate<T>(0)) memory{};
    try {
      memory = Backend::template allocate<T>(static_cast<std::size_t>(rows * count));
    } catch (const std::exception&) {
      return false;
    }
    f(memory.get(), [&] {
      Backend::each(rows * count, 2 * rows * count * static_cast<std::ptrdiff_t>(sizeof(T)),
                    Transpose<T, ToColumns>{memory.get(), leaf.data, rows, count}, policy());
      Backend::wait(policy());
    });
    return true;
  } else {
    return false;
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
  const bool dense = levels_dense(leaf) || columns_dense(leaf);
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
