// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a formula may read at most 15 levels away from its own position
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Far : Operator<Far<Conditions...>, Conditions...> {
  using Far::Operator::Operator;
  static constexpr const char* name = "Far";
  using arguments = Locations<Center>;
  using result = Center;
  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return x(LevelOffset<40>{});
  }
};

void shift(CenterField<double>& out, const CenterField<double>& a) { out = Far<>()(a); }
