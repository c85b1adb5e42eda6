// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/dlpack.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstdint>

using namespace stencil;

namespace {

/// All that is asked of a backend.
struct Backend {
  using space = HostSpace;
};

bool is_refused(std::int64_t* shape, std::uint64_t offset) {
  alignas(8) static std::array<double, 4> memory{};
  const DLTensor tensor{memory.data(), {kDLCPU, 0}, 1, {kDLFloat, 64, 1}, shape, nullptr, offset};
  try {
    dlpack::importing::address<double, stencil::Surface, Backend>(tensor);
    return false;
  } catch (const ShapeError&) {
    return true;
  }
}

}  // namespace

TEST_CASE("A tensor without a shape is refused", "[mutations]") { CHECK(is_refused(nullptr, 0)); }

TEST_CASE("A tensor that begins beyond memory is refused", "[mutations]") {
  std::array<std::int64_t, 1> shape{1};
  CHECK_FALSE(is_refused(shape.data(), 0));
  CHECK(is_refused(shape.data(), std::uint64_t{1} << 63U));
}
