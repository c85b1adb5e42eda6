// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <stencil/cuda/device.hpp>
#include <stencil/cuda/launch.hpp>

/// How many blocks of a kernel a device runs at a time.
namespace stencil::cuda {

/// How many blocks of one kernel, with so much shared memory, a multiprocessor of the current device runs at a time.
/// The last answer for each device is kept, since a program asks the same many times.
class ResidentBlocks {
 public:
  int operator()(const void* kernel, int threads, std::size_t bytes) {
    const auto device = static_cast<std::size_t>(current_device());
    if (device >= known_.size()) return ask(kernel, threads, bytes);
    const std::uint64_t known = known_[device].load();
    if ((known & 0xffff) != 0 && known >> 16 == bytes) return static_cast<int>(known & 0xffff) - 1;
    const int resident = ask(kernel, threads, bytes);
    known_[device].store(static_cast<std::uint64_t>(bytes) << 16 | static_cast<std::uint64_t>(resident + 1));
    return resident;
  }

 private:
  static int ask(const void* kernel, int threads, std::size_t bytes) {
    require(allow_shared_memory(kernel, bytes), "shared memory of a block");
    int resident = 0;
    require(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes), "blocks of a processor");
    return resident;
  }

  std::array<std::atomic<std::uint64_t>, 64> known_{};  ///< bytes, then in 16 bits blocks and one more, 0 if not asked
};

}  // namespace stencil::cuda
