// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: make<State>(a, b, ...) takes a value for each member of a plain struct, in order; a member is missing, there are more values than members, or a value cannot be converted to its member, as a floating-point number to an int
#include <stencil/stencil.hpp>

using namespace stencil;

struct Layer {
  double mass, depth;
};
struct Column {
  STENCIL_FUNCTION auto operator()(auto q, auto at_top) const {
    const auto add = [](auto& layer, auto x) { return layer.mass += x; };
    return results(march(from_top, make<Layer>(at_top), add, q));
  }
};

void along(CenterField<double>& q, const SurfaceField<double>& at_top) { fields(q) = columnwise(Column{})(q, at_top); }
