// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/stencil.hpp>

/// Fields in which the same numbers lie in one layout and in the other, for column functions that go row by row in one.
namespace rows_test {

using namespace stencil;

template <class Layout, class T>
struct Fields {
  ColumnGrid grid;
  CenterField<T, backend::Cpu, Layout> q, s, x, y;
  FaceField<T, backend::Cpu, Layout> k, f;
  SurfaceField<T, backend::Cpu> flux, sum;
  Fields(int levels, std::size_t columns)
      : Fields(ColumnGrid::stretched(levels, 0.0, 8.0, 0.05, columns), levels, columns) {}
  Fields(const ColumnGrid& of, int levels, std::size_t columns)
      : grid(of), q(grid), s(grid), x(grid), y(grid), k(grid), f(grid), flux(grid), sum(grid) {
    for (std::size_t c = 0; c < columns; ++c) {
      flux(c) = static_cast<T>(std::cos(static_cast<double>(c)));
      sum(c) = T{-1};
      for (int i = 0; i <= levels; ++i) {
        const double at = i + 7 * static_cast<double>(c);
        k(i, c) = static_cast<T>(2 + std::sin(at)), f(i, c) = T{-1};
        if (i == levels) break;
        q(i, c) = static_cast<T>(std::cos(0.3 * at)), s(i, c) = static_cast<T>(1.5 + std::sin(0.2 * at));
        x(i, c) = y(i, c) = T{-1};
      }
    }
  }
};

/// What lies in all fields, alike in both layouts.
template <class Across, class Along>
std::size_t differing(const Across& across, const Along& along, int levels, std::size_t columns) {
  std::size_t count = 0;
  const auto compare = [&](const auto& a, const auto& b, int rows) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (int i = 0; i < rows; ++i) count += a(i, c) == b(i, c) ? 0 : 1;
    }
  };
  compare(across.q, along.q, levels), compare(across.s, along.s, levels);
  compare(across.x, along.x, levels), compare(across.y, along.y, levels);
  compare(across.k, along.k, levels + 1), compare(across.f, along.f, levels + 1);
  for (std::size_t c = 0; c < columns; ++c) count += across.sum(c) == along.sum(c) ? 0 : 1;
  return count;
}

/// Of fields in both layouts to which the same is assigned, on grids whose columns share heights and have their own.
template <class T, class F>
void require_alike(const F& assign_to, int levels, std::size_t columns) {
  const auto shared = ColumnGrid::stretched(levels, 0.0, 8.0, 0.05, columns);
  std::vector<double> faces;
  for (std::size_t c = 0; c < columns; ++c)
    for (const double z : shared.z_faces(0)) faces.push_back(z * (1 + 0.01 * static_cast<double>(c)));
  for (const auto& grid : {shared, ColumnGrid::from_faces_per_column(faces, columns)}) {
    CAPTURE(levels, columns, sizeof(T), grid.heights_per_column());
    Fields<layout::ColumnsContiguous, T> across(grid, levels, columns);
    Fields<layout::LevelsContiguous, T> along(grid, levels, columns);
    assign_to(across), assign_to(along);
    CHECK(differing(across, along, levels, columns) == 0);
  }
}

}  // namespace rows_test
