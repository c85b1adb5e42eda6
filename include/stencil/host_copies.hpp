// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <type_traits>
#include <vector>

#include <stencil/assign/devices.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/config.hpp>
#include <stencil/location.hpp>

/// A field's values on the host, levels contiguous, from and to memory in any order. Memory of a device goes through
/// the backend in one piece and is ordered where it lies, or on the host if the device has no memory for it.
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

template <class L>
std::ptrdiff_t values_of(const L& leaf) {
  return static_cast<std::ptrdiff_t>(leaf.rows()) * static_cast<std::ptrdiff_t>(leaf.grid->columns);
}

/// Value i of all columns, levels contiguous, from or to a field's memory with these strides.
template <class T, bool ToField>
struct Reorder {
  T* contiguous;
  T* field;
  std::ptrdiff_t rows, level, column;
  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    T& other = field[i % rows * level + i / rows * column];
    if constexpr (ToField) {
      other = contiguous[i];
    } else {
      contiguous[i] = other;
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
  const std::ptrdiff_t count = values_of(leaf);
  const auto there = checks::on_their_device<Backend>(leaf);
  Backend::each(count, count * static_cast<std::ptrdiff_t>(sizeof(T)), Fill<T>{leaf.data, value}, policy());
  Backend::wait(policy());
  return true;
}

/// f(values, reorder): memory of the device for all values, levels contiguous, and what moves them between there and
/// the field. False, and f is not called, for fields of the host and where the device has no memory.
template <class Backend, bool ToField, class L, class F>
bool through_device(const L& leaf, const F& f) {
  using T = typename L::value_type;
  if constexpr (!std::is_same_v<typename L::space, HostSpace>) {
    const auto there = checks::on_their_device<Backend>(leaf);
    const std::ptrdiff_t count = values_of(leaf), bytes = count * static_cast<std::ptrdiff_t>(sizeof(T));
    using Scratch = decltype(Backend::scratch(std::size_t{}, policy()));
    std::unique_ptr<Scratch> memory;
    try {
      memory.reset(new Scratch(Backend::scratch(static_cast<std::size_t>(bytes), policy())));
    } catch (const std::exception&) {
      return false;
    }
    void* const begin = memory->get();
    T* const values = static_cast<T*>(begin);
    f(values, [&] {
      const Reorder<T, ToField> one{values, leaf.data, leaf.rows(), leaf.strides.level(), leaf.strides.column()};
      Backend::each(count, 2 * bytes, one, policy());
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

/// Copies a field's values to host[column * rows + row].
template <class Backend, class L, class T = typename L::value_type>
void to_host(const L& leaf, T* host) {
  const auto count = static_cast<std::size_t>(values_of(leaf));
  if (levels_dense(leaf)) return Backend::copy_to_host(host, leaf.data, count);
  if (through_device<Backend, false>(leaf, [&](const T* values, const auto& reorder) {
        reorder();
        Backend::copy_to_host(host, values, count);
      }))
    return;
  each_position(
      leaf, [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_to_host(host + i, leaf.data + at, 1); },
      [&](auto& memory) { Backend::copy_to_host(&memory[0].value, leaf.data, memory.size()); },
      [&](std::size_t i, const auto& p) { host[i] = p.value; }, false);
}
/// Copies such values to the field.
template <class Backend, class L, class T = typename L::value_type>
void from_host(const L& leaf, const T* host) {
  const auto count = static_cast<std::size_t>(values_of(leaf));
  if (levels_dense(leaf)) return Backend::copy_from_host(leaf.data, host, count);
  if (through_device<Backend, true>(leaf, [&](T* values, const auto& reorder) {
        Backend::copy_from_host(values, host, count);
        reorder();
      }))
    return;
  each_position(
      leaf, [&](std::size_t i, std::ptrdiff_t at) { Backend::copy_from_host(leaf.data + at, host + i, 1); },
      [&](auto& memory) { Backend::copy_from_host(leaf.data, &memory[0].value, memory.size()); },
      [&](std::size_t i, auto& p) { p.value = host[i]; }, true);
}

/// The same with vectors, also of bool.
template <class Backend, class L>
std::vector<Plain<typename L::value_type>> to_plain(const L& leaf) {
  std::vector<Plain<typename L::value_type>> host(static_cast<std::size_t>(values_of(leaf)));
  to_host<Backend>(leaf, &host[0].value);
  return host;
}
template <class Backend, class L>
void from_plain(const L& leaf, const std::vector<Plain<typename L::value_type>>& host) {
  from_host<Backend>(leaf, &host[0].value);
}

}  // namespace stencil::detail::host_copies
