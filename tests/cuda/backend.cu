// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/cuda.hpp>

#include "program.hpp"

template <class T>
std::vector<T> program::run_on_device(const Case& c, Order order) {
  using stencil::backend::Cuda;
  return order == Order::levels ? run<Cuda, stencil::layout::LevelsContiguous, T>(c)
                                : run<Cuda, stencil::layout::ColumnsContiguous, T>(c);
}
template std::vector<double> program::run_on_device(const Case&, Order);

const char* program::no_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) return cudaGetErrorString(code);
  return count > 0 ? "" : "no CUDA device";
}
