// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include <stencil/error.hpp>

namespace stencil::cuda {

/// A CUDA call that failed. The message names the call, or the expression that was launched, and the runtime's reason.
class CudaError : public Error {
 public:
  CudaError(cudaError_t code, const std::string& what)
      : Error(what + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ")"), code_(code) {}
  /// The error of the runtime.
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

inline void require(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw CudaError(code, what);
}

}  // namespace stencil::cuda
