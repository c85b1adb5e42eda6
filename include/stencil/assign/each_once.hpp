// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <stencil/assign/check.hpp>
#include <stencil/assign/overlap.hpp>
#include <stencil/error.hpp>
#include <stencil/plan/any_leaf.hpp>

/// Fields that are given to be changed, each once.
namespace stencil::detail::checks {

/// Throws Error for a field that is given twice, or memory that two of them share. what: what is done with each, "a
/// stepper advances each of its fields once".
template <std::size_t Count>
void require_each_once(const std::string& what, const std::array<plan::AnyLeaf, Count>& fields) {
  for (std::size_t i = 0; i < Count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const plan::AnyLeaf &one = fields[k], &other = fields[i];
      if (one.grid->columns == other.grid->columns ? !share_memory(one, other) : !intersect(extent(one), extent(other)))
        continue;
      const bool same = one.data == other.data && one.kind == other.kind && one.rows() == other.rows() &&
                        one.grid->columns == other.grid->columns && same_strides(one, other);
      throw Error(what + ", but " + describe(one) +
                  (same ? " is given twice" : " and " + describe(other) + " share memory"));
    }
  }
}

}  // namespace stencil::detail::checks
