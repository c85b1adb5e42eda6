// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator to faces and its constant make up the operator", "[matrix]",
                        support::OneAxis) {
  operator_matrices::on_every_grid<TestType>([](const auto& in) {
    in.from_centers(InterpolateC2F());
    in.from_centers(InterpolateC2F(bottom(SetValue(in.s)), top(SetGradient(1.5))));
    in.from_centers(InterpolateC2F(bottom(Extrapolation<2>{}), top(Extrapolation<3>{})));
    in.from_centers(LinearInterpolateC2F());
    in.from_centers(WeightedInterpolateC2F(top(SetValue(in.s))), in.w + 2.0);
    in.from_centers(FaceWeightedInterpolateC2F(bottom(Extrapolation<3>{})), in.wind);
    in.from_centers(GradientC2F());
    in.from_centers(GradientC2F(bottom(SetValue(in.s)), top(SetGradient(0.5))));
    in.from_centers(GradientC2F(bottom(SetFlux(1.0, -0.5, in.s)), top(Extrapolate{})));
    in.from_centers(DivergenceC2F(bottom(SetValue(in.s)), top(SetDivergence(0.5))));
    in.from_centers(LeftBiasedC2F(bottom(SetValue(in.s))));
    in.from_centers(RightBiased3rdOrderC2F(top(SetValue(in.s))));
    in.from_centers(LeftBiased3rdOrderC2F());
    in.from_faces(SetBoundary(bottom(SetValue(in.s))));
  });
}
