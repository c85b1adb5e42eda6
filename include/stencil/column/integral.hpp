// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/accessor.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// The sum over the rows of a column of an expression, in order from the bottom: a surface value.
template <class E>
struct ColumnSum {
  struct stencil_node {};
  using value_type = typename E::value_type;
  using location = Surface;
  using space = typename E::space;

  E arg;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    static_assert(std::is_same_v<typename At::destination, Surface>,
                  "stencil: a column integral may stand only in an expression that is assigned to a SurfaceField; "
                  "assign it to one and use that field here");
    const int rows = at.template at_row<typename E::location>(0).rows();
    auto sum = arg.value(at.template at_row<typename E::location>(0));
    for (int row = 1; row < rows; ++row) sum = sum + arg.value(at.template at_row<typename E::location>(row));
    return sum;
  }
};

/// The integral over the column of a center expression, sum of f dc [f m]; second order. It is assigned to a
/// SurfaceField: `mass = column_integral(rho)`. The integral of a divergence is the difference of the end fluxes.
template <Operand E>
constexpr auto column_integral(const E& e) {
  using N = node_of<E>;
  static_assert(std::is_same_v<typename N::location, Center> || std::is_same_v<typename N::location, Anywhere>,
                "stencil: column_integral takes values at centers; bring face values over with InterpolateF2C");
  const auto weighted = as_node(e) * spacing<real_of<typename N::value_type>>(Center{});
  return ColumnSum<std::remove_const_t<decltype(weighted)>>{weighted};
}

}  // namespace stencil
