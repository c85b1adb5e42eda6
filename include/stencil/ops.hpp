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

// Notation of the operators' comments. x- and x+ are the values of x nearest to the result's place below and above:
// half a level away, or a whole one where x lies at the same location as the result; x-- and x++ are the next ones.
// `in` is the value next to an end face inside the column. dc is the thickness of a cell and df the distance between
// the two centers next to a face, at an end face twice the distance to the nearest center. Units are in square
// brackets.
