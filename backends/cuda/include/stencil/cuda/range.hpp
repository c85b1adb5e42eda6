// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <cuda_runtime_api.h>
#if defined(STENCIL_NVTX)  // NVTX is a library in headers, which takes nvcc a second
#include <nvtx3/nvToolsExt.h>
#endif

#include <stencil/config.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/plan/text.hpp>

namespace stencil::cuda {

/// With STENCIL_NVTX, marks an evaluation for a profiler by its formula. The text is made once for each type of
/// evaluation, hence without the names of fields and without numbers.
class ProfilerRange {
 public:
  template <class Outs>
  explicit ProfilerRange([[maybe_unused]] const Outs& outputs) {
#if defined(STENCIL_NVTX)
    static const std::string text = plan::formula_of_outputs(outputs, plan::Names::locations);
    nvtxRangePushA(text.c_str());
#endif
  }
  ProfilerRange(const ProfilerRange&) = delete;
  ProfilerRange& operator=(const ProfilerRange&) = delete;
  ~ProfilerRange() {
#if defined(STENCIL_NVTX)
    nvtxRangePop();
#endif
  }
};

template <class Outs>
[[noreturn]] STENCIL_COLD void refuse_launch(cudaError_t code, const Outs& outputs) {
  fail(code, detail::messages::Text({"launch of ", plan::formula_of_outputs(outputs)}).c_str());
}
/// CudaError that names the expression, unless its launch went well.
template <class Outs>
void require_launch(cudaError_t code, const Outs& outputs) {
  if (code != cudaSuccess) refuse_launch(code, outputs);
}

}  // namespace stencil::cuda
