// SPDX-License-Identifier: BSD-3-Clause
// A boundary-layer column with 1, 1, 2, 4 and 9 results on a GPU: milliseconds of each column function, the registers
// of its kernel and, in brackets, those that explain predicts; with columns contiguous, and up to four results, those
// of a kernel by hand too, and how far results are apart.
//
//   cuda_boundary_layer [levels [columns [file]]]
//
// The file is for boundary_layer_peers.py: one column of float64, heights, arguments and results.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <stencil/cuda.hpp>

#include "arguments.hpp"
#include "boundary_layer.hpp"
#include "boundary_layer_file.hpp"
#include "cuda_boundary_layer_by_hand.cuh"
#include "cuda_timing.hpp"
#include "difference.hpp"

namespace {

using namespace stencil;

/// Milliseconds of a call.
template <class F>
double milliseconds(const F& call) {
  return 1e3 * timing::seconds(20, call);
}

template <boundary_layer::Results results>
using which = std::integral_constant<boundary_layer::Results, results>;

template <class T>
struct OnDevice {
  T* data = nullptr;
  explicit OnDevice(const std::vector<T>& from) {
    cuda::require(cudaMalloc(&data, from.size() * sizeof(T)), "memory");
    cuda::require(cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copy");
  }
  OnDevice(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data); }
};

/// The kernel by hand in place of the column functions whose results the fields have now.
template <class T, class State>
void measure_by_hand(State& s) {
  using boundary_layer::Results;
  const boundary_layer::Constants constants;
  const boundary_layer::Metric<T> metric(constants, s.k.grid());
  const OnDevice<T> inverse_dc(metric.inverse_dc), inverse_df(metric.inverse_df), length(metric.length);
  const auto x = boundary_layer::arrays_of(s, inverse_dc.data, inverse_df.data, length.data);
  std::printf("%-18s float%d, by hand:", "", 8 * static_cast<int>(sizeof(T)));
  const auto report = [&](const char* name, const auto& ours, auto results, auto&... fields) {
    ours();
    const std::vector<std::vector<T>> expected{fields.to_host()...};
    const double time = 1e3 * boundary_layer::by_hand_on_device::seconds<results.value>(constants, x);
    std::size_t number = 0;
    double off = 0;
    ((off = difference::larger(off, boundary_layer::apart(fields, expected[number++]))), ...);
    std::printf(" %s %.4f ms (%.0e apart)%s", name, time, off, name[0] == '4' ? "\n" : ",");
    std::fflush(stdout);
  };
  report("diffusivity", [&] { s.diffusivity(policy()); }, which<Results::diffusivity>{}, s.k);
  report("heating", [&] { s.heating(policy()); }, which<Results::heating>{}, s.e_t);
  report("2 results", [&] { s.two(policy()); }, which<Results::two>{}, s.k, s.e_t);
  report("4 results", [&] { s.four(policy()); }, which<Results::four>{}, s.rho_t, s.e_t, s.u_t, s.v_t);
}

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::stretched(levels, 0.0, 20e3, 40.0, columns);
  boundary_layer::State<T, backend::Cuda, Layout> s(grid);
  std::printf("%-18s float%d %4d x %zu:", Layout::name, 8 * static_cast<int>(sizeof(T)), levels, columns);
  const auto report = [&](const char* name, const Explanation& x, const auto& call) {
    std::printf(" %s %.4f ms %d (%d) registers", name, milliseconds(call), x.mapping.registers,
                x.mapping.registers_predicted);
    if (x.mapping.local_bytes > 0) std::printf(" and %d bytes of local memory", x.mapping.local_bytes);
    std::printf(name[0] == '9' ? "\n" : ",");
    std::fflush(stdout);
  };
  report("diffusivity", s.explain_diffusivity(), [&] { s.diffusivity(policy()); });
  report("heating", s.explain_heating(), [&] { s.heating(policy()); });
  report("2 results", s.explain_two(), [&] { s.two(policy()); });
  report("4 results", s.explain_four(), [&] { s.four(policy()); });
  report("9 results", s.explain_nine(), [&] { s.nine(policy()); });
  if constexpr (Layout::columns_contiguous) measure_by_hand<T>(s);
}

}  // namespace

int main(int count, char** argument) {
  const int levels = arguments::number(count, argument, 1, 63);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 86400);
#if !defined(ONLY_COLUMNS)
  if (count > 3) boundary_layer::write<backend::Cuda>(argument[3], levels);
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
