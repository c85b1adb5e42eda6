// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/ops/advection.hpp>
#include <stencil/ops/biased.hpp>
#include <stencil/ops/biased_3rd_order.hpp>
#include <stencil/ops/curl.hpp>
#include <stencil/ops/divergence.hpp>
#include <stencil/ops/fct.hpp>
#include <stencil/ops/flux_correction.hpp>
#include <stencil/ops/gradient.hpp>
#include <stencil/ops/interpolation.hpp>
#include <stencil/ops/lin_van_leer.hpp>
#include <stencil/ops/linear_interpolation.hpp>
#include <stencil/ops/ppm.hpp>
#include <stencil/ops/set_boundary.hpp>
#include <stencil/ops/tvd.hpp>
#include <stencil/ops/upwind.hpp>
#include <stencil/ops/upwind_3rd_order.hpp>
#include <stencil/ops/upwind_gradient.hpp>
#include <stencil/ops/weighted_interpolation.hpp>
#include <stencil/ops/weno.hpp>
