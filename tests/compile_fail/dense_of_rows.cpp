// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a dense operator takes the entries of its matrix in one array, row after row, and how many rows and columns there are, DenseC2C(entries, rows, columns), or a view of both, as std::mdspan
#include <stencil/stencil.hpp>

#include <vector>

using namespace stencil;

auto filter(const std::vector<std::vector<double>>& rows) { return DenseC2C(rows); }
