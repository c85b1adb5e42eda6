// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <initializer_list>
#include <limits>

#include "language.hpp"

namespace by_hand {

// Cells 1, 2, 3 and 4 thick, centers at 0.5, 2, 4.5 and 8: df is 1, 1.5, 2.5, 3.5 and 4.
inline const oracle::Language stretched{oracle::Mesh({0, 1, 3, 6, 10}, false)};
inline const oracle::Language single{oracle::Mesh({0, 2}, false)};
inline const oracle::Language ring{oracle::Mesh::uniform(4, 0, 8, true)};
inline const oracle::Language single_ring{oracle::Mesh::uniform(1, 0, 2, true)};

inline const double missing = std::numeric_limits<double>::quiet_NaN();

template <oracle::Location where>
oracle::Profile<where> make(std::initializer_list<double> values) {
  oracle::Profile<where> profile;
  for (double value : values) profile.values.push_back(value);
  return profile;
}
inline oracle::Centers centers(std::initializer_list<double> values) { return make<oracle::Location::center>(values); }
inline oracle::Faces faces(std::initializer_list<double> values) { return make<oracle::Location::face>(values); }

template <oracle::Location where>
void require(const oracle::Profile<where>& got, std::initializer_list<long double> expected) {
  REQUIRE(got.values.size() == expected.size());
  std::size_t level = 0;
  for (long double value : expected) {
    CAPTURE(level, value, got.values[level].value);
    CHECK(std::fabs(got.values[level].value - value) <= 1e-17L * std::fmax(1.0L, std::fabs(value)));
    ++level;
  }
}

}  // namespace by_hand
