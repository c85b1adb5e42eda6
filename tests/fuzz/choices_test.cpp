// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/choices.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: choices and bounds") { catalogue::choices(fuzz::Held<>{}); }
