// SPDX-License-Identifier: BSD-3-Clause
#include "checks.hpp"

#include <cmath>
#include <cstdio>

namespace example {

bool print_checks(const std::vector<Check>& checks) {
  bool all = true;
  for (const Check& check : checks) {
    std::printf("checked: %-48s %9.3g   ", check.what.c_str(), check.value);
    if (std::isinf(check.least)) {
      std::printf("at most %g%s\n", check.most, check.holds() ? "" : "   WRONG");
    } else {
      std::printf("%g to %g%s\n", check.least, check.most, check.holds() ? "" : "   WRONG");
    }
    all = all && check.holds();
  }
  return all;
}

}  // namespace example
