// SPDX-License-Identifier: BSD-3-Clause
// expect: the type of a stepper that is a member has references, SSPRK33<CenterField<double>&>
#include <stencil/stencil.hpp>

using namespace stencil;

struct Model {
  explicit Model(const ColumnGrid& grid) : q(grid), step(q) {}
  CenterField<double> q;
  SSPRK33<CenterField<double>> step;
};
Model model(const ColumnGrid& grid) { return Model(grid); }
