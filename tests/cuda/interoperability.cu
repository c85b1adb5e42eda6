// SPDX-License-Identifier: BSD-3-Clause
#include "interoperability.hpp"

#include <cstdint>

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <cub/device/device_reduce.cuh>

#include <stencil/cuda.hpp>
#include <stencil/cuda/mdspan.hpp>
#include <stencil/cuda/thrust.hpp>
#if defined(STENCIL_WITH_DLPACK)
#include <stencil/dlpack/cuda.hpp>
#endif

// Not at file scope: <cuda/std/mdspan> and Thrust bring a namespace ::cuda.
namespace interoperability {

namespace layout = stencil::layout;
using Device = stencil::backend::Cuda;
using stencil::ColumnGrid;

namespace {

void append(Numbers& all, const Numbers& more) { all.insert(all.end(), more.begin(), more.end()); }

struct Twice {
  __host__ __device__ double operator()(double x) const { return 2 * x; }
};

template <class First>
double sum_by_cub(First first, std::ptrdiff_t count) {
  const auto result = Device::allocate<double>(1);
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, first, result.get(), static_cast<int>(count));
  const auto scratch = Device::allocate<char>(bytes);
  stencil::cuda::require(cub::DeviceReduce::Sum(scratch.get(), bytes, first, result.get(), static_cast<int>(count)),
                         "sum by CUB");
  double sum = 0;
  Device::copy_to_host(&sum, result.get(), 1);
  return sum;
}

template <class View>
__global__ void count_up(View view) {
  view(blockIdx.x, threadIdx.x) = 100.0 * blockIdx.x + threadIdx.x;
}

}  // namespace

Numbers part_of_an_array_on_device(bool levels_first, bool from_top) {
  return part_of_an_array<Device>(levels_first, from_top);
}

Numbers sums() {
  namespace cuda_fields = stencil::cuda;
  const auto grid = ColumnGrid::uniform(5, 0.0, 5.0, 3);
  stencil::CenterField<double, Device> levels(grid);
  stencil::CenterField<double, Device, layout::ColumnsContiguous> columns(grid), twice(grid);
  const auto memory = Device::allocate<double>(7 * 6);
  const auto part = stencil::wrap_center<Device>(
      stencil::levels_first(memory.get(), 7, 6).with_levels(1, 5).with_columns(2, 3).from_top(), grid);
  Numbers found;
  levels.fill(Counted{});
  columns.fill(Counted{});
  part.fill(Counted{});
  found.push_back(thrust::reduce(thrust::device, cuda_fields::begin(levels), cuda_fields::end(levels)));
  found.push_back(thrust::reduce(thrust::device, cuda_fields::begin(columns), cuda_fields::end(columns)));
  found.push_back(sum_by_cub(cuda_fields::begin(part), cuda_fields::end(part) - cuda_fields::begin(part)));
  const auto& constant = columns;
  thrust::transform(thrust::device, cuda_fields::begin(constant), cuda_fields::end(constant), cuda_fields::begin(twice),
                    Twice{});
  found.push_back(sum_by_cub(cuda_fields::strided_begin(twice), cuda_fields::value_count(twice)));
  return found;
}

Numbers mdspans() {
  using Shape = ::cuda::std::dextents<int, 2>;
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  stencil::CenterField<double, Device> levels(grid);
  stencil::CenterField<double, Device, layout::ColumnsContiguous> columns(grid);
  Numbers found;
  const auto count = [&](const auto& field) {
    const auto view = stencil::cuda::as_mdspan(field);
    count_up<<<2, 3>>>(view);
    append(found, field.to_host());
  };
  count(levels);
  count(columns);

  const auto wrapped = [&](std::size_t size, const auto& make) {
    const auto memory = Device::allocate<double>(size);
    const auto field = stencil::wrap_center<Device>(make(memory.get()), grid);
    count_up<<<2, 3>>>(stencil::cuda::as_mdspan(field));
    Numbers all(size);
    Device::copy_to_host(all.data(), memory.get(), size);
    append(found, all);
    append(found, field.to_host());
  };
  wrapped(6, [](double* data) { return ::cuda::std::mdspan<double, Shape>(data, 2, 3); });
  wrapped(6,
          [](double* data) { return ::cuda::std::mdspan<double, Shape, ::cuda::std::layout_left>(data, Shape(2, 3)); });
  wrapped(14, [](double* data) {
    using Strides = ::cuda::std::layout_stride::mapping<Shape>;
    return ::cuda::std::mdspan<double, Shape, ::cuda::std::layout_stride>(
        data, Strides(Shape(2, 3), ::cuda::std::array<int, 2>{7, 2}));
  });
  return found;
}

std::vector<std::string> errors() {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  std::vector<std::string> messages;
  const auto message_of = [&](const auto& wrong) {
    try {
      wrong();
      messages.emplace_back("nothing was thrown");
    } catch (const stencil::ShapeError& error) {
      messages.emplace_back(error.what());
    }
  };
  const auto memory = Device::allocate<double>(20);
  const auto padded =
      stencil::wrap_center<Device>(stencil::levels_first(memory.get(), 10, 2).with_levels(0, 3), grid, "theta");
  message_of([&] { stencil::cuda::begin(padded); });
#if defined(STENCIL_WITH_DLPACK)
  stencil::CenterField<double> host(grid);
  message_of([&] { stencil::dlpack::wrap_center<double, Device>(stencil::dlpack::to_dlpack(host)->dl_tensor, grid); });
#endif
  return messages;
}

#if defined(STENCIL_WITH_DLPACK)
Numbers tensors() {
  namespace dlpack = stencil::dlpack;
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  stencil::CenterField<double, Device, layout::ColumnsContiguous> field(grid);
  field.fill(Counted{});
  const auto tensor = dlpack::to_dlpack(field);
  const DLTensor& out = tensor->dl_tensor;
  int current = -1;
  cudaGetDevice(&current);
  Numbers found;
  for (const std::int64_t* numbers : {out.shape, out.strides}) {
    for (int d = 0; d < out.ndim; ++d) found.push_back(static_cast<double>(numbers[d]));
  }
  found.push_back(out.device.device_type);
  found.push_back(out.device.device_id == current);
  const auto back = dlpack::wrap_center<double, Device, layout::ColumnsContiguous>(out, grid);
  back = 2.0 * back;
  append(found, field.to_host());
  return found;
}
#endif

}  // namespace interoperability
