// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a formula branches with where(condition, a, b), not with if or ?:, so that both sides are seen
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

template <class... Conditions>
struct Upward : Operator<Upward<Conditions...>, Conditions...> {
  using Upward::Operator::Operator;
  static constexpr const char* name = "Upward";
  using arguments = Locations<Face>;
  using result = Center;
  template <class X, class G>
  static constexpr auto interior(X x, G) {
    return x(half) > 0 ? x(half) : x(-half);
  }
};

void up(CenterField<double>& out, const FaceField<double>& w) { out = Upward<>()(w); }
