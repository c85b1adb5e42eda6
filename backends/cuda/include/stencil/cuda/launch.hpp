// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <cuda_runtime_api.h>

namespace stencil::cuda {

/// How a kernel is launched.
struct LaunchShape {
  dim3 blocks;
  dim3 threads;
  std::size_t bytes;  ///< of shared memory
  cudaStream_t stream;
};

/// Launches a kernel and returns the error of this launch. An error that other code has left in the runtime is neither
/// returned nor cleared; an error of the launch is cleared.
template <class... Parameters>
[[nodiscard]] cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape,
                                        std::type_identity_t<Parameters>... values) {
  void* all[] = {const_cast<void*>(static_cast<const void*>(&values))...};
  const cudaError_t code = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), shape.blocks, shape.threads, all,
                                            shape.bytes, shape.stream);
  if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
  return code;
}

}  // namespace stencil::cuda
