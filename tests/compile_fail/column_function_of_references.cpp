// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function takes fields, expressions and numbers; give an array as wrap_center(array, grid) or wrap_face(array, grid), fields together in a std::array, in a struct, which has no references
#include <stencil/stencil.hpp>

using namespace stencil;

template <class C, class F>
struct Flow {
  C rho;
  F w;
};
struct Mass {
  STENCIL_FUNCTION auto operator()(auto flow) const { return results(InterpolateC2F()(flow.rho) * flow.w); }
};

void flux(FaceField<double>& f, const CenterField<double>& rho, const FaceField<double>& w) {
  f = columnwise(Mass{})(Flow<const CenterField<double>&, const FaceField<double>&>{rho, w});
}
