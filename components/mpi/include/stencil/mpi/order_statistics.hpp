// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <stencil/column/global.hpp>
#include <stencil/cpu/threads.hpp>
#include <stencil/host_copies.hpp>
#include <stencil/mpi/domain.hpp>
#include <stencil/mpi/over_ranks.hpp>

namespace stencil::mpi {

/// The values of this rank's columns at each row as ordered words, sorted, NaN last: words[row][i].
using SortedLevels = std::vector<std::vector<std::uint64_t>>;

template <class Backend, class Leaf>
SortedLevels sorted_levels(const Leaf& leaf) {
  const auto values = detail::host_copies::to_plain<Backend>(leaf);
  const auto rows = static_cast<std::size_t>(leaf.rows());
  SortedLevels words(rows);
  cpu::for_chunks(leaf.rows(), static_cast<std::ptrdiff_t>(8 * sizeof(double) * values.size()),
                  [&](std::ptrdiff_t first, std::ptrdiff_t last) {
                    for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
                      for (std::size_t i = row; i < values.size(); i += rows) {
                        const auto x = static_cast<double>(detail::global::one_of_equals(values[i].value));
                        words[row].push_back(static_cast<std::uint64_t>(ordered(x)) ^ (std::uint64_t{1} << 63U));
                      }
                      std::sort(words[row].begin(), words[row].end());
                    }
                  });
  return words;
}

/// Values at places of the sorted values of all ranks, without bringing them together: four bits of a value at a time,
/// by counting how many are less.
class OrderStatistics {
 public:
  OrderStatistics(const Domain& domain, SortedLevels levels) : domain_(&domain), levels_(std::move(levels)) {}

  /// result[row * places.size() + i]: the value at places[i] of a row, counted from 0.
  std::vector<double> at(const std::vector<std::ptrdiff_t>& places) const {
    constexpr std::uint64_t digits = 15;
    std::vector<std::uint64_t> found(levels_.size() * places.size());
    std::vector<std::int64_t> less(found.size() * digits);
    for (unsigned shift = 64; shift > 0;) {
      shift -= 4;
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& level = levels_[i / places.size()];
        for (std::uint64_t digit = 1; digit <= digits; ++digit) {
          const auto end = std::lower_bound(level.begin(), level.end(), found[i] + (digit << shift));
          less[i * digits + digit - 1] = end - level.begin();
        }
      }
      domain_->messages().sum(less);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto first = less.begin() + static_cast<std::ptrdiff_t>(i * digits);
        const auto digit = std::upper_bound(first, first + digits, places[i % places.size()]) - first;
        found[i] += static_cast<std::uint64_t>(digit) << shift;
      }
    }
    std::vector<double> values;
    values.reserve(found.size());
    for (const std::uint64_t word : found) {
      values.push_back(number_of<double>(static_cast<std::int64_t>(word ^ (std::uint64_t{1} << 63U))));
    }
    return values;
  }

 private:
  const Domain* domain_;
  SortedLevels levels_;
};

}  // namespace stencil::mpi
