// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the snippets of the documentation take for granted. They are compiled, not run.
#include <stencil/evaluate/measure.hpp>
#include <stencil/stencil.hpp>

#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

namespace snippets {

using namespace stencil;

extern ColumnGrid grid;
extern CenterField<double> a, b, div, mask, rho;
extern CenterField<Vec<double, 2>> wind;
extern FaceField<double> f, w, out, face_out;
extern SurfaceField<double> flux, mass, land, lowest;
extern double dt;

}  // namespace snippets
