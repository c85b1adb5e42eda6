// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <stencil/config.hpp>
#include <stencil/cuda/device.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/memory.hpp>

namespace stencil::cuda {

/// Where device memory comes from. A program that has a pool of its own derives from this and calls
/// set_memory_resource() before it makes fields.
class MemoryResource {
 public:
  MemoryResource() = default;
  MemoryResource(const MemoryResource&) = delete;
  MemoryResource& operator=(const MemoryResource&) = delete;
  virtual ~MemoryResource() = default;
  /// Memory for work that is queued on the stream from now on, 256-byte aligned. Throws when there is none.
  virtual void* allocate(std::size_t bytes, cudaStream_t stream) = 0;
  /// Takes memory back that work queued on the stream before may still use. Must not throw.
  virtual void deallocate(void* memory, std::size_t bytes, cudaStream_t stream) noexcept = 0;
};

/// The CUDA runtime's stream-ordered allocator, the default.
class StreamOrderedMemory final : public MemoryResource {
 public:
  void* allocate(std::size_t bytes, cudaStream_t stream) override {
    keep_unused_memory();
    void* memory = nullptr;
    require(cudaMallocAsync(&memory, bytes, stream), "device memory");
    return memory;
  }
  void deallocate(void* memory, std::size_t, cudaStream_t stream) noexcept override {
    static_cast<void>(cudaFreeAsync(memory, stream));
  }

 private:
  /// Has the current device's pool keep the memory that fields gave back, unless the program has chosen how much it
  /// keeps. Otherwise the driver takes it whenever the program waits, and memory for the next field costs as much as
  /// several kernels. What a pool keeps is there for other allocations of the process too.
  STENCIL_SELDOM static void keep_unused_memory() {
    static std::atomic<std::uint64_t> done{0};
    const int device = current_device();
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(device) % 64);
    if ((done.fetch_or(bit) & bit) != 0) return;
    cudaMemPool_t pool = nullptr;
    std::uint64_t kept = 0;
    require(cudaDeviceGetDefaultMemPool(&pool, device), "the device's memory pool");
    require(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "the device's memory pool");
    if (kept != 0) return;
    kept = std::numeric_limits<std::uint64_t>::max();
    require(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "the device's memory pool");
  }
};

/// Whether an exception of a resource says that there is no memory: one of the program's by any, the runtime by a code.
/// Other errors of the runtime are those of work that was queued before, or of a capture.
inline bool lacks_memory(const std::exception& error) {
  const auto* const of_runtime = dynamic_cast<const CudaError*>(&error);
  return of_runtime == nullptr || of_runtime->code() == cudaErrorMemoryAllocation;
}

namespace resource {
inline MemoryResource*& current() {
  static auto& standard = *new StreamOrderedMemory;  // never destroyed: static fields may end later
  static MemoryResource* chosen = &standard;
  return chosen;
}
}  // namespace resource

inline MemoryResource& memory_resource() { return *resource::current(); }
/// New fields take their memory from `r`, which must outlive them. Returns the one before.
inline MemoryResource* set_memory_resource(MemoryResource* r) {
  MemoryResource* before = resource::current();
  resource::current() = r;
  return before;
}

/// The resource that memory is returned to, and its device. There is one object for each pair, which is never
/// destroyed, because static fields are destroyed last.
struct Lender {
  MemoryResource* from;
  int device;
};
STENCIL_SELDOM inline const Lender& lender(MemoryResource& from, int device) {
  static auto& all = *new std::map<std::pair<MemoryResource*, int>, Lender>;
  static auto& one_at_a_time = *new std::mutex;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  return all.try_emplace({&from, device}, Lender{&from, device}).first->second;
}

/// Memory of fields that were destroyed while a stream that synchronises with the legacy stream was capturing: until
/// the capture ends it cannot be given back.
class LeftOver {
 public:
  static LeftOver& all() {
    static auto& one = *new LeftOver;
    return one;
  }
  /// The number of what was added.
  STENCIL_SELDOM std::uint64_t add(const Lender& of, void* memory, std::size_t bytes) noexcept {
    const std::lock_guard<std::mutex> lock(one_at_a_time_);
    ++latest_;
    try {
      left_.push_back({&of, memory, bytes, latest_});
    } catch (const std::bad_alloc&) {
      // There is no room to remember it; it is never given back.
    }
    return latest_;
  }
  /// Gives back what belongs to a device whose work has been waited for since number `latest` was added. What another
  /// thread added meanwhile stays: its kernels may have been launched since.
  STENCIL_SELDOM void give_back(int device, std::uint64_t latest) noexcept {
    const std::lock_guard<std::mutex> lock(one_at_a_time_);
    const auto first = std::partition(left_.begin(), left_.end(), [device, latest](const LeftMemory& left) {
      return left.of->device != device || left.number > latest;
    });
    std::for_each(first, left_.end(),
                  [](const LeftMemory& left) { left.of->from->deallocate(left.memory, left.bytes, nullptr); });
    left_.erase(first, left_.end());
  }

 private:
  struct LeftMemory {
    const Lender* of;
    void* memory;
    std::size_t bytes;
    std::uint64_t number;
  };
  std::mutex one_at_a_time_;
  std::vector<LeftMemory> left_;
  std::uint64_t latest_ = 0;
};

/// Gives memory back that a Lender lent.
STENCIL_SELDOM inline void give_back(void* memory, std::size_t bytes, void* owner) {
  const auto* lent = static_cast<const Lender*>(owner);
  const OnDevice there(lent->device, std::nothrow);
  const BesideCaptures unnoticed;
  const std::uint64_t latest = LeftOver::all().add(*lent, memory, bytes);
  if (all_work_is_done()) LeftOver::all().give_back(lent->device, latest);
}
/// Memory of a field, and the function that gives it back.
struct FieldMemory {
  void* memory;
  ReleaseMemory release;
};
/// Zeroed it is ready for every stream, else for the legacy stream.
STENCIL_SELDOM inline FieldMemory field_memory(std::size_t bytes, bool zeroed) {
  MemoryResource& from = memory_resource();
  const Lender& of = lender(from, current_device());
  ValueBuffer<char> memory(static_cast<char*>(from.allocate(bytes, nullptr)),
                           ReleaseMemory{give_back, bytes, const_cast<Lender*>(&of)});
  if (zeroed) {
    require(cudaMemsetAsync(memory.get(), 0, bytes, nullptr), "zeroing a field");
    require(cudaStreamSynchronize(nullptr), "zeroing a field");
  }
  return {memory.release(), memory.get_deleter()};
}

/// Zeroed memory of the current device for a field, ready for every stream. It is given back to that device when no
/// kernel can be using it any more: at the end of the field or, if a stream that synchronises with the legacy stream is
/// capturing then, at the end of a later field. Not zeroed: for a field that the legacy stream writes next.
template <class T>
ValueBuffer<T> allocate(std::size_t count, bool zeroed = true) {
  const FieldMemory made = field_memory(bytes_of<T>(count == 0 ? 1 : count), zeroed);
  return ValueBuffer<T>(static_cast<T*>(made.memory), made.release);
}

/// Memory for stand-ins, for work on one stream.
class Temporary {
 public:
  Temporary(std::size_t bytes, cudaStream_t stream)
      : from_(memory_resource()),
        device_(current_device()),
        bytes_(bytes),
        stream_(stream),
        memory_(from_.allocate(bytes, stream)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    const OnDevice there(device_, std::nothrow);
    from_.deallocate(memory_, bytes_, stream_);
  }
  void* get() const { return memory_; }

 private:
  MemoryResource& from_;
  int device_;
  std::size_t bytes_;
  cudaStream_t stream_;
  void* memory_;
};

}  // namespace stencil::cuda
