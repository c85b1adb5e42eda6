// SPDX-License-Identifier: BSD-3-Clause
// A boundary-layer column with 1, 1, 4 and 9 results on a GPU: milliseconds of each column function.
//
//   cuda_boundary_layer [levels [columns [file]]]
//
// The file is for boundary_layer_peers.py: one column of float64, heights, arguments and results.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <stencil/cuda.hpp>

#include "boundary_layer.hpp"
#include "cuda_timing.hpp"

namespace {

using namespace stencil;

/// Milliseconds of a call.
template <class F>
double milliseconds(const F& call) {
  return 1e3 * timing::seconds(20, call);
}

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, columns);
  boundary_layer::State<T, backend::Cuda, Layout> state(grid);
  const double diffusivity = milliseconds([&] { state.diffusivity(policy()); });
  const double heating = milliseconds([&] { state.heating(policy()); });
  const double four = milliseconds([&] { state.four(policy()); });
  const double nine = milliseconds([&] { state.nine(policy()); });
  std::printf("%-18s float%d %4d x %zu: diffusivity %.4f, heating %.4f, 4 results %.4f, 9 results %.4f ms\n",
              Layout::name, 8 * static_cast<int>(sizeof(T)), levels, columns, diffusivity, heating, four, nine);
}

void write(const char* path, int levels) {
  boundary_layer::State<double, backend::Cuda, layout::LevelsContiguous> state(
      ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, 1));
  state.diffusivity(policy());
  const auto k = state.k.to_host();
  state.four(policy());
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr) {
    std::fprintf(stderr, "cuda_boundary_layer: cannot write %s\n", path);
    std::exit(1);
  }
  const auto put = [&](const auto& values) { std::fwrite(values.data(), sizeof(double), values.size(), file); };
  std::fwrite(&levels, sizeof(levels), 1, file);
  put(state.rho.grid().z_centers(0)), put(state.rho.grid().z_faces(0));
  put(state.rho.to_host()), put(state.e.to_host()), put(state.u.to_host()), put(state.v.to_host());
  put(state.w.to_host()), put(k), put(state.e_t.to_host()), put(state.rho_t.to_host());
  put(state.u_t.to_host()), put(state.v_t.to_host());
  std::fclose(file);
}

}  // namespace

int main(int count, char** argument) {
  const int levels = count > 1 ? std::atoi(argument[1]) : 63;
  const std::size_t columns = count > 2 ? std::strtoull(argument[2], nullptr, 10) : 86400;
#if !defined(ONLY_COLUMNS)
  if (count > 3) write(argument[3], levels);
  measure<double, layout::LevelsContiguous>(levels, columns);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  measure<float, layout::LevelsContiguous>(levels, columns);
#endif
#endif
#if !defined(ONLY_LEVELS) && !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  measure<double, layout::ColumnsContiguous>(levels, columns);
  measure<float, layout::ColumnsContiguous>(levels, columns);
#endif
}
