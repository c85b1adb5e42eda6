// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include <stencil/plan/text.hpp>

/// By what two operators or numbers of one type differ, as text that nobody reads.
namespace stencil::plan::outlines {

inline std::string digits(double x) { return detail::messages::digits_of(x); }

/// A number with all its digits; of other nodes their formula.
template <class N>
std::string exactly(const N& node) {
  if constexpr (requires { requires std::is_arithmetic_v<std::remove_cvref_t<decltype(node.number)>>; }) {
    return digits(static_cast<double>(node.number));
  } else {
    return formula(node);
  }
}

/// The bytes of an object from one place on, and zeros between its members. Clang 19 has no builtin that clears what is
/// between. There the bytes begin at the first aligned one, as numbers mostly do: a smaller member before it is left
/// out, and what lies between others may differ where they are the same.
template <class T>
std::string bytes_of(const T& object, std::size_t first = 0) {
  T copy = object;
#if __has_builtin(__builtin_clear_padding)
  constexpr std::size_t alignment = 1;
  __builtin_clear_padding(&copy);
#else
  constexpr std::size_t alignment = alignof(T);
#endif
  first = (first + alignment - 1) / alignment * alignment;
  if (first >= sizeof(T)) return {};
  std::string bytes(sizeof(T) - first, '\0');
  std::memcpy(bytes.data(), reinterpret_cast<const char*>(&copy) + first, bytes.size());
  return bytes;
}
/// Those of an operator's own members, which follow its conditions.
template <class Op>
std::string parameters_of(const Op& op) {
  const auto* const begin = reinterpret_cast<const char*>(&op);
  return bytes_of(op, static_cast<std::size_t>(reinterpret_cast<const char*>(&op.at_top + 1) - begin));
}

/// The same for other nodes: what they have beside their children.
template <class N>
std::string state_of(const N& node) {
  if constexpr (requires { node.number; }) return exactly(node);
  if constexpr (requires { node.depth + 0.0; }) return digits(node.depth);
  if constexpr (requires { node.matrix.get(); })
    return std::to_string(reinterpret_cast<std::uintptr_t>(node.matrix.get()));
  if constexpr (requires { node.fold.op; })
    if constexpr (!std::is_empty_v<decltype(node.fold.op)>) return bytes_of(node.fold.op);
  return {};
}

/// A place of its own for each type, so that nodes of two types are told apart.
template <class N>
inline constexpr char place_of_type = 0;

}  // namespace stencil::plan::outlines
