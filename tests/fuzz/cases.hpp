// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/mesh.hpp"

namespace fuzz {

enum class GridKind { uniform, stretched, per_column, periodic };
inline constexpr std::array grid_kinds{GridKind::uniform, GridKind::stretched, GridKind::per_column,
                                       GridKind::periodic};
inline constexpr std::array<const char*, 4> grid_names{"uniform", "stretched", "per-column", "periodic"};

/// Under a sanitizer threads, and the oracle, take long; what 64 and 65 levels have of their own, tests/emulation shows
/// there.
#if defined(FUZZ_ONLY_BLOCKS)
inline constexpr std::array<int, 5> level_counts{1, 2, 3, 4, 33};
inline constexpr std::array<std::size_t, 2> column_counts{1, 3};
#else
inline constexpr std::array<int, 7> level_counts{1, 2, 3, 4, 33, 64, 65};
inline constexpr std::array<std::size_t, 3> column_counts{1, 3, 33};
#endif
inline constexpr double bottom_height = -0.5;
inline constexpr double top_height = 2.0;

/// One kind of grid with one number of levels.
struct Case {
  GridKind kind;
  int levels;

  std::size_t index() const;
  bool periodic() const { return kind == GridKind::periodic; }
  /// Of many columns the oracle, whose matrices are dense, judges those of few levels, in a fifth of the time.
  std::size_t most_columns() const { return levels < 64 ? column_counts.back() : 3; }
};

const std::vector<Case>& all_cases();

/// Face heights of one column; only those of per-column grids depend on it.
std::vector<double> face_heights(const Case& grid, std::size_t column);

oracle::Mesh mesh(const Case& grid, std::size_t column);

enum class Input { a, b, f, g, s };

/// One input value, equal for every grid kind, precision and layout, and exact in single precision: `a` and `g` lie in
/// [1/2, 2), `b`, `f` and `s` in [-1, 1).
double input_value(Input which, std::size_t column, std::size_t level);

/// The values of one input, `rows` levels contiguous for each of `columns` columns. The last face of a periodic grid
/// stands for the first and must never be read, so there it is a NaN.
std::vector<double> input_values(const Case& grid, Input which, std::size_t columns, bool at_faces);

}  // namespace fuzz
