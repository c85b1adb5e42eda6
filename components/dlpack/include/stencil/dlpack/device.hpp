// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>

#include <dlpack/dlpack.h>

#include <stencil/expression/concepts.hpp>

namespace stencil::dlpack {

/// Which device a backend's memory is, in DLPack's numbers. The primary template serves backends in memory of the host;
/// <stencil/dlpack/cuda.hpp> has the one for backend::Cuda.
template <class Backend>
struct Device {
  static_assert(
      std::is_same_v<typename Backend::space, HostSpace>,
      "stencil: DLPack is not told which device this backend's memory is; include <stencil/dlpack/cuda.hpp> for "
      "backend::Cuda");
  static DLDevice of(const void*) { return {kDLCPU, 0}; }
  /// Whether a field of the backend may be wrapped around memory of this device.
  static bool takes(const DLDevice& device) {
    return device.device_type == kDLCPU || device.device_type == kDLCUDAHost || device.device_type == kDLROCMHost;
  }
  static std::string wanted() { return "memory of the host"; }
};

/// "device 2:0", type and number.
inline std::string describe(const DLDevice& device) {
  return "device " + std::to_string(static_cast<int>(device.device_type)) + ":" + std::to_string(device.device_id);
}

}  // namespace stencil::dlpack
