// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

/// Recognises a column function that does the same as when it was called last.
namespace stencil::column_functions {

/// Its address stands for an operation of such types. Not const, because linkers may join constants.
template <class... Types>
inline char address_of_operation = 0;

/// A number for a sequence of operations and the values that each of them takes. Two sequences have the same number if
/// they are the same; two others by a chance of about one in 2^63. What numbers a function computes with makes no
/// difference.
class Fingerprint {
 public:
  constexpr Fingerprint() = default;
  /// Without this call nothing is counted.
  void begin() { value_ = 1; }
  /// An operation, by types that only it has, on values of such numbers.
  template <class... Types, class... Numbers>
  constexpr void add(Numbers... values) {
    if (value_ != 0) mix(&address_of_operation<Types...>, values...);
  }
  /// 0 without begin().
  constexpr std::uint64_t value() const { return value_; }

 private:
  template <class... Numbers>
  void mix(const void* operation, Numbers... values) {
    // Odd numbers without a pattern: the golden ratio, and that of xxHash for primes.
    constexpr std::uint64_t first = 0x9e3779b97f4a7c15U, second = 0xc2b2ae3d27d4eb4fU;
    std::uint64_t one = reinterpret_cast<std::uintptr_t>(operation) * first;
    ((one = (one + static_cast<std::uint64_t>(values)) * second), ...);
    value_ = ((std::rotl(value_, 23) ^ one) * first) | 1U;
  }
  std::uint64_t value_ = 0;
};

}  // namespace stencil::column_functions
