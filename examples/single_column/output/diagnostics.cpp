// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics.hpp"

#include <cmath>
#include <cstddef>

namespace single_column {
namespace {

std::span<const double> column_of(const std::vector<double>& values, std::size_t rows, std::size_t column) {
  return std::span<const double>(values).subspan(column * rows, rows);
}

constexpr std::vector<double> Snapshot::* profiles[] = {&Snapshot::u,      &Snapshot::v,      &Snapshot::theta,
                                                        &Snapshot::flux_u, &Snapshot::flux_v, &Snapshot::flux_theta};

}  // namespace

double boundary_layer_depth(std::span<const double> z_faces, std::span<const double> flux_u,
                            std::span<const double> flux_v) {
  const double threshold = 0.05 * std::hypot(flux_u[0], flux_v[0]);
  double below = threshold / 0.05;
  if (below <= 0.0) return 0.0;
  for (std::size_t face = 1; face < z_faces.size(); ++face) {
    const double here = std::hypot(flux_u[face], flux_v[face]);
    if (here < threshold) {
      const double weight = (below - threshold) / (below - here);
      return (z_faces[face - 1] + weight * (z_faces[face] - z_faces[face - 1])) / 0.95;
    }
    below = here;
  }
  return z_faces.back();
}

Diagnostics diagnose(const Geometry& geometry, const Snapshot& snapshot, std::size_t column) {
  const std::size_t centers = geometry.z_centers.size();
  const std::size_t faces = geometry.z_faces.size();
  const auto u = column_of(snapshot.u, centers, column);
  const auto v = column_of(snapshot.v, centers, column);
  const auto flux_u = column_of(snapshot.flux_u, faces, column);
  const auto flux_v = column_of(snapshot.flux_v, faces, column);
  Diagnostics result;
  result.depth = boundary_layer_depth(geometry.z_faces, flux_u, flux_v);
  result.friction_velocity = std::sqrt(std::hypot(flux_u[0], flux_v[0]));
  result.heat_flux = column_of(snapshot.flux_theta, faces, column)[0];
  for (std::size_t level = 0; level < centers; ++level) {
    const double speed = std::hypot(u[level], v[level]);
    if (speed > result.jet_speed) {
      result.jet_speed = speed;
      result.jet_height = geometry.z_centers[level];
    }
  }
  return result;
}

void Mean::add(const Snapshot& snapshot) {
  for (const auto profile : profiles) {
    std::vector<double>& sum = sum_.*profile;
    const std::vector<double>& values = snapshot.*profile;
    sum.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) sum[i] += values[i];
  }
  sum_.time = snapshot.time;
  sum_.time_step = snapshot.time_step;
  ++count_;
}

Snapshot Mean::value() const {
  Snapshot mean = sum_;
  for (const auto profile : profiles) {
    for (double& value : mean.*profile) value /= count_;
  }
  return mean;
}

}  // namespace single_column
