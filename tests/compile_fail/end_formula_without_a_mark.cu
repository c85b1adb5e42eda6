// SPDX-License-Identifier: BSD-3-Clause
// expect: this_end_formula_of_yours_needs_STENCIL_FUNCTION
// together: marks_of_formulas
#include <stencil/cuda.hpp>

using namespace stencil;

/// In a column function.
template <class... Conditions>
struct SlopeC2F : Operator<SlopeC2F<Conditions...>, Conditions...> {
  using SlopeC2F::Operator::Operator;
  static constexpr const char* name = "SlopeC2F";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (x(half) - x(-half)) * g.inverse_dz();
  }
  template <class X, class G, Side Where>
  static constexpr auto at_end(Extrapolate, X x, G, End<Where, 0> end) {
    return 0 * x(end.inward(half));
  }
};

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(SlopeC2F<>()(x)); }
};

void slope(FaceField<double, backend::Cuda>& out, const CenterField<double, backend::Cuda>& x) {
  out = columnwise(Slope{})(x);
}
