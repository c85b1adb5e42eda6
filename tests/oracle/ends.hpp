// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "mesh.hpp"

namespace oracle {

enum class Kind { none, set_value, set_gradient, set_divergence, extrapolate, first_order_one_sided };

struct Condition {
  Kind kind = Kind::none;
  Number value;
};

struct Bottom {
  Condition condition;
};
struct Top {
  Condition condition;
};

/// The conditions an operator was given.
struct Conditions {
  Condition bottom, top;

  void add(Bottom given) { bottom = given.condition; }
  void add(Top given) { top = given.condition; }
};

/// One end of a column, so that each formula is written once for both: `sign` is +1 where inward is up.
struct End {
  std::size_t row;       ///< the result's end level
  std::size_t next_row;  ///< its neighbour inside
  std::size_t inside;    ///< the argument's end level
  int sign;
  Condition condition;
  Condition opposite;
};

/// The two ends of an operator whose result has `rows` levels and whose argument has `columns`; a periodic mesh has
/// none.
template <class Visit>
void for_each_end(const Mesh& mesh, const Conditions& given, std::size_t rows, std::size_t columns, Visit visit) {
  if (mesh.periodic()) return;
  const std::size_t second = rows > 1 ? 1 : 0;
  visit(End{0, second, 0, +1, given.bottom, given.top});
  visit(End{rows - 1, rows - 1 - second, columns - 1, -1, given.top, given.bottom});
}

}  // namespace oracle
