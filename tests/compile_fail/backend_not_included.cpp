// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend is named but not defined here; include <stencil/stencil.hpp>, which has backend::Cpu, or the header of the backend
// by: the first compiler
#include <stencil/core.hpp>

using namespace stencil;

void twice(CenterField<double>& out, const CenterField<double>& x) { out = 2.0 * x; }
