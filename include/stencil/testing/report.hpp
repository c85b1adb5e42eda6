// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <string>

#include <stencil/finite.hpp>

/// Tests of operators for any test framework: every function returns a value that is true or false and says why.
namespace stencil::testing {

/// What a check found. It is true where the check passed: assert(report), REQUIRE(report), EXPECT_TRUE(report) <<
/// report.
struct Report {
  bool passed = false;  ///< the verdict
  double measured = 0;  ///< the worst defect, in the unit that the check states
  double allowed = 0;   ///< the largest `measured` that passes
  std::string message;  ///< what, where and how much, whether it passed or not

  explicit operator bool() const { return passed; }
  friend std::ostream& operator<<(std::ostream& out, const Report& report) { return out << report.message; }
};

/// A number for a message.
inline std::string text(double value) {
  char buffer[32];
  std::snprintf(&buffer[0], sizeof(buffer), "%.6g", value);
  return &buffer[0];
}

/// |difference| in units of the epsilon of `Number` times a sum of magnitudes; a NaN is infinitely far.
template <class Number = double>
double in_eps(long double difference, long double magnitude) {
  if (difference == 0) return 0;
  const long double eps = std::numeric_limits<Number>::epsilon();
  const auto defect = static_cast<double>(std::abs(difference) / (eps * magnitude));
  return is_nan(defect) ? detail::infinite<double> : defect;
}

/// The largest of many defects with the words that say where it was.
struct Worst {
  double measured = 0;  ///< the largest defect so far
  std::string where;    ///< and where it was

  /// Takes a defect in; say() is asked only where it is the largest.
  template <class Where>
  void look(double defect, const Where& say) {
    if (!where.empty() && defect <= measured) return;
    measured = defect;
    where = say();
  }
  /// The verdict, in a sentence.
  Report judge(const std::string& what, const std::string& unit, double allowed) const {
    return {measured <= allowed, measured, allowed,
            what + ": " + text(measured) + " " + unit + ", " + text(allowed) + " allowed" +
                (where.empty() ? where : "; worst " + where)};
  }
};

}  // namespace stencil::testing
