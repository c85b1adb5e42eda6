// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

/// Turning a column upside down commutes with every operator, to the last bit.
namespace support {

enum class Parity { even, odd };

/// A column of 20 cells that is its own mirror image to the last bit, of equal cells or not.
inline std::vector<stencil::ColumnGrid> symmetric_grids(std::size_t columns) {
  std::vector<double> faces;
  for (int j = -10; j <= 10; ++j) faces.push_back(0.1 * j + 0.001 * j * j * j);
  return {stencil::ColumnGrid::uniform(20, -1.0, 1.0, columns), stencil::ColumnGrid::uniform(20, 0.0, 0.7, columns),
          stencil::ColumnGrid::from_faces(faces, columns), stencil::ColumnGrid::periodic(20, 0.0, 1.0, columns)};
}

/// The field upside down, times -1 where it is odd.
template <class Field>
Field mirrored(const Field& field, Parity parity = Parity::even) {
  using Number = typename Field::value_type;
  const auto host = field.to_host();
  const auto rows = static_cast<std::size_t>(field.levels());
  std::vector<Number> turned(host.size());
  for (std::size_t i = 0; i < host.size(); ++i) {
    const Number value = host[i / rows * rows + (rows - 1 - i % rows)];
    turned[i] = parity == Parity::odd ? -value : value;
  }
  Field result(field.grid());
  result.from_host(turned);
  return result;
}

/// Applied to the mirror image of scattered data, `mirror` must give the mirror image of what `apply` gives: the
/// same, or times -1 where the operator differentiates.
template <class Axis, class From, class Result, class Apply, class Mirror>
void require_reflection(Parity parity, const Apply& apply, const Mirror& mirror) {
  for (const auto& grid : symmetric_grids(3)) {
    typename Axis::template field<From> x(grid);
    scatter(x);
    if (std::is_same_v<From, stencil::Face> && grid.periodic()) {
      for (std::size_t column = 0; column < grid.columns(); ++column) x(grid.levels(), column) = x(0, column);
    }
    using To = typename Axis::template field<Result>;
    const To upright = evaluated<To>(grid, apply(x));
    const To turned = evaluated<To>(grid, mirror(mirrored(x)));
    REQUIRE_THAT(levels_of(turned), are(mirrored(upright, parity).to_host()));
  }
}

/// An argument at `Where`, and what becomes of it upside down: values stay, velocities change their sign.
template <class Where, Parity parity_ = Parity::even>
struct Turning {
  using location = Where;
  static constexpr Parity parity = parity_;
};

/// The same for operators of several arguments: each is scattered and turned upside down.
template <class Axis, class Result, class... Arguments, class Apply, class Mirror>
void require_reflection_of(Parity parity, const Apply& apply, const Mirror& mirror) {
  for (const auto& grid : symmetric_grids(3)) {
    const std::tuple upright{typename Axis::template field<typename Arguments::location>(grid)...};
    std::uint64_t seed = 0;
    const auto scatter_on_ring = [&](auto field) {
      scatter(field, ++seed);
      if (field.levels() > grid.levels() && grid.periodic())
        for (std::size_t column = 0; column < grid.columns(); ++column) field(grid.levels(), column) = field(0, column);
      return field;
    };
    using To = typename Axis::template field<Result>;
    std::apply(
        [&](const auto&... blank) {
          const std::tuple x{scatter_on_ring(blank)...};
          std::apply(
              [&](const auto&... field) {
                const To there = evaluated<To>(grid, apply(field...));
                const To back = evaluated<To>(grid, mirror(mirrored(field, Arguments::parity)...));
                REQUIRE_THAT(levels_of(back), are(mirrored(there, parity).to_host()));
              },
              x);
        },
        upright);
  }
}

}  // namespace support
