// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march goes along the values of a column function; call it inside one, made by columnwise(f), and of heights and level_index alone with one of its values, heights(Face{}) + 0.0 * x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Depth {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto add = [](auto& sum, auto dz) { return sum += dz; };
    return results(q * march(from_top, 0.0, add, spacing(Center{})));
  }
};

void depth(CenterField<double>& q) { q = columnwise(Depth{})(q); }
