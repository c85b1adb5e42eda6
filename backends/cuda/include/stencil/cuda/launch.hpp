// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>

#include <cuda_runtime_api.h>

#include <stencil/config.hpp>
#include <stencil/cuda/device.hpp>

namespace stencil::cuda {

/// A kernel that is taken for a column function.
struct ChosenKernel {
  const void* function = nullptr;  ///< none is taken without it
  int rows_held = 0;               ///< of centers, by a thread
  bool capped = false;             ///< it holds one face more
  int most_registers = 0;          ///< of a thread, which its launch bounds leave
};

/// Where kernels of column functions go: to a stream. With `report` nothing is launched, and the kernel that would be
/// is stored there.
struct LaunchQueue {
  cudaStream_t stream;
  ChosenKernel* report;
  LaunchQueue(cudaStream_t to,  // NOLINT(google-explicit-constructor): most who launch have a stream
              ChosenKernel* report_to = nullptr)
      : stream(to), report(report_to) {}

  /// Whether the kernel is reported, and not to be launched.
  template <class Kernel>
  bool reports(Kernel* kernel, int rows_held, bool capped, int most_registers) const {
    if (report != nullptr) *report = {reinterpret_cast<const void*>(kernel), rows_held, capped, most_registers};
    return report != nullptr;
  }
};

/// Registers that launch bounds leave a thread, of the 65536 of a multiprocessor.
constexpr int registers_of_thread(int threads, int blocks) {
  constexpr int of_processor = 65536, unit = 8, most = 255;
  const int all = of_processor / (threads * blocks) / unit * unit;
  return all < most ? all : most;
}

/// Whether the compiler had to put values of a kernel into local memory: more than a few words, which cost less than
/// another number of rows would. It also puts arrays there that are indexed at run time, but then registers are left.
inline bool spills(const cudaFuncAttributes& of, int most_registers) {
  constexpr int unit = 8, few_bytes = 136;
  return of.localSizeBytes > few_bytes && of.numRegs + unit > most_registers;
}
inline bool spills(const void* kernel, int most_registers) {
  cudaFuncAttributes of{};
  require(cudaFuncGetAttributes(&of, kernel), "registers of a kernel");
  return spills(of, most_registers);
}

/// Blocks of a launch in its second and its third direction.
inline constexpr int most_blocks_across = 65535;

/// How a kernel is launched.
struct LaunchShape {
  dim3 blocks;
  dim3 threads;
  std::size_t bytes;  ///< of shared memory
  cudaStream_t stream;
};

/// Whether a stream is of another device than the current one. A launch there would run on that device, with memory of
/// this one. Before CUDA 12.8 a program cannot find out, and CUDA refuses such a launch.
inline bool of_another_device([[maybe_unused]] cudaStream_t stream) {
#if CUDART_VERSION >= 12080
  const bool of_any = stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  if (of_any || !there_are_several_devices()) return false;
  // A stream that captures is not queried further: a call might end the capture.
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone) return false;
  int device = 0;
  return cudaStreamGetDevice(stream, &device) == cudaSuccess && device != current_device();
#else
  return false;
#endif
}

/// Shared memory of a block that needs no attribute of the kernel.
inline constexpr std::size_t usual_shared_memory = 48 * 1024;

/// As allow_shared_memory(), of more than the usual.
STENCIL_SELDOM inline cudaError_t allow_unusual_memory(const void* kernel, std::size_t bytes) {
  static auto& allowed = *new std::map<std::pair<const void*, int>, std::size_t>;
  static auto& one_at_a_time = *new std::mutex;
  const int device = current_device();
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  std::size_t& known = allowed[{kernel, device}];
  if (bytes <= known) return cudaSuccess;
  const cudaError_t code =
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (code == cudaSuccess) known = bytes;
  return code;
}
/// Allows a kernel so much shared memory for each block on the current device. What it may have only grows, so that
/// threads that launch it with different amounts do not take them from each other.
inline cudaError_t allow_shared_memory(const void* kernel, std::size_t bytes) {
  return bytes <= usual_shared_memory ? cudaSuccess : allow_unusual_memory(kernel, bytes);
}

/// Launches a kernel and returns the error of this launch. An earlier error in the runtime is neither returned nor
/// cleared; the error of the launch is cleared.
template <class... Parameters>
[[nodiscard]] cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape,
                                        std::type_identity_t<Parameters>... values) {
  if (of_another_device(shape.stream)) return cudaErrorInvalidResourceHandle;
  const auto* const function = reinterpret_cast<const void*>(kernel);
  cudaError_t code = allow_shared_memory(function, shape.bytes);
  if (code == cudaSuccess) {
    void* all[] = {const_cast<void*>(static_cast<const void*>(&values))...};
    code = cudaLaunchKernel(function, shape.blocks, shape.threads, all, shape.bytes, shape.stream);
  }
  if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
  return code;
}

}  // namespace stencil::cuda
