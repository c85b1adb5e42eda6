// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator's interior formula reads past an end, but an end row has no formula
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Open : Operator<Open<Conditions...>, Conditions...> {
  using Open::Operator::Operator;
  static constexpr const char* name = "Open";
  using arguments = Locations<Center>;
  using result = Face;

  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return (x(-half) + x(half)) / 2;
  }
};

void average(FaceField<double>& out, const CenterField<double>& a) { out = Open<>()(a); }
