// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the levels of a column are not neighbours in memory of layout::ColumnsContiguous
#include <stencil/stencil.hpp>

using namespace stencil;

auto column(const CenterField<double, backend::Cpu, layout::ColumnsContiguous>& a) { return as_span(a, 0); }
