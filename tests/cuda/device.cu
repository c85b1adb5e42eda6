// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime_api.h>

#include "device.hpp"

const char* program::no_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) return cudaGetErrorString(code);
  return count > 0 ? "" : "no CUDA device";
}
