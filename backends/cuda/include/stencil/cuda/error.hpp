// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include <stencil/config.hpp>
#include <stencil/error.hpp>

namespace stencil::cuda {

/// A CUDA call that failed. The message names the call, or the expression that was launched, and the runtime's reason.
class CudaError : public Error {
 public:
  CudaError(cudaError_t code, const std::string& what) : CudaError(code, what.c_str()) {}
  /// The same of text that ends in a zero.
  STENCIL_COLD CudaError(cudaError_t code, const char* what)
      : Error(
            detail::messages::Text({what, ": ", cudaGetErrorString(code), " (", cudaGetErrorName(code), ")"}).c_str()),
        code_(code) {}
  /// The error of the runtime.
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// Throws the error of a call of the library's. The runtime forgets it, or the next call of the runtime's user has it.
[[noreturn]] STENCIL_COLD inline void fail(cudaError_t code, const char* what) {
  if (cudaPeekAtLastError() == code) static_cast<void>(cudaGetLastError());
  throw CudaError(code, what);
}
inline void require(cudaError_t code, const char* what) {
  if (code != cudaSuccess) fail(code, what);
}

}  // namespace stencil::cuda
