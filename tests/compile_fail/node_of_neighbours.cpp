// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: ChildRows::neighbours is for operators
#include <stencil/stencil.hpp>

using namespace stencil;

template <class E>
struct Smoothed {
  struct stencil_node {};
  using value_type = typename E::value_type;
  using location = typename E::location;
  using space = typename E::space;
  E arg;
  using children = ChildList<E>;
  static constexpr auto child_rows = ChildRows::neighbours;
  static constexpr int cost = 1;
  template <int, class N>
  static constexpr auto& child(N& node) {
    return node.arg;
  }
  template <class At>
  auto value(const At& at) const {
    return 2 * arg.value(at);
  }
};

void node_of_neighbours(CenterField<double>& y, const CenterField<double>& x) {
  y = Smoothed<node_of<decltype(x)>>{x.node()};
}
