// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a struct of fields is an argument of a column function if it is a template of the types of its members, template <class C, class F> struct State { C rho; F w; }; give another one's members as together(s.rho, s.w)
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct State {
  CenterField<double> rho;
  FaceField<double> w;
};
struct Flux {
  STENCIL_FUNCTION auto operator()(auto state) const { return results(InterpolateC2F()(state.rho) * state.w); }
};

void carry(FaceField<double>& flux, const State& state) { flux = columnwise(Flux{})(state); }
