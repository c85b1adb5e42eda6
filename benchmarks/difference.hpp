// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

/// Differences of results, by which a benchmark tells right ones from wrong ones.
namespace difference {

/// The larger of two, of which a NaN is larger than any number: std::max(0.0, NaN) is 0.
inline double larger(double one, double other) { return other <= one || std::isnan(one) ? one : other; }

}  // namespace difference
