// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <tuple>

#if defined(__SANITIZE_ADDRESS__)
#define STENCIL_TEST_SANITIZES_ADDRESSES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STENCIL_TEST_SANITIZES_ADDRESSES
#endif
#endif

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
/// For programs that are in optimised builds, where compilers take longest, and with AddressSanitizer: in those the one
/// whose loops become vectors, with this the other.
#if defined(STENCIL_TEST_SAMPLE)
using SampleAxes = std::tuple<Other>;
#elif defined(STENCIL_TEST_SANITIZES_ADDRESSES) && !defined(STENCIL_TEST_ALL_COMPOSITIONS)
using SampleAxes = std::tuple<Plain>;
#else
using SampleAxes = TwoAxes;
#endif
/// Every pair.
using AllPairs = std::tuple<Plain, Axis<float, stencil::layout::LevelsContiguous>,
                            Axis<double, stencil::layout::ColumnsContiguous>, Other>;
/// AllAxes: for what has paths of its own in storing and evaluating. OneAxis, OtherAxis: for tests of one thing, by
/// turns, so that together they have both.
#if defined(STENCIL_TEST_ALL_COMPOSITIONS)
using AllAxes = AllPairs;
using OneAxis = TwoAxes;
using OtherAxis = TwoAxes;
#else
using AllAxes = TwoAxes;
using OneAxis = std::tuple<Plain>;
using OtherAxis = std::tuple<Other>;
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
