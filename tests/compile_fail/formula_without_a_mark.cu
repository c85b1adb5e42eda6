// SPDX-License-Identifier: BSD-3-Clause
// expect: this_formula_of_yours_needs_STENCIL_FUNCTION
// together: marks_of_formulas
#include <stencil/cuda.hpp>

using namespace stencil;

template <class... Conditions>
struct MeanF2C : Operator<MeanF2C<Conditions...>, Conditions...> {
  using MeanF2C::Operator::Operator;
  static constexpr const char* name = "MeanF2C";
  using arguments = Locations<Face>;
  using result = Center;

  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return (x(-half) + x(half)) / 2;
  }
};

void mean(CenterField<double, backend::Cuda>& out, const FaceField<double, backend::Cuda>& f) { out = MeanF2C<>()(f); }
