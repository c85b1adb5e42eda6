// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator with a wind and its constant make up the operator", "[matrix]",
                        support::OneAxis) {
  operator_matrices::on_every_grid<TestType>([](const auto& in) {
    in.from_centers(UpwindBiasedProductC2F(bottom(SetValue(in.s))), in.wind);
    in.from_centers(Upwind3rdOrderBiasedProductC2F(top(FirstOrderOneSided{})), in.wind);
    in.from_faces(AdvectionF2F(), in.wind);
    in.from_faces(FluxCorrectionF2F(), in.w);
    in.from_centers(AdvectionC2C(bottom(SetValue(in.s))), in.wind);
    in.from_centers(FluxCorrectionC2C(), in.wind);
    in.from_centers(UpwindBiasedGradient(), in.w);
  });
}
