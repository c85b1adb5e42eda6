// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/where_used.hpp>

/// Results that are computed where they are stored. In the first batch of columns the strips of all results have memory
/// of their own and are copied to the destinations, which shows which strip a destination gets. Every batch has the
/// same operations in the same order, so from the second one on that strip is rows of the destination, unless old
/// values of it are read after the strip has been made.
namespace stencil::cpu {

/// A destination, for strips.
struct Written {
  const void* data;
  std::ptrdiff_t level_stride;
  std::size_t bytes;  ///< of a number; 0 where results must be copied
};

/// The strips that operations made in this step, in order, and those that destinations get. A template, so that only
/// programs with strips compile it.
template <class Index = std::size_t>
class BasicStripPlaces {
 public:
  static constexpr std::size_t unknown = static_cast<std::size_t>(-1);

  void forget(std::size_t destinations) {
    strip_of_.assign(destinations, unknown);
    first_free_.assign(destinations, 0);
  }
  void begin_step() { made_.clear(); }
  /// The next strip; null if it has no rows in this step.
  void add(const void* rows) { made_.push_back(rows); }
  /// Old values of a destination are read.
  void reads(std::size_t destination) { first_free_[destination] = std::max(first_free_[destination], made_.size()); }
  /// A strip with such values begins there, where the memory of a strip that an operation made may have been before.
  void is_argument(const void* rows) {
    std::replace(made_.begin(), made_.end(), rows, static_cast<const void*>(nullptr));
  }
  /// The destination of the next strip, or `unknown`.
  std::size_t of_next() const {
    const auto found = std::find(strip_of_.begin(), strip_of_.end(), made_.size());
    return found == strip_of_.end() ? unknown : static_cast<std::size_t>(found - strip_of_.begin());
  }
  /// A destination gets these rows. The memory of a strip that was given back may be that of a later one.
  void note(std::size_t destination, const void* rows) {
    if (rows == nullptr) return;
    for (std::size_t i = made_.size(); i-- > 0;) {
      if (made_[i] != rows) continue;
      const bool first = std::find(strip_of_.begin(), strip_of_.end(), i) == strip_of_.end();
      if (first && i >= first_free_[destination]) strip_of_[destination] = i;
      return;
    }
  }

 private:
  std::vector<where_used<const void*, Index>> made_;
  std::vector<Index> strip_of_;    ///< by destination
  std::vector<Index> first_free_;  ///< by destination, the first strip after all that read its old values
};
using StripPlaces = BasicStripPlaces<>;

}  // namespace stencil::cpu
