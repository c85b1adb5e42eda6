// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <dlpack/dlpack.h>

#include <stencil/vec.hpp>

namespace stencil::dlpack {

/// The components of a Vec are a dimension of their own, the last and fastest; numbers have none.
template <class T>
inline constexpr std::int64_t components = 1;
template <class T, std::size_t N>
inline constexpr std::int64_t components<Vec<T, N>> = static_cast<std::int64_t>(N);

/// DLPack's name of a number type.
template <class T>
constexpr DLDataType data_type() {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, long double>,
                "stencil: DLPack takes fields of integers, float and double, and of Vecs of them");
  const auto code = std::is_floating_point_v<T> ? kDLFloat : std::is_signed_v<T> ? kDLInt : kDLUInt;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * sizeof(T)), 1};
}

/// Whether a tensor of this type has values of T. `bool` comes as DLPack's bool, whose number its header knows from 0.8
/// on, or as uint8.
template <class T>
constexpr bool is_data_type(const DLDataType& have) {
  constexpr std::uint8_t truth = 6;
  constexpr DLDataType wanted = data_type<T>();
  const bool same = have.code == wanted.code || (std::is_same_v<T, bool> && have.code == truth);
  return same && have.bits == wanted.bits && have.lanes == wanted.lanes;
}

/// "float64", and "float32 x 4" for lanes.
inline std::string describe(const DLDataType& type) {
  static constexpr const char* names[] = {"int", "uint", "float", "opaque", "bfloat", "complex", "bool"};
  return (type.code < 7 ? names[type.code] : "type " + std::to_string(type.code) + " of ") + std::to_string(type.bits) +
         (type.lanes == 1 ? "" : " x " + std::to_string(type.lanes));
}

}  // namespace stencil::dlpack
