// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include <stencil/cuda.hpp>
#include <stencil/dlpack.hpp>

namespace stencil::dlpack {

/// Memory of the GPU that it was allocated on. What is wrapped must be on the current one, or managed.
template <>
struct Device<backend::Cuda> {
  static DLDevice of(const void* memory) {
    cudaPointerAttributes attributes{};
    cuda::require(cudaPointerGetAttributes(&attributes, memory), "the device of a field's memory");
    return {attributes.type == cudaMemoryTypeManaged ? kDLCUDAManaged : kDLCUDA, attributes.device};
  }
  static bool takes(const DLDevice& device) {
    return device.device_type == kDLCUDAManaged || (device.device_type == kDLCUDA && device.device_id == current());
  }
  static std::string wanted() { return describe(DLDevice{kDLCUDA, current()}) + ", the current GPU"; }

 private:
  static int current() {
    int device = 0;
    cuda::require(cudaGetDevice(&device), "the current device");
    return device;
  }
};

}  // namespace stencil::dlpack
