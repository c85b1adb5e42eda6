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

/// The bytes of an operator behind its conditions, from the first aligned one on: its own members.
template <class Op>
std::string parameters_of(const Op& op) {
  const auto* const begin = reinterpret_cast<const char*>(&op);
  const auto conditions = static_cast<std::size_t>(reinterpret_cast<const char*>(&op.at_top + 1) - begin);
  const std::size_t first = (conditions + alignof(Op) - 1) / alignof(Op) * alignof(Op);
  if (first >= sizeof(Op)) return {};
  std::string bytes(sizeof(Op) - first, '\0');
  std::memcpy(bytes.data(), begin + first, bytes.size());
  return bytes;
}

}  // namespace stencil::plan::outlines
