// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if defined(__CUDACC__)  // as in config.hpp, and not beyond the library
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

/// Tests of one's own operators, in any test framework. Not part of stencil/stencil.hpp.
#include <stencil/testing/adjoint.hpp>
#include <stencil/testing/bounds.hpp>
#include <stencil/testing/conservation.hpp>
#include <stencil/testing/convergence.hpp>
#include <stencil/testing/dense.hpp>
#include <stencil/testing/norm.hpp>
#include <stencil/testing/report.hpp>
#include <stencil/testing/scatter.hpp>

#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif
