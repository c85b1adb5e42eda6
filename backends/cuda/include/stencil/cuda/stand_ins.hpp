// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/output.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>

/// Destinations whose old values are still needed while new ones are computed.
namespace stencil::cuda {

template <class T, class Layout>
__global__ void copy_values(T* to, Layout to_strides, const T* from, Layout from_strides, int rows,
                            std::ptrdiff_t values) {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < values; i += step) {
    const std::ptrdiff_t columns = values / rows;
    const std::ptrdiff_t column = Layout::columns_contiguous ? i % columns : i / rows;
    const std::ptrdiff_t row = Layout::columns_contiguous ? i / columns : i % rows;
    to[column * to_strides.column() + row * to_strides.level()] =
        from[column * from_strides.column() + row * from_strides.level()];
  }
}
template <class L>
void copy_leaf(const L& to, const L& from, std::ptrdiff_t count, cudaStream_t stream) {
  using T = std::remove_const_t<typename L::value_type>;
  using Layout = std::remove_cv_t<decltype(L::strides)>;
  require(launch_kernel(copy_values<T, Layout>, {4096, 256, 0, stream}, to.data, to.strides, from.data, from.strides,
                        to.rows(), to.rows() * count),
          "copy of results that waited");
}

/// Evaluates into temporary memory and copies the results to the destinations, all on one stream.
template <class First, class... Rest, class Evaluate>
void through_device_stand_ins(const Outputs<First, Rest...>& outputs, std::ptrdiff_t count, cudaStream_t stream,
                              const Evaluate& evaluate) {
  using T = typename First::value_type;
  const auto& home = outputs.first.destination;
  const Temporary memory(sizeof(T) * static_cast<std::size_t>(home.rows()) * static_cast<std::size_t>(count), stream);
  First redirected = outputs.first;
  redirected.destination.data = static_cast<T*>(memory.get());
  redirected.destination.strides = column_functions::dense_strides(home.strides, home.rows(), count);
  // Where a mask is false, the copy writes what was there before.
  if constexpr (!std::is_same_v<decltype(First::mask), NoMask>) copy_leaf(redirected.destination, home, count, stream);
  if constexpr (sizeof...(Rest) == 0) {
    evaluate(redirected);
  } else {
    through_device_stand_ins(outputs.rest, count, stream,
                             [&](const auto&... others) { evaluate(redirected, others...); });
  }
  copy_leaf(home, redirected.destination, count, stream);
}

}  // namespace stencil::cuda
