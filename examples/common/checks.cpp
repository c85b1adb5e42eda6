// SPDX-License-Identifier: BSD-3-Clause
#include "checks.hpp"

#include <cmath>
#include <cstdio>

namespace example {

bool print_checks(const std::vector<Check>& checks) {
  bool all = true;
  for (const Check& check : checks) {
    std::printf("checked: %-48s %10.4g   ", check.what.c_str(), check.value);
    if (std::isinf(check.least)) {
      std::printf("at most %.3g%s\n", check.most, check.holds() ? "" : "   WRONG");
    } else {
      std::printf("%.4g to %.4g%s\n", check.least, check.most, check.holds() ? "" : "   WRONG");
    }
    all = all && check.holds();
  }
  return all;
}

}  // namespace example
