// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/single_operators.hpp"

#include "fuzz.hpp"

TEST_CASE("fuzz: single operators") { catalogue::single_operators(fuzz::Held<>{}); }
