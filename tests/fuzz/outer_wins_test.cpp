// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/outer_conditions.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: an outer condition wins") { catalogue::outer_conditions(fuzz::Held<>{}); }
