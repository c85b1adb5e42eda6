// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: component<I> takes Vecs that have a component I, counted from 0
#include <stencil/stencil.hpp>

using namespace stencil;

void set_vertical_wind(CenterField<Vec<double, 2>>& wind, const CenterField<double>& w) { component<2>(wind) = w; }
