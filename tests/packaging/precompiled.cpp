// SPDX-License-Identifier: BSD-3-Clause
// Includes nothing: stencil::precompiled does.
int main() { return stencil::ColumnGrid::uniform(4, 0.0, 1.0).levels() == 4 ? 0 : 1; }
