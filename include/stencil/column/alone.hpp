// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stencil {

/// Reductions over all columns are over the columns of the fields in this process. A type for the columns of several
/// processes has the same members, and every process calls them in the same order.
struct SingleProcess {
  /// The number of all columns, where the fields of this process have `of_fields` of them.
  static std::size_t columns(std::size_t of_fields) { return of_fields; }
  /// Adds the words of all processes.
  static void add(std::span<std::int64_t>) {}
  /// op(x, y) over the values of all processes.
  template <class Op, class T>
  static T extreme(const Op&, const T& of_fields) {
    return of_fields;
  }
};

}  // namespace stencil
