// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: measure needs a backend with wait(policy), which the backend of the destination lacks
#include <stencil/inspect/measure.hpp>

#include "another_backend.hpp"

using namespace stencil;

struct Explains : another::Backend {
  template <class Outputs, class Policy, class Explanation>
  static void explain(const Outputs&, const Policy&, Explanation&) {}
};

double seconds(CenterField<double, Explains>& out, const CenterField<double, Explains>& a) {
  return measure(out, 2.0 * a).measured_seconds;
}
