// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <stencil/stencil.hpp>

#include <utility>
#include <vector>

#include "support/levels.hpp"
#include "support/numbers.hpp"

/// What most sources of tests use, among the headers that clang reads once for all of them: what is instantiated here
/// is not instantiated and compiled in each of them again. No header whose meaning depends on definitions of a source,
/// such as axes.hpp, and no assignment but of fields to fields, since tests/coverage.txt has those that tests make.
namespace support {

template <class Number, class Location, class Layout>
void use_field(const stencil::ColumnGrid& grid) {
  using Field = stencil::Field<Number, Location, stencil::backend::Cpu, Layout>;
  Field field(grid);
  scatter(field);
  field(0, 0) = std::as_const(field)(0, 0);
  field.from_host(field.to_host());
  field = Field(std::move(field));
  field.fill(Number(1));
  const auto all = levels_of(field);
  const LevelsMatch<Number> expected = are(all, Tolerance::of_one(1.0));
  CHECK_THAT(all, expected);
}

inline void use_fields(const stencil::ColumnGrid& grid) {
  using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;
  use_field<double, stencil::Center, LevelsContiguous>(grid);
  use_field<double, stencil::Face, LevelsContiguous>(grid);
  use_field<double, stencil::Surface, LevelsContiguous>(grid);
  use_field<float, stencil::Center, ColumnsContiguous>(grid);
  use_field<float, stencil::Face, ColumnsContiguous>(grid);
  std::vector<double> heights;
  heights.insert(heights.end(), heights.begin(), heights.end());
}

}  // namespace support
