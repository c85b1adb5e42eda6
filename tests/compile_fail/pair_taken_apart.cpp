// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value is taken apart by auto [a, b] = ... if it is a std::array or a plain struct of at most thirty-two numbers, or results(...) of them
#include <utility>

#include <stencil/stencil.hpp>

using namespace stencil;

struct Both {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto [x, y] = pointwise([](auto value) { return std::pair{value, 2.0 * value}; })(q);
    return results(x + y);
  }
};

void both(CenterField<double>& q) { q = columnwise(Both{})(q); }
