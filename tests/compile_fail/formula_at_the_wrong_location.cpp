// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a formula reads an argument at an offset where it has no value
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Shifted : Operator<Shifted<Conditions...>, Conditions...> {
  using Shifted::Operator::Operator;
  static constexpr const char* name = "Shifted";
  using arguments = Locations<Center>;
  using result = Center;
  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return x(half);
  }
};

void shift(CenterField<double>& out, const CenterField<double>& a) { out = Shifted<>()(a); }
