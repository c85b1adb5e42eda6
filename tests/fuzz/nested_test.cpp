// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/nests.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: deep nests") { catalogue::deep_nests(fuzz::Held<>{}); }
