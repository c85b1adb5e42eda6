// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <stencil/error.hpp>

namespace stencil {

/// Thrown if the system of a column could not be solved; it tells the column and the level.
class SolveError : public Error {
 public:
  SolveError(const std::string& what, std::size_t column, int level)
      : Error(what + " in column " + std::to_string(column) + " at level " + std::to_string(level)),
        column_(column),
        level_(level) {}
  /// The column that could not be solved.
  std::size_t column() const { return column_; }
  /// The level of the value that is not a number or has not converged, counted from 0 at the bottom.
  int level() const { return level_; }

 private:
  std::size_t column_;
  int level_;
};

}  // namespace stencil
