// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <stencil/kokkos.hpp>

#include <cstddef>
#include <vector>

using namespace stencil;

namespace {
using Backend = backend::Kokkos<Kokkos::Cuda>;

/// An instance of a stream that waits for no other.
class OwnStream {
 public:
  OwnStream() { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
  ~OwnStream() { cudaStreamDestroy(stream_); }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Some milliseconds.
__global__ void spin() {
  const auto begun = clock64();
  while (clock64() - begun < 20000000) continue;
}
void keep_busy(const Kokkos::Cuda& space) { spin<<<1, 1, 0, space.cuda_stream()>>>(); }

/// Fields whose copies to and from the host go through memory of the device.
using Across = CenterField<double, Backend, layout::ColumnsContiguous>;
}  // namespace

TEST_CASE("Copies to and from the host come after assignments on other instances of Kokkos", "[kokkos]") {
  const auto grid = ColumnGrid::uniform(33, 0.0, 1.0, 65);
  const std::size_t count = 33 * 65;
  const OwnStream stream;
  const Kokkos::Cuda space(stream.get());
  Across a(grid), b(grid);
  a.fill(1.0);

  keep_busy(space);
  assign(b, a + 1.0, on(space));
  CHECK(b.to_host() == std::vector<double>(count, 2.0));

  keep_busy(space);
  assign(b, a + 2.0, on(space));
  b.fill(5.0);
  Kokkos::fence();
  CHECK(b.to_host() == std::vector<double>(count, 5.0));

  keep_busy(space);
  assign(b, a + 3.0, on(space));
  b.from_host(std::vector<double>(count, 7.0));
  Kokkos::fence();
  CHECK(b.to_host() == std::vector<double>(count, 7.0));
}
