// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Backends with headers of their own, named here, so that a field of one without its header meets the sentence that
/// asks for it.
namespace stencil::without_their_header {

/// Found as backend::Kokkos where <stencil/kokkos.hpp> is not included.
template <class ExecutionSpace = void>
struct Kokkos;

}  // namespace stencil::without_their_header

namespace stencil::backend {

struct Cuda;
// backend::Kokkos of <stencil/kokkos.hpp> comes first where it is: a member of the namespace hides what a directive
// brings.
using namespace without_their_header;

}  // namespace stencil::backend
