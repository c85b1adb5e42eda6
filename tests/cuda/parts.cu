// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <stencil/cuda.hpp>

#include "column/changed_heights.hpp"
#include "columnwise/active.hpp"

using namespace stencil;

namespace {
const auto whole = [](auto& cut) { cut.compute(policy(), policy()); };
}  // namespace

std::string parts_of_columns::active_levels_contiguous(int levels, std::size_t columns, bool heights_per_column) {
  return active_test::first_difference<double, backend::Cuda, layout::LevelsContiguous>(levels, columns,
                                                                                        heights_per_column, whole);
}
std::string parts_of_columns::active_columns_contiguous(int levels, std::size_t columns, bool heights_per_column) {
  return active_test::first_difference<float, backend::Cuda, layout::ColumnsContiguous>(levels, columns,
                                                                                        heights_per_column, whole);
}
std::string parts_of_columns::changed_heights() {
  return heights_test::first_difference<double, backend::Cuda, layout::LevelsContiguous>(policy());
}

std::string parts_of_columns::remapped_fields(int from_levels, int to_levels) {
  const std::size_t columns = 70;
  const auto from = ColumnGrid::stretched(from_levels, 0.0, 1.0, 0.8 / from_levels, columns);
  const auto to = ColumnGrid::stretched(to_levels, 0.0, 1.0, 0.7 / to_levels, columns);
  CenterField<double, backend::Cuda> x(from), y(from), new_x(to), new_y(to), alone(to);
  support::scatter(x, 1);
  support::scatter(y, 2);
  fields(new_x, new_y) = remap(from, to, PPM{})(x, y);
  alone = remap(from, to, PPM{})(x);
  if (alone.to_host() != new_x.to_host()) return "the first field";
  alone = remap(from, to, PPM{})(y);
  return alone.to_host() == new_y.to_host() ? "" : "the second field";
}

std::string parts_of_columns::heights_in_a_graph() {
  const auto grid = ColumnGrid::uniform(65, 0.0, 65.0, 33).with_changing_heights();
  CenterField<double, backend::Cuda> mass(grid);
  const auto step = [&](cudaStream_t stream) {
    set_heights<backend::Cuda>(grid, 2.0 * heights(Face{}), on(stream));
    assign(mass, spacing(Center{}), on(stream));
  };
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t launched = nullptr;
  cudaStreamCreate(&stream);
  step(stream);
  cudaStreamSynchronize(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  step(stream);
  cudaStreamEndCapture(stream, &graph);
  std::string wrong;
  if (cudaGraphInstantiate(&launched, graph, 0) != cudaSuccess) wrong = "the graph was not made";
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(launched, stream);
  cudaStreamSynchronize(stream);
  for (const double thickness : mass.to_host()) {
    if (thickness != 8.0) wrong = "a cell is " + std::to_string(thickness) + " m thick, not 8 m";
  }
  try {
    static_cast<void>(grid.z_faces());
    wrong = "the host was given heights that it does not have";
  } catch (const GridError&) {
  }
  copy_heights_to_host<backend::Cuda>(grid);
  if (grid.z_faces(32)[65] != 8.0 * 65.0) wrong = "the host's copy of the heights";
  cudaGraphExecDestroy(launched);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return wrong;
}
