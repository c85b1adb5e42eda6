// SPDX-License-Identifier: BSD-3-Clause
// A function such as random_functions.py writes, compiled where no GPU could run those.
#include "cuda/random/against_cpu.hpp"

namespace fuzz::device {
namespace {

struct Function {
  template <class A, class B, class F, class G, class S>
  STENCIL_FUNCTION auto operator()(A a, B b, F f, G g, S s) const {
    const Values<A, B, F, G, S> L(a, b, f, g, s);
    const auto x0 = L.b * L.s;
    const auto result = x0 + 0.5 * L.a;
    return stencil::results(result, L.interpolate_c2f()(result));
  }
};
const Registered in_levels("one function", compare<Function, double, LevelsFirst, true, false>);

}  // namespace
}  // namespace fuzz::device
