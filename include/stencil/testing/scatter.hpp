// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil::testing {

/// A reproducible number in [-1, 1) with 23 bits, so that float and double fields can hold the same ones.
constexpr double scattered(std::uint64_t index, std::uint64_t seed = 0) {
  std::uint64_t word = (index + 1) * 0x9E3779B97F4A7C15ULL + seed * 0xD1B54A32D192ED03ULL;
  word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  word = (word ^ (word >> 27U)) * 0x94D049BB133111EBULL;
  return static_cast<double>(word >> 41U) / static_cast<double>(1U << 22U) - 1.0;
}

/// Gives every position of a field another number; the same ones whatever the layout and the precision.
template <class Field>
void scatter(const Field& field, std::uint64_t seed = 0) {
  std::vector<typename Field::value_type> host(static_cast<std::size_t>(field.levels()) * field.columns());
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<typename Field::value_type>(scattered(i, seed));
  field.from_host(host);
}

}  // namespace stencil::testing
