// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/cuda/device.hpp>

namespace stencil::cuda {

/// How a kernel is launched.
struct LaunchShape {
  dim3 blocks;
  dim3 threads;
  std::size_t bytes;  ///< of shared memory
  cudaStream_t stream;
};

/// Whether a stream is of another device than the current one. A launch there would run on that device, with memory of
/// this one; before CUDA 12.8 nobody can ask, and CUDA refuses it.
inline bool of_another_device([[maybe_unused]] cudaStream_t stream) {
#if CUDART_VERSION >= 12080
  const bool of_any = stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  if (of_any || !there_are_several_devices()) return false;
  // Of a stream that captures nothing else is asked.
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone) return false;
  int device = 0;
  return cudaStreamGetDevice(stream, &device) == cudaSuccess && device != current_device();
#else
  return false;
#endif
}

/// Launches a kernel and says what became of this launch. An error that somebody else has left with the runtime is
/// neither taken for one of the launch nor taken away; that of the launch is not left behind.
template <class... Parameters>
[[nodiscard]] cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape,
                                        std::type_identity_t<Parameters>... values) {
  if (of_another_device(shape.stream)) return cudaErrorInvalidResourceHandle;
  void* all[] = {const_cast<void*>(static_cast<const void*>(&values))...};
  const cudaError_t code = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), shape.blocks, shape.threads, all,
                                            shape.bytes, shape.stream);
  if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
  return code;
}

}  // namespace stencil::cuda
