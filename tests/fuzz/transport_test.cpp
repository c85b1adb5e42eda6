// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/transport.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: interpolation by distance and by weights") { catalogue::weighted_interpolation(fuzz::Held<>{}); }
TEST_CASE("fuzz: advective tendencies") { catalogue::advective_tendencies(fuzz::Held<>{}); }
