// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes one to four arguments
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Sum : Operator<Sum<Conditions...>, Conditions...> {
  using Sum::Operator::Operator;
  static constexpr const char* name = "Sum";
  using arguments = Locations<Center, Center, Center, Center, Center>;
  using result = Center;
  template <class X, class G>
  static constexpr auto interior(X a, X b, X c, X d, X e, G) {
    return a() + b() + c() + d() + e();
  }
};

void add(CenterField<double>& out, const CenterField<double>& a) { out = Sum<>()(a, a, a, a, a); }
