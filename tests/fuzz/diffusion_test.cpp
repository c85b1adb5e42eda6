// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/diffusion.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: diffusive fluxes") { catalogue::diffusive_fluxes(fuzz::Held<>{}); }
