// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator to centers and its constant make up the operator", "[matrix]",
                        support::OtherAxis) {
  operator_matrices::on_every_grid<TestType>([](const auto& in) {
    in.from_faces(InterpolateF2C(bottom(SetValue(in.s))));
    in.from_faces(WeightedInterpolateF2C(), in.wind + 2.0);
    in.from_faces(GradientF2C(bottom(SetValue(in.s)), top(Extrapolate{})));
    in.from_faces(DivergenceF2C(bottom(SetDivergence(in.s)), top(SetValue(0.5))));
    in.from_faces(DivergenceF2C());
    in.from_faces(LeftBiased3rdOrderF2C(bottom(SetValue(in.s))));
    in.from_faces(RightBiasedF2C(top(SetValue(in.s))));
  });
}
