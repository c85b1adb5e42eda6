// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Steps in time of several fields at once.
#include <stencil/steppers/ars343.hpp>
#include <stencil/steppers/rk4.hpp>
#include <stencil/steppers/ssprk33.hpp>
