// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator's interior formula reads past an end, but an end row has no formula
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Wide : Operator<Wide<Conditions...>, Conditions...> {
  using Wide::Operator::Operator;
  static constexpr const char* name = "Wide";
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;

  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return (x(-half - one) + x(half + one)) / 2;
  }
  template <class X, class G, Side Where>
  static constexpr auto at_end(Extrapolate, X x, G, End<Where, 0> end) {
    return x(end.inward(half));
  }
};

void average(FaceField<double>& out, const CenterField<double>& a) { out = Wide<>()(a); }
