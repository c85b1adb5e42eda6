// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <cuda_runtime_api.h>

#include <stencil/assign/check.hpp>
#include <stencil/cuda/device.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/dense.hpp>
#include <stencil/memory.hpp>

namespace stencil::cuda {

/// Page-locked host memory: copies between it and a field run beside kernels, at the full speed of the bus.
template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(std::size_t count) : count_(count) {
    require(cudaMallocHost(reinterpret_cast<void**>(&data_), bytes_of<T>(count == 0 ? 1 : count)),
            "page-locked host memory");
  }
  PinnedArray(PinnedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  PinnedArray& operator=(PinnedArray&&) = delete;
  ~PinnedArray() { static_cast<void>(cudaFreeHost(data_)); }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + count_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// Page-locked memory for all values of a field.
template <class Field>
PinnedArray<typename Field::value_type> pinned_for(const Field& field) {
  return PinnedArray<typename Field::value_type>(static_cast<std::size_t>(field.levels()) * field.columns());
}

namespace pinned {
/// The bytes of a field's values, which are in one piece of memory and as many as the array's.
template <class Field, class T>
std::size_t bytes_of(const Field& field, const PinnedArray<T>& array, const std::string& what) {
  static_assert(
      std::is_same_v<T, typename Field::value_type>,
      "stencil: a page-locked array has the type of the field's values; make it with cuda::pinned_for(field)");
  detail::checks::require_memory(field.node(), "the field given to " + what);
  if (!detail::dense::in_some_order(field.node())) {
    throw ShapeError(what + ": " + detail::checks::describe(field.node()) +
                     " has gaps between its values; copy it with to_host() and from_host()");
  }
  const std::size_t count = static_cast<std::size_t>(field.levels()) * field.columns();
  if (array.size() != count) {
    throw ShapeError(what + ": " + detail::checks::describe(field.node()) + " has " + std::to_string(count) +
                     " values, but the page-locked array has " + std::to_string(array.size()) +
                     "; make it with cuda::pinned_for(field)");
  }
  return count * sizeof(T);
}
}  // namespace pinned

/// Queues a copy of a field's values on the stream, in the field's own order; the host waits for the stream before it
/// reads them. ShapeError unless the array has as many values as the field, and where the field has gaps between them,
/// as wrapped arrays may.
template <class T, class Field>
void copy_to_host(const PinnedArray<T>& to, const Field& from, cudaStream_t stream = nullptr) {
  const OnDevice there(device_of(from.data()));
  require(cudaMemcpyAsync(to.data(), from.data(), pinned::bytes_of(from, to, "copy_to_host"), cudaMemcpyDeviceToHost,
                          stream),
          "copy of a field to the host");
}
/// Queues a copy into a field on the stream. The array must keep its values until the stream has passed. ShapeError as
/// above.
template <class Field, class T>
void copy_from_host(const Field& to, const PinnedArray<T>& from, cudaStream_t stream = nullptr) {
  const OnDevice there(device_of(to.data()));
  require(cudaMemcpyAsync(to.data(), from.data(), pinned::bytes_of(to, from, "copy_from_host"), cudaMemcpyHostToDevice,
                          stream),
          "copy of a field to the device");
}

}  // namespace stencil::cuda
