// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/ops/biased.hpp>
#include <stencil/ops/divergence.hpp>
#include <stencil/ops/gradient.hpp>
#include <stencil/ops/interpolation.hpp>
#include <stencil/ops/set_boundary.hpp>
#include <stencil/ops/upwind.hpp>
