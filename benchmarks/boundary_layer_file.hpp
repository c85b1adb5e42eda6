// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <cstdlib>

#include "boundary_layer.hpp"

namespace boundary_layer {

/// Writes one column of float64 for boundary_layer_peers.py: its number of levels, heights, arguments and results.
template <class Backend>
void write(const char* path, int levels) {
  State<double, Backend, layout::LevelsContiguous> s(ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, 1));
  s.nine(policy());
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr) {
    std::fprintf(stderr, "boundary layer: cannot write %s\n", path);
    std::exit(1);
  }
  const auto put = [&](const auto& values) { std::fwrite(values.data(), sizeof(double), values.size(), file); };
  std::fwrite(&levels, sizeof(levels), 1, file);
  put(s.rho.grid().z_centers(0)), put(s.rho.grid().z_faces(0));
  for (const auto* field : {&s.rho, &s.e, &s.u, &s.v, &s.q1, &s.q2}) put(field->to_host());
  put(s.w.to_host());
  for (const auto* field : {&s.rho_t, &s.e_t, &s.u_t, &s.v_t, &s.q1_t, &s.q2_t, &s.p}) put(field->to_host());
  put(s.k.to_host()), put(s.w_t.to_host());
  std::fclose(file);
}

}  // namespace boundary_layer
