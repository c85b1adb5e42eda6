// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include <stencil/column/alone.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/finite.hpp>
#include <stencil/mpi/domain.hpp>

namespace stencil::mpi {

/// Numbers as words in the same order, where all zeros are +0 and all NaN the one of one_of_equals, which comes last.
template <class T>
std::int64_t ordered(T x) {
  static_assert(sizeof(T) <= sizeof(std::int64_t),
                "stencil: numbers of all ranks are taken of types of up to 64 bits; a long double is not one");
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  if constexpr (std::is_floating_point_v<T>) {
    const auto bits = __builtin_bit_cast(std::int64_t, static_cast<double>(x));
    return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) ^ sign);
  } else {
    return static_cast<std::int64_t>(x);
  }
}
/// The number of a word.
template <class T>
T number_of(std::int64_t word) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  if constexpr (std::is_floating_point_v<T>) {
    if (word < 0) word ^= std::numeric_limits<std::int64_t>::max();
    return static_cast<T>(__builtin_bit_cast(double, word));
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(word) ^ sign);
  } else {
    return static_cast<T>(word);
  }
}

/// The columns of all ranks of a domain, for numbers of all columns: as stencil::SingleProcess, with one reduction of
/// whole numbers for each call. The result is the same on all ranks.
class OverRanks {
 public:
  explicit OverRanks(const Domain& domain) : domain_(&domain) {}

  std::size_t columns(std::size_t of_fields) const {
    if (of_fields != domain_->count()) {
      throw ShapeError("mpi: an expression has " + std::to_string(of_fields) + " columns, but rank " +
                       std::to_string(domain_->rank()) + " of the domain has " + std::to_string(domain_->count()));
    }
    return domain_->total();
  }
  void add(std::span<std::int64_t> words) const { domain_->messages().sum(words); }
  template <class Op, class T>
  T extreme(const Op&, const T& of_fields) const {
    constexpr bool smallest = std::is_same_v<Op, detail::folding::SmallerOrNaN>;
    static_assert(smallest || std::is_same_v<Op, detail::folding::LargerOrNaN>);
    const bool no_number = is_nan(of_fields);
    const std::int64_t word = no_number ? 0 : ordered(of_fields);
    std::int64_t words[] = {no_number ? 1 : 0, smallest ? ~word : word};
    domain_->messages().largest(words);
    if constexpr (std::is_floating_point_v<T>) {
      if (words[0] != 0) return detail::not_a_number<T>;
    }
    return number_of<T>(smallest ? ~words[1] : words[1]);
  }

 private:
  const Domain* domain_;
};

}  // namespace stencil::mpi
