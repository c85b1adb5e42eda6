// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend is named but not defined here; include <stencil/stencil.hpp>, which has backend::Cpu, or the header of the backend
#include <stencil/stencil.hpp>

using namespace stencil;

void fill(CenterField<double, backend::Kokkos<>>& x) { x.fill(1.0); }
