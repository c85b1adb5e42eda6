// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: component<I> takes Vecs that have a component I, counted from 0
#include <stencil/stencil.hpp>

using namespace stencil;

auto first(const CenterField<double>& theta) { return component<0>(2.0 * theta); }
