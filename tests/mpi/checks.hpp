// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/mpi.hpp>
#include <stencil/stencil.hpp>

/// What programs of several ranks check. What fails throws, which ends all ranks with the sentence.
namespace checks_of_ranks {

inline void require(bool holds, const std::string& sentence) {
  if (!holds) throw stencil::Error("does not hold: " + sentence);
}
inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
inline std::vector<std::uint64_t> bits(const std::vector<double>& x) {
  std::vector<std::uint64_t> all;
  all.reserve(x.size());
  for (const double value : x) all.push_back(bits(value));
  return all;
}
template <class X>
void require_same_bits(const X& a, const X& b, const std::string& what) {
  require(bits(a) == bits(b), what + " has the bits of one process");
}
/// The error must be one of the library's that says so.
template <class F>
void require_refused(const F& f, const std::string& says) {
  try {
    f();
  } catch (const stencil::Error& error) {
    return require(std::string(error.what()).find(says) != std::string::npos,
                   "'" + std::string(error.what()) + "' says '" + says + "'");
  }
  require(false, "it is refused because " + says);
}

/// A number for a row of a column, of any size and either sign.
inline double scattered(int row, std::size_t column) {
  std::uint64_t h = (static_cast<std::uint64_t>(row) + 1) * 0x9e3779b97f4a7c15U ^ (column + 7) * 0xc2b2ae3d27d4eb4fU;
  h = (h ^ (h >> 29U)) * 0xbf58476d1ce4e5b9U;
  h ^= h >> 32U;
  const double x = static_cast<double>(h >> 12U) * 0x1p-52 - 0.5;
  return std::ldexp(x, static_cast<int>(h % 60));
}
template <class Field, class Columns>
void scatter(const Field& field, const Columns& column) {
  using T = typename Field::value_type;
  auto host = field.to_host();
  const int rows = field.levels();
  for (std::size_t i = 0; i < host.size(); ++i) {
    const int row = static_cast<int>(i) % rows;
    const double x = scattered(row, column(i / static_cast<std::size_t>(rows)));
    host[i] = static_cast<T>(std::is_integral_v<T> ? std::remainder(x, 1e6) : x);
  }
  field.from_host(host);
}

void numbers_of_one_process(const stencil::mpi::Domain& domain);
void numbers_that_are_none(const stencil::mpi::Domain& domain);
void columns_move(MPI_Comm world);

}  // namespace checks_of_ranks
