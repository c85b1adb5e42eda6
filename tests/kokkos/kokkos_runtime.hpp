// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

/// What was said when a field was made before Kokkos::initialize().
const std::string& said_before_initialize();
