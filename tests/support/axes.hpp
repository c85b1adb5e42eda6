// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <tuple>

namespace support {

/// A precision and a layout, with the fields that have both.
template <class Number, class Layout>
struct Axis {
  using number = Number;
  using layout = Layout;
  template <class Location>
  using field = stencil::Field<Number, Location, stencil::backend::Cpu, Layout>;
  using centers = field<stencil::Center>;
  using faces = field<stencil::Face>;
  using surface = field<stencil::Surface>;
};

using Plain = Axis<double, stencil::layout::LevelsContiguous>;
using Other = Axis<float, stencil::layout::ColumnsContiguous>;

/// Both precisions and both layouts, each at least once: for what does not depend on how they pair.
using TwoAxes = std::tuple<Plain, Other>;
/// Of those in optimised builds, where compilers take longest, the one whose loops become vectors.
#if defined(STENCIL_TEST_SAMPLE)
using SampleAxes = std::tuple<Other>;
#else
using SampleAxes = TwoAxes;
#endif
/// Every pair.
using AllPairs = std::tuple<Plain, Axis<float, stencil::layout::LevelsContiguous>,
                            Axis<double, stencil::layout::ColumnsContiguous>, Other>;
/// For what has paths of its own in storing and evaluating.
#if defined(STENCIL_TEST_ALL_COMPOSITIONS)
using AllAxes = AllPairs;
#else
using AllAxes = TwoAxes;
#endif
/// For the formulas of operators, thirty programs, every other of which has one of these axes: tests/fuzz has all
/// operators in both, and the paths that pairs have of their own are those of evaluation.
#if defined(STENCIL_TEST_ALL_COMPOSITIONS)
using FormulaAxes = AllPairs;
#elif !defined(STENCIL_TEST_AXIS)
using FormulaAxes = TwoAxes;
#elif STENCIL_TEST_AXIS == 0
using FormulaAxes = std::tuple<Plain>;
#else
using FormulaAxes = std::tuple<Other>;
#endif

/// A new field of an axis that holds an expression's values.
template <class Result, class Expression>
Result evaluated(const stencil::ColumnGrid& grid, const Expression& expression) {
  Result result(grid);
  result = expression;
  return result;
}

}  // namespace support
