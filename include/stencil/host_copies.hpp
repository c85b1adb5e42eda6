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
#include <stencil/dense.hpp>
#include <stencil/location.hpp>

/// A field's values on the host, levels contiguous, from and to memory in any order. Memory of a device goes through
/// the backend in one piece and is ordered where it lies, or on the host if the device has no memory for it.
namespace stencil::detail::host_copies {

/// Before the host reads what an assignment with this policy writes: waits for its queue. Without one, copies to the
/// host come after it.
template <class Backend, class P>
void wait_for(const P& how) {
  if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(how.queue)>, NoQueue>) Backend::wait(how);
}

/// A value in a vector that is no std::vector<bool>.
template <class T>
struct Plain {
  T value;
};
/// The first of such values, which lie side by side. Its member alone is one value to g++ 12, which warns at -O3 of
/// loops over bytes that go on from there.
template <class T>
T* first_value(std::vector<Plain<T>>& values) {
  return reinterpret_cast<T*>(values.data());
}
template <class T>
const T* first_value(const std::vector<Plain<T>>& values) {
  return reinterpret_cast<const T*>(values.data());
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

/// Fills memory without gaps after all work that the backend's wait() waits for, and waits: a field that was filled is
/// so for every queue. False, and nothing is done, where it has some.
template <class Backend, class L>
bool filled(const L& leaf, const typename L::value_type& value) {
  using T = typename L::value_type;
  if (!dense::in_some_order(leaf)) return false;
  const std::ptrdiff_t count = values_of(leaf);
  const auto there = checks::on_their_device<Backend>(leaf);
  Backend::wait(policy());
  Backend::each(count, count * static_cast<std::ptrdiff_t>(sizeof(T)), Fill<T>{leaf.data, value}, policy());
  Backend::wait(policy());
  return true;
}

/// Whether a backend's scratch() threw because there is no memory: any exception says so where the backend cannot tell.
template <class Backend>
bool lacks_memory([[maybe_unused]] const std::exception& error) {
  if constexpr (requires { Backend::lacks_memory(error); }) {
    return Backend::lacks_memory(error);
  } else {
    return true;
  }
}

/// f(values, reorder): memory of the device for all values, levels contiguous, and what moves them between there and
/// the field, after all work that the backend's wait() waits for. False, and f is not called, for fields of the host
/// and where the device has no memory.
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
    } catch (const std::exception& error) {
      if (!host_copies::lacks_memory<Backend>(error)) throw;
      return false;
    }
    void* const begin = memory->get();
    T* const values = static_cast<T*>(begin);
    Backend::wait(policy());
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

/// f(i, place) for value i of the host and its place behind the field's first value.
template <class L, class F>
void each_position(const L& leaf, const F& f) {
  const std::ptrdiff_t column = leaf.strides.column(), rows = leaf.rows();
  const std::ptrdiff_t level = std::is_same_v<typename L::location, Surface> ? 0 : leaf.strides.level();
  const auto columns = static_cast<std::ptrdiff_t>(leaf.grid->columns);
  std::ptrdiff_t i = 0;
  for (std::ptrdiff_t c = 0; c < columns; ++c)
    for (std::ptrdiff_t k = 0; k < rows; ++k) f(i++, c * column + k * level);
}

/// Copies a field's values to host[column * rows + row].
template <class Backend, class L, class T = typename L::value_type>
void to_host(const L& leaf, T* host) {
  const auto count = static_cast<std::size_t>(values_of(leaf));
  if (dense::along_levels(leaf)) return Backend::copy_to_host(host, leaf.data, count);
  if (through_device<Backend, false>(leaf, [&](const T* values, const auto& reorder) {
        reorder();
        Backend::copy_to_host(host, values, count);
      }))
    return;
  if (!dense::along_columns(leaf)) {
    return each_position(
        leaf, [&](std::ptrdiff_t i, std::ptrdiff_t place) { Backend::copy_to_host(host + i, leaf.data + place, 1); });
  }
  std::vector<Plain<T>> memory(count);
  Backend::copy_to_host(first_value(memory), leaf.data, count);
  each_position(
      leaf, [&](std::ptrdiff_t i, std::ptrdiff_t place) { host[i] = memory[static_cast<std::size_t>(place)].value; });
}
/// Copies such values to the field.
template <class Backend, class L, class T = typename L::value_type>
void from_host(const L& leaf, const T* host) {
  const auto count = static_cast<std::size_t>(values_of(leaf));
  if (dense::along_levels(leaf)) return Backend::copy_from_host(leaf.data, host, count);
  if (through_device<Backend, true>(leaf, [&](T* values, const auto& reorder) {
        Backend::copy_from_host(values, host, count);
        reorder();
      }))
    return;
  if (!dense::along_columns(leaf)) {
    return each_position(
        leaf, [&](std::ptrdiff_t i, std::ptrdiff_t place) { Backend::copy_from_host(leaf.data + place, host + i, 1); });
  }
  std::vector<Plain<T>> memory(count);
  each_position(
      leaf, [&](std::ptrdiff_t i, std::ptrdiff_t place) { memory[static_cast<std::size_t>(place)].value = host[i]; });
  Backend::copy_from_host(leaf.data, first_value(memory), count);
}

/// The same with vectors, also of bool.
template <class Backend, class L>
std::vector<Plain<typename L::value_type>> to_plain(const L& leaf) {
  std::vector<Plain<typename L::value_type>> host(static_cast<std::size_t>(values_of(leaf)));
  to_host<Backend>(leaf, first_value(host));
  return host;
}
template <class Backend, class L>
void from_plain(const L& leaf, const std::vector<Plain<typename L::value_type>>& host) {
  from_host<Backend>(leaf, first_value(host));
}

}  // namespace stencil::detail::host_copies
