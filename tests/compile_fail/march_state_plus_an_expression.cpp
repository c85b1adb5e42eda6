// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression has a value at every position and changes no number; the step of a march gets values
#include <stencil/stencil.hpp>

using namespace stencil;

struct Path {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto dz = spacing(Center{});
    return results(march(
        from_top, 0.0,
        [&](auto& path, auto x) {
          path += x * dz;
          return path;
        },
        q));
  }
};

void path(CenterField<double>& q) { q = columnwise(Path{})(q); }
