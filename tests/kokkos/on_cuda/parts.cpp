// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/parts.hpp"

#include <stencil/kokkos.hpp>

#include <string>
#include <vector>

#include "column/changed_heights.hpp"
#include "columnwise/active.hpp"

using namespace stencil;

namespace {
using Backend = backend::Kokkos<Kokkos::Cuda>;
const auto whole = [](auto& cut) { cut.compute(policy(), policy()); };

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(sqrt(x)); }
};
}  // namespace

std::string parts_of_columns::active_levels_contiguous(int levels, std::size_t columns, bool heights_per_column) {
  return active_test::first_difference<double, Backend, layout::LevelsContiguous>(levels, columns, heights_per_column,
                                                                                  whole);
}
std::string parts_of_columns::active_columns_contiguous(int levels, std::size_t columns, bool heights_per_column) {
  return active_test::first_difference<float, Backend, layout::ColumnsContiguous>(levels, columns, heights_per_column,
                                                                                  whole);
}
std::string parts_of_columns::changed_heights() {
  return heights_test::first_difference<double, Backend, layout::LevelsContiguous>(policy());
}

std::string parts_of_columns::remapped_fields(int from_levels, int to_levels) {
  return heights_test::first_difference_of_remaps<Backend>(from_levels, to_levels);
}

// On the stream of an instance of the space, beside fields of the CUDA backend, whose memory is the same.
std::string parts_of_columns::heights_in_a_graph() {
  const auto grid = ColumnGrid::uniform(65, 0.0, 65.0, 33).with_changing_heights();
  CenterField<double, Backend> mass(grid);
  CenterField<double, backend::Cuda> ones(grid);
  ones.fill(1.0);
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t launched = nullptr;
  cudaStreamCreate(&stream);
  std::string wrong;
  {
    const Kokkos::Cuda space(stream);
    const auto step = [&] {
      set_heights<Backend>(grid, 2.0 * heights(Face{}), on(space));
      assign(mass, spacing(Center{}) * ones, on(space));
    };
    step();
    space.fence();
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    step();
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiate(&launched, graph, 0) != cudaSuccess) wrong = "the graph was not made";
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(launched, stream);
    space.fence();
  }
  for (const double thickness : mass.to_host()) {
    if (thickness != 8.0) wrong = "a cell is " + std::to_string(thickness) + " m thick, not 8 m";
  }
  cudaGraphExecDestroy(launched);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return wrong;
}

std::string parts_of_columns::hunted_values() {
  const auto grid = ColumnGrid::uniform(70, 0.0, 1.0, 37);
  CenterField<double, Backend> x(grid, "x"), root(grid);
  std::vector<double> values(37 * 70, 4.0);
  values[12 * 70 + 65] = -1.0;
  x.from_host(values);
  try {
    assign(fields(root), columnwise(Root{})(x), check_values);
  } catch (const Error& error) {
    const std::string said = error.what();
    const bool found = said.find("sqrt(x) is nan at center 65 of column 12") != std::string::npos;
    return found ? "" : said;
  }
  return "nothing was found";
}
