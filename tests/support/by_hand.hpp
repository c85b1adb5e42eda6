// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "support/axes.hpp"
#include "support/levels.hpp"

/// Operators on columns small enough to work out on paper, evaluated by the compiler.
namespace support {

/// A column with its faces at whole metres. Every array is a constant, so that an expression over it is one too.
template <int... Faces>
struct Column {
  static constexpr int levels = static_cast<int>(sizeof...(Faces)) - 1;
  static constexpr std::size_t cells = sizeof...(Faces) - 1;
  using AtCenters = std::array<double, cells>;
  using AtFaces = std::array<double, cells + 1>;

  static constexpr AtFaces z_face{Faces...};
  static constexpr AtCenters dz_center = [] {
    AtCenters dz{};
    for (std::size_t i = 0; i < cells; ++i) dz[i] = z_face[i + 1] - z_face[i];
    return dz;
  }();
  static constexpr AtCenters z_center = [] {
    AtCenters z{};
    for (std::size_t i = 0; i < cells; ++i) z[i] = (z_face[i] + z_face[i + 1]) / 2;
    return z;
  }();
  static constexpr AtFaces dz_face = [] {
    AtFaces dz{};
    for (std::size_t i = 1; i < cells; ++i) dz[i] = z_center[i] - z_center[i - 1];
    dz[0] = dz_center[0];
    dz[cells] = dz_center[cells - 1];
    return dz;
  }();
  template <std::size_t Count>
  static constexpr std::array<double, Count> inverse(const std::array<double, Count>& of) {
    std::array<double, Count> result{};
    for (std::size_t i = 0; i < Count; ++i) result[i] = 1 / of[i];
    return result;
  }
  static constexpr AtCenters inverse_dz_center = inverse(dz_center);
  static constexpr AtFaces inverse_dz_face = inverse(dz_face);

  static constexpr stencil::EvaluatedColumns columns() {
    stencil::EvaluatedColumns set;
    set.levels = levels;
    set.metric_double.center = {z_center.data(), dz_center.data(), inverse_dz_center.data(), 0};
    set.metric_double.face = {z_face.data(), dz_face.data(), inverse_dz_face.data(), 0};
    return set;
  }
  static stencil::ColumnGrid grid(std::size_t columns) { return stencil::ColumnGrid::from_faces(z_face, columns); }
};

/// Cells of 1, 3, 1 and 3 m: faces 2 m apart inside, end faces 1 and 3 m.
using FourCells = Column<0, 1, 4, 5, 8>;
using TwoCells = Column<0, 1, 4>;
using OneCell = Column<0, 2>;

/// An array with static storage as the leaf of an expression.
template <class Location, std::size_t Count>
constexpr auto leaf(const double (&values)[Count]) {
  using Result = stencil::FieldLeaf<const double, Location, stencil::layout::LevelsContiguous, stencil::HostSpace>;
  return Result{&values[0], {static_cast<std::ptrdiff_t>(Count)}, nullptr, nullptr};
}

/// The values of an expression in a column, at its own location.
template <class Cells, class Node>
constexpr auto values(const Node& node) {
  using Location = typename Node::location;
  std::array<double, static_cast<std::size_t>(stencil::rows_at<Location>(Cells::levels))> result{};
  const stencil::EvaluatedColumns columns = Cells::columns();
  for (int row = 0; row < static_cast<int>(result.size()); ++row) {
    using At = stencil::RowCursor<stencil::plan::StoreNothing, Location>;
    result[static_cast<std::size_t>(row)] = node.value(At{columns, 0, row, nullptr, 0});
  }
  return result;
}

/// What the CPU backend makes of the same expression, in three columns that are alike.
template <class Axis, class Cells, class Location, class Operation, std::size_t Count, std::size_t ResultCount>
void require_values(const Operation& operation, const double (&argument)[Count],
                    const std::array<double, ResultCount>& expected) {
  using Number = typename Axis::number;
  constexpr std::size_t columns = 3;
  const stencil::ColumnGrid grid = Cells::grid(columns);
  const typename Axis::template field<Location> x(grid);
  std::vector<Number> host, repeated;
  for (std::size_t column = 0; column < columns; ++column) {
    for (const double value : argument) host.push_back(static_cast<Number>(value));
    for (const double value : expected) repeated.push_back(static_cast<Number>(value));
  }
  x.from_host(host);
  using Result = typename Axis::template field<typename std::remove_cvref_t<decltype(operation(x))>::location>;
  REQUIRE_THAT(levels_of(evaluated<Result>(grid, operation(x))), are(repeated));
}

}  // namespace support
