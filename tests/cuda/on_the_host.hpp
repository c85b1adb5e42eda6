// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <stencil/stencil.hpp>

/// What programs compute on the CPU, written once for nvcc and for the compiler of the host.
namespace on_the_host {

/// A level that is searched, a value there, and blocks of two.
struct SearchesAndBlocks {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    using namespace stencil;
    const auto first = at_level(y, first_level_where(x > 0.5, from_bottom), 2.0);
    const auto [u, v] = solve(blocks<2>(diagonal(3.0 + x * x), diagonal(y), 0.5, 4.0), vec(x, first));
    return results(u, first * v);
  }
};

inline std::vector<double> computed() {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(9, 0.0, 1.0, 5);
  CenterField<double> x(grid), y(grid), u(grid), v(grid);
  FaceField<double> faces(grid);
  x.fill([](double z, std::size_t column) { return z * static_cast<double>(column + 1) / 3; });
  y.fill([](double z) { return 1.0 - z; });
  fields(u, v) = columnwise(SearchesAndBlocks{})(x, y);
  std::vector<double> entries(90, 0.0);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = static_cast<double>(i % 7) / 8;
  faces = transpose(DenseF2C(entries, 9, 10))(x);
  std::vector<double> all = u.to_host();
  for (const auto& more : {v.to_host(), faces.to_host()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<double> computed_by_nvcc();

}  // namespace on_the_host
