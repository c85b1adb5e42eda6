// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/advection.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: advective fluxes") { catalogue::advective_fluxes(fuzz::Held<>{}); }
