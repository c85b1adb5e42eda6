// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/dlpack.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Numbers = std::vector<double>;
using Integers = std::vector<std::int64_t>;

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);

Integers shape(const DLTensor& tensor) { return {tensor.shape, tensor.shape + tensor.ndim}; }
Integers strides(const DLTensor& tensor) { return {tensor.strides, tensor.strides + tensor.ndim}; }

/// A tensor of six doubles, as another library would hand it over.
struct Incoming {
  alignas(16) std::array<double, 20> memory{};
  std::array<std::int64_t, 3> shape{2, 3, 1};
  std::array<std::int64_t, 3> strides{3, 1, 1};
  DLTensor tensor{memory.data(), {kDLCPU, 0}, 2, {kDLFloat, 64, 1}, shape.data(), strides.data(), 0};

  template <class T = double>
  void refused(const std::string& because) const {
    REQUIRE_THROWS_MATCHES(dlpack::wrap_center<T>(tensor, grid), ShapeError,
                           MessageMatches(ContainsSubstring("the tensor of shape ") && ContainsSubstring(because)));
  }
};

}  // namespace

TEST_CASE("A field goes out with the shape, strides and type that it has", "[dlpack]") {
  FaceField<float> levels(grid);
  const auto out = dlpack::to_dlpack(levels);
  const DLTensor& tensor = out->dl_tensor;
  REQUIRE(shape(tensor) == Integers{2, 4});
  REQUIRE(strides(tensor) == Integers{4, 1});
  REQUIRE(tensor.data == levels.data());
  REQUIRE(tensor.byte_offset == 0);
  REQUIRE((tensor.device.device_type == kDLCPU && tensor.device.device_id == 0));
  REQUIRE((tensor.dtype.code == kDLFloat && tensor.dtype.bits == 32 && tensor.dtype.lanes == 1));

  CenterField<int, backend::Cpu, layout::ColumnsContiguous> columns(grid);
  const auto across = dlpack::to_dlpack(columns);
  REQUIRE(shape(across->dl_tensor) == Integers{2, 3});
  REQUIRE(strides(across->dl_tensor) == Integers{1, 2});
  REQUIRE((across->dl_tensor.dtype.code == kDLInt && across->dl_tensor.dtype.bits == 32));

  SurfaceField<double> surface(grid);
  REQUIRE(shape(dlpack::to_dlpack(surface)->dl_tensor) == Integers{2});
  CenterField<Vec<double, 4>> vectors(grid);
  const auto components = dlpack::to_dlpack(vectors);
  REQUIRE(shape(components->dl_tensor) == Integers{2, 3, 4});
  REQUIRE(strides(components->dl_tensor) == Integers{12, 4, 1});
  Numbers memory(40);
  const auto wrapped = wrap_center(memory.data() + 20, -2, 9, grid);
  REQUIRE(strides(dlpack::to_dlpack(wrapped)->dl_tensor) == Integers{9, -2});
}

TEST_CASE("A tensor that took a field over keeps its memory until it is deleted", "[dlpack]") {
  DLManagedTensor* tensor = nullptr;
  {
    CenterField<double> a(grid);
    a.fill([](double z) { return z; });
    const double* const memory = a.data();
    tensor = dlpack::to_dlpack(std::move(a)).release();
    REQUIRE(tensor->dl_tensor.data == memory);
  }
  {
    const auto back = dlpack::wrap_center<double>(tensor->dl_tensor, grid);
    back = 2.0 * back;
    REQUIRE(back.to_host() == Numbers{1, 3, 5, 1, 3, 5});
  }
  tensor->deleter(tensor);
  REQUIRE_THROWS_AS(dlpack::to_dlpack(CenterField<double>()), ShapeError);
}

TEST_CASE("The deleter of another library is called once", "[dlpack]") {
  int calls = 0;
  DLManagedTensor managed{};
  managed.manager_ctx = &calls;
  managed.deleter = [](DLManagedTensor* self) { ++*static_cast<int*>(self->manager_ctx); };
  {
    const dlpack::Owner owner(&managed);
  }
  REQUIRE(calls == 1);
  managed.deleter = nullptr;
  const dlpack::Owner without(&managed);
}

TEST_CASE("A tensor comes in with any strides, an offset, or none", "[dlpack]") {
  Incoming given;
  for (std::size_t i = 0; i < given.memory.size(); ++i) given.memory[i] = static_cast<double>(i);
  given.strides = {-7, 2, 0};
  given.tensor.byte_offset = 8 * sizeof(double);
  const auto strided = dlpack::wrap_center<double>(given.tensor, grid);
  REQUIRE(strided.to_host() == Numbers{8, 10, 12, 1, 3, 5});
  strided = -1.0 * strided;
  REQUIRE(given.memory[12] == -12);
  REQUIRE(given.memory[11] == 11);
  given.tensor.byte_offset = 0;
  given.tensor.strides = nullptr;
  REQUIRE(dlpack::wrap_center<const double, backend::Cpu, layout::LevelsContiguous>(given.tensor, grid).to_host() ==
          Numbers{0, -1, 2, -3, 4, -5});
  given.tensor.ndim = 1;
  REQUIRE(dlpack::wrap_surface<double>(given.tensor, grid).to_host() == Numbers{0, -1});
}

TEST_CASE("A tensor with components is a field of Vecs", "[dlpack]") {
  Incoming given;
  for (std::size_t i = 0; i < given.memory.size(); ++i) given.memory[i] = static_cast<double>(i);
  given.tensor.ndim = 3;
  given.shape = {2, 3, 3};
  given.strides = {9, 3, 1};
  const auto wind = dlpack::wrap_center<Vec<double, 3>>(given.tensor, grid);
  REQUIRE(wind(1, 1) == Vec<double, 3>{12, 13, 14});
  given.strides = {10, 3, 1};
  given.refused<Vec<double, 3>>("not whole Vecs");
  given.strides = {9, 3, 2};
  given.refused<Vec<double, 3>>("side by side");
  given.refused<Vec<double, 2>>("must have 2 components");
  given.tensor.ndim = 2;
  given.refused<Vec<double, 3>>("(columns, levels, components)");
}

TEST_CASE("A tensor of truth values is a mask, of DLPack's bool or of uint8", "[dlpack]") {
  std::array<bool, 2> memory{true, false};
  std::array<std::int64_t, 1> shape{2};
  DLTensor tensor{memory.data(), {kDLCPU, 0}, 1, {6, 8, 1}, shape.data(), nullptr, 0};
  CenterField<double> a(grid);
  for (const std::uint8_t code : {std::uint8_t{6}, std::uint8_t{kDLUInt}}) {
    tensor.dtype.code = code;
    assign(a, a + 1.0, policy().where(dlpack::wrap_surface<bool>(tensor, grid)));
  }
  REQUIRE(a.to_host() == Numbers{2, 2, 2, 0, 0, 0});
  tensor.dtype.code = kDLInt;
  REQUIRE_THROWS_AS(dlpack::wrap_surface<bool>(tensor, grid), ShapeError);
  tensor.dtype.code = 6;
  REQUIRE_THROWS_AS(dlpack::wrap_surface<std::uint8_t>(tensor, grid), ShapeError);
}

TEST_CASE("A tensor that does not fit is refused in words that show it", "[dlpack][errors]") {
  Incoming given;
  given.refused<float>("float64 on device 1:0, is to be wrapped as float32");
  given.refused<std::int64_t>("wrapped as int64");
  REQUIRE_THROWS_MATCHES((dlpack::wrap_center<double, backend::Cpu, layout::ColumnsContiguous>(given.tensor, grid)),
                         ShapeError, MessageMatches(ContainsSubstring("is not columns contiguous")));
  given.shape = {3, 2, 1};
  given.refused("(3, 2), strides (3, 1), float64 on device 1:0, does not fit the grid of 2 columns x 3 center levels");
  given.shape = {2, 3, 1};
  given.tensor.device = {kDLCUDA, 1};
  given.refused("on device 2:1, is not in memory of the host");
  given.tensor.device = {kDLCPU, 0};
  given.tensor.byte_offset = 4;
  given.refused("byte offset 4 included, that is misaligned");
  given.tensor.byte_offset = 0;
  given.tensor.dtype.lanes = 2;
  given.refused("float64 x 2");
  given.tensor.dtype.lanes = 1;
  given.tensor.ndim = 3;
  given.refused("must have the dimensions (columns, levels)");
  given.tensor.ndim = 2;
  given.tensor.shape = nullptr;
  given.refused("shape null, strides (3, 1), float64 on device 1:0, has no shape");
  given.tensor.shape = given.shape.data();
  for (const std::uint64_t offset : {std::uint64_t{1} << 63U, ~std::uint64_t{7}}) {
    given.tensor.byte_offset = offset;
    given.refused("which leads out of memory");
  }
  given.tensor.byte_offset = 0;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  given.strides = {most, 1, 1};
  REQUIRE_THROWS_MATCHES(dlpack::wrap_center<double>(given.tensor, grid), ShapeError,
                         MessageMatches(ContainsSubstring("lead out of memory")));
  given.shape = {most, most, most};
  given.tensor.strides = nullptr;
  given.refused("does not fit the grid");
  given.tensor.data = nullptr;
  given.refused("has a null pointer");
}
