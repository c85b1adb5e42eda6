// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
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

/// The bytes of an operator behind its conditions: its own members, and zeros between them. Clang 19 has no builtin
/// that clears what is between. There the bytes begin at the first aligned one, as numbers mostly do: a smaller member
/// before it is left out, and what lies between others may differ where they are the same.
template <class Op>
std::string parameters_of(const Op& op) {
  Op copy = op;
#if __has_builtin(__builtin_clear_padding)
  constexpr std::size_t alignment = 1;
  __builtin_clear_padding(&copy);
#else
  constexpr std::size_t alignment = alignof(Op);
#endif
  const auto* const begin = reinterpret_cast<const char*>(&copy);
  const auto conditions = static_cast<std::size_t>(reinterpret_cast<const char*>(&copy.at_top + 1) - begin);
  const std::size_t first = (conditions + alignment - 1) / alignment * alignment;
  if (first >= sizeof(Op)) return {};
  std::string bytes(sizeof(Op) - first, '\0');
  std::memcpy(bytes.data(), begin + first, bytes.size());
  return bytes;
}

}  // namespace stencil::plan::outlines
