// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/point_functions.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: functions of a point") { catalogue::point_functions(fuzz::Held<>{}); }
