// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "reference.hpp"

namespace fuzz {

/// Where a value came from, for the report.
struct Provenance {
  const char* expression;
  const char* strategy;
  const char* scalar;
  Case grid;
  std::size_t columns;
};

/// Whether the strategies of one number type must agree to the last bit: so wherever only IEEE arithmetic and sqrt
/// occur.
enum class Agreement { same_bits, within_error };

/// On which grids: marches and running values need columns with ends.
enum class Grids { all, with_ends };

/// Holds values to the oracle's error bound; empty when they keep it, else a report of the five worst levels.
std::string compare_with_oracle(const Provenance& from, const std::vector<double>& got, const Reference& expected,
                                double eps);

/// Empty when the bits are the same, else the first five levels where they are not.
std::string compare_bits(const Provenance& from, const std::vector<double>& got, const std::vector<double>& first,
                         std::size_t rows);

/// The share of values that no comparison is too close to judge.
double judged_share(const Reference& reference);

}  // namespace fuzz
