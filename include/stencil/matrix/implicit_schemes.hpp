// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/matrix/newton_options.hpp>

/// The schemes of implicit_step, on fields and inside column functions.
namespace stencil {

/// Scheme of implicit_step: first order, L-stable; a nonlinear system is solved by Newton's method.
struct BackwardEuler {
  NewtonOptions newton{};  ///< when Newton's method stops
};
/// Scheme of implicit_step: first order, one solve without iteration. Backward Euler for the tendency linearised at x,
/// and so the same as BackwardEuler if the tendency is linear or affine in x.
struct LinearlyImplicitEuler {};
/// Scheme of implicit_step: second order, L-stable, two solves with one matrix and without iteration (Verwer et al.
/// 1999, SIAM J. Sci. Comput. 20).
struct Rosenbrock2 {};

}  // namespace stencil
