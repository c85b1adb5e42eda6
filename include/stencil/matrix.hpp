// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/small_matrix.hpp>
#include <stencil/columnwise/staggered.hpp>
#include <stencil/matrix/arrowhead.hpp>
#include <stencil/matrix/arrowhead_inside.hpp>
#include <stencil/matrix/block_jacobian.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/implicit_schemes.hpp>
#include <stencil/matrix/implicit_step.hpp>
#include <stencil/matrix/implicit_step_inside.hpp>
#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/newton.hpp>
#include <stencil/matrix/newton_inside.hpp>
#include <stencil/matrix/operator_matrix.hpp>
#include <stencil/matrix/product.hpp>
#include <stencil/matrix/solve.hpp>
