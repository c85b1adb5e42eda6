// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include <cuda_runtime_api.h>

#include <stencil/assign/devices.hpp>
#include <stencil/config.hpp>
#include <stencil/cuda/error.hpp>

namespace stencil::cuda {

/// The device that calls of this host thread are for.
inline int current_device() {
  int device = 0;
  require(cudaGetDevice(&device), "the current device");
  return device;
}

inline int attribute(int device, cudaDeviceAttr which) {
  int value = 0;
  require(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

/// A property of each device, not negative, which is queried once for all threads.
class DeviceFigure {
 public:
  /// The property of the current device; ask(device) queries it.
  template <class Ask>
  int operator()(const Ask& ask) {
    const auto device = static_cast<std::size_t>(current_device());
    if (device >= more_than_known_.size()) return ask(static_cast<int>(device));
    std::atomic<int>& known = more_than_known_[device];
    if (known.load() == 0) known.store(1 + ask(static_cast<int>(device)));
    return known.load() - 1;
  }

 private:
  std::array<std::atomic<int>, 64> more_than_known_{};  ///< the property plus one; 0: not queried yet
};

/// Multiprocessors of the current device.
inline int processors() {
  static DeviceFigure known;
  return known([](int device) { return attribute(device, cudaDevAttrMultiProcessorCount); });
}

inline std::size_t shared_memory_of_processor() {
  static DeviceFigure known;
  return static_cast<std::size_t>(
      known([](int device) { return attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor); }));
}

inline bool there_are_several_devices() {
  static const int devices = [] {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
  }();
  return devices > 1;
}

/// The device that memory is of. With one device in the machine the runtime is not called.
inline int device_of(const void* memory) {
  if (!there_are_several_devices() || memory == nullptr) return detail::checks::any_device;
  cudaPointerAttributes found{};
  const bool known = cudaPointerGetAttributes(&found, memory) == cudaSuccess;
  return known && found.type == cudaMemoryTypeDevice ? found.device : detail::checks::any_device;
}

/// Makes a device the current one for a scope; any_device changes nothing. CudaError where it cannot be.
class OnDevice {
 public:
  explicit OnDevice(int device) : OnDevice(device, std::nothrow) {
    require(failed_, "making a device the current one");
  }
  /// For destructors: does what can be done.
  OnDevice(int device, std::nothrow_t) noexcept {
    if (device == detail::checks::any_device) return;
    known_ = cudaGetDevice(&before_) == cudaSuccess;
    if (known_ && before_ != device) failed_ = cudaSetDevice(device);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() {
    int now = before_;
    if (known_ && cudaGetDevice(&now) == cudaSuccess && now != before_) static_cast<void>(cudaSetDevice(before_));
  }

 private:
  int before_ = 0;
  bool known_ = false;
  cudaError_t failed_ = cudaSuccess;
};

/// While one exists, calls of this thread do not invalidate the captures of streams that they have nothing to do with.
class BesideCaptures {
 public:
  BesideCaptures() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_)); }
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;
  ~BesideCaptures() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_)); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Waits for all work of the current device. Work that a stream captures is not carried out, so it is not waited for.
/// Memory is given back in the order of the legacy stream: while a stream captures that synchronises with that one,
/// nothing is done, and the result is false. Called within BesideCaptures.
STENCIL_SELDOM inline bool all_work_is_done() {
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(cudaStreamLegacy, &status) == cudaErrorStreamCaptureImplicit) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  // cudaMalloc and cudaFree are a way to wait for the device that does not invalidate captures, as
  // cudaDeviceSynchronize does. They take 4 us where another piece of memory stays allocated and 100 us where none
  // does: one byte of each device is never freed.
  static std::array<std::atomic<bool>, 64> something_stays{};
  void* memory = nullptr;
  int device = 0;
  if (cudaGetDevice(&device) == cudaSuccess && static_cast<std::size_t>(device) < something_stays.size() &&
      !something_stays[static_cast<std::size_t>(device)].exchange(true)) {
    static_cast<void>(cudaMalloc(&memory, 1));
  }
  if (cudaMalloc(&memory, 1) == cudaSuccess) {
    static_cast<void>(cudaFree(memory));
  } else {
    static_cast<void>(cudaGetLastError());
    static_cast<void>(cudaDeviceSynchronize());
  }
  return true;
}

/// Copies values from the host, ready for every stream. cudaMemcpy may return when they have left memory that is not
/// page-locked, and a stream that does not wait for the legacy one would begin before they have arrived.
STENCIL_SELDOM inline void copy_to_device(void* memory, const void* host, std::size_t bytes, const char* what) {
  require(cudaMemcpy(memory, host, bytes, cudaMemcpyHostToDevice), what);
  require(cudaStreamSynchronize(nullptr), what);
}

/// Something that each device has of its own: a kernel reads memory of its own device.
template <class T>
class PerDevice {
 public:
  /// That of the current device, made at the first call.
  template <class Make>
  const T& on_current(const Make& make) const {
    const int device = current_device();
    const std::lock_guard<std::mutex> lock(all_->one_at_a_time);
    auto& found = all_->of_device[device];
    if (!found) found = std::make_unique<T>(make());
    return *found;
  }

  /// That of the current device if it has been made, else null.
  const T* made_on_current() const {
    const int device = current_device();
    const std::lock_guard<std::mutex> lock(all_->one_at_a_time);
    const auto found = all_->of_device.find(device);
    return found == all_->of_device.end() ? nullptr : found->second.get();
  }

 private:
  struct All {
    std::mutex one_at_a_time;
    std::map<int, std::unique_ptr<T>> of_device;
  };
  std::unique_ptr<All> all_ = std::make_unique<All>();
};

}  // namespace stencil::cuda
