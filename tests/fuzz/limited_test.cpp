// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/limited.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: biased interpolation of third order") { catalogue::third_order_values(fuzz::Held<>{}); }
TEST_CASE("fuzz: limited fluxes") { catalogue::limited_fluxes(fuzz::Held<>{}); }
