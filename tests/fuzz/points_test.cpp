// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/points.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: no operator at all") {
  catalogue::points(fuzz::Held<>{});
  catalogue::fields_read_twice(fuzz::Held<fuzz::Quick>{});
}
