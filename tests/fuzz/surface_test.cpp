// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/surface_fields.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: surface fields and spacings") { catalogue::surface_fields(fuzz::Held<>{}); }
