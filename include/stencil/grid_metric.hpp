// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/grid_data.hpp>

/// Heights and spacings of a grid from the heights of its faces.
namespace stencil::detail::grid_metric {

[[noreturn]] STENCIL_COLD inline void refuse_height(std::size_t face, std::size_t column, const double* height) {
  using Piece = detail::messages::TextPiece;
  const bool falls = face > 0 && *height < height[-1];
  detail::messages::raise<GridError>({"ColumnGrid: face heights must be finite and strictly increasing, but face ",
                                      face, " of column ", column, " is at ", *height,
                                      face > 0 ? " m after a face at " : " m", face > 0 ? Piece(height[-1]) : Piece(""),
                                      face > 0 ? " m" : "", falls ? "; give them from the bottom to the top" : ""});
}
/// Throws GridError unless the heights of a column's faces are finite and increase.
STENCIL_SELDOM inline void check_increasing(const std::vector<double>& z, std::size_t column, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double height = z[column * count + i];
    const bool fits = is_finite(height) && (i == 0 || height > z[column * count + i - 1]);
    if (!fits) refuse_height(i, column, &z[column * count + i]);
  }
}

/// Face i of equal cells, but for the one on top.
inline double even_height(double bottom, double dz, int i) { return bottom + i * dz; }
/// (top - bottom) / N if columns share heights and all faces are where even_height has them, else 0. It is found from
/// the heights, so that grids of equal heights have equal spacings, however they were made.
STENCIL_SELDOM inline double even_spacing(const ColumnGridData& data, const std::vector<double>& faces) {
  if (data.per_column) return 0;
  const double dz = (faces.back() - faces.front()) / data.levels;
  for (int i = 1; i < data.levels; ++i)
    if (faces[static_cast<std::size_t>(i)] != even_height(faces.front(), dz, i)) return 0;
  return dz;
}

// On an even grid dz is exactly (top - bottom) / N everywhere, so that reflected data give reflected results.
STENCIL_SELDOM inline void fill(ColumnGridData& data, const std::vector<double>& faces) {
  auto& m = data.metric;
  const auto n = static_cast<std::size_t>(data.levels);
  const double even_dz = even_spacing(data, faces);
  std::memcpy(m.z_face(), faces.data(), faces.size() * sizeof(double));
  for (std::size_t c = 0; c < data.sets(); ++c) {
    const double* zf = m.z_face() + c * (n + 1);
    double* zc = m.z_center() + c * n;
    double* dc = m.dz_center() + c * n;
    double* df = m.dz_face() + c * (n + 1);
    for (std::size_t i = 0; i < n; ++i) {
      zc[i] = 0.5 * (zf[i] + zf[i + 1]);
      dc[i] = even_dz > 0 ? even_dz : zf[i + 1] - zf[i];
    }
    for (std::size_t i = 1; i < n; ++i) df[i] = even_dz > 0 ? even_dz : 0.5 * (zf[i + 1] - zf[i - 1]);
    df[0] = data.periodic ? 0.5 * (dc[0] + dc[n - 1]) : dc[0];
    df[n] = data.periodic ? df[0] : dc[n - 1];
  }
  const auto invert = [](const double* from, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i) to[i] = 1.0 / from[i];
  };
  invert(m.dz_center(), n * data.sets(), m.inverse_dz_center());
  invert(m.dz_face(), (n + 1) * data.sets(), m.inverse_dz_face());
}

/// Throws GridError where a spacing or its inverse is infinite.
inline void check(const MetricArrays<double>& m) {
  const auto all_finite = [](const double* from, const double* end) {
    for (; from != end; ++from) {
      if (!is_finite(*from)) return false;
    }
    return true;
  };
  if (!all_finite(m.z_center(), m.inverse_dz_center()))
    throw GridError("ColumnGrid: the faces are so far apart that the distance between two of them is infinite");
  if (!all_finite(m.inverse_dz_center(), m.end()))
    throw GridError("ColumnGrid: two faces are so close to each other that 1 / dz is infinite");
}

}  // namespace stencil::detail::grid_metric
