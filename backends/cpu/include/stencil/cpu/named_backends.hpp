// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Declares the backends that have headers of their own. A program that names one without including its header then
/// gets a message that says which header to include.
namespace stencil::detail::without_their_header {

/// What backend::Kokkos means as long as <stencil/kokkos.hpp> is not included.
template <class ExecutionSpace = void>
struct Kokkos;

}  // namespace stencil::detail::without_their_header

namespace stencil::backend {

struct Cuda;
// The Kokkos that <stencil/kokkos.hpp> declares in this namespace hides the one that this directive makes visible.
using namespace detail::without_their_header;

}  // namespace stencil::backend
