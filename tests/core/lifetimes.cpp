// SPDX-License-Identifier: BSD-3-Clause
// What only builds without NDEBUG look for, so this program is one whatever the build.
#undef NDEBUG
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

const auto grid = ColumnGrid::uniform(64, 0.0, 1.0, 2);
auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }

auto diffusion(const CenterField<double>& theta) {
  FaceField<double> k(grid, "K");
  k.fill(2.0);
  const auto no_flux = SetValue(0.0);
  return DivergenceF2C(bottom(no_flux), top(no_flux))(k * GradientC2F()(theta));
}

}  // namespace

TEST_CASE("An expression that outlived a field is refused with the field's name", "[lifetimes]") {
  CenterField<double> theta(grid, "theta"), out(grid, "out");
  out.fill(7.0);
  REQUIRE_THROWS_MATCHES(out = diffusion(theta), LifetimeError, says("\"K\"") && says("does not exist any more"));
  REQUIRE_THROWS_AS(global_sum(diffusion(theta)), LifetimeError);
  REQUIRE_THROWS_AS(CenterField<double>(diffusion(theta)), LifetimeError);
  REQUIRE(out.to_host() == std::vector<double>(128, 7.0));
}

TEST_CASE("A boundary value, a mask and a destination that outlived a field are refused", "[lifetimes]") {
  CenterField<double> out(grid, "out");
  FaceField<double> flux(grid, "flux");
  const auto divergence = [] {
    SurfaceField<double> at_ground(grid, "at_ground");
    return DivergenceF2C(bottom(SetValue(at_ground)), top(SetValue(0.0)));
  }();
  REQUIRE_THROWS_MATCHES(out = divergence(flux), LifetimeError, says("\"at_ground\""));
  const auto mask = [] {
    SurfaceField<double> land(grid, "land");
    return policy().where(land > 0.0);
  }();
  REQUIRE_THROWS_MATCHES(assign(out, 1.0, mask), LifetimeError, says("\"land\""));
  const auto pair = [] {
    CenterField<double> gone(grid, "gone");
    return into(gone, 1.0);
  }();
  REQUIRE_THROWS_MATCHES(evaluate(pair), LifetimeError, says("\"gone\""));
}

TEST_CASE("Arguments of a remap of several fields, heights and active levels that outlived a field are refused",
          "[lifetimes]") {
  const auto coarse = ColumnGrid::uniform(8, 0.0, 1.0, 2);
  CenterField<double> a(coarse), b(coarse);
  a.fill(7.0);
  const auto remapped = [&] {
    CenterField<double> heat(grid, "heat"), salt(grid, "salt");
    return remap(grid, coarse)(heat, salt);
  }();
  CHECK_THROWS_MATCHES((fields(a, b) = remapped), LifetimeError, says("\"heat\""));

  const auto changing = grid.with_changing_heights();
  const auto sea = [&] {
    FaceField<double> z(changing, "z");
    return 1.0 * z;
  }();
  CHECK_THROWS_MATCHES(set_heights(changing, sea), LifetimeError, says("\"z\""));
  for (const int levels : {1, 8, 63, 200, 1000, 5000}) {  // whose memory is soon taken by what is computed
    const auto other = ColumnGrid::uniform(levels, 0.0, 1.0, 2).with_changing_heights();
    const auto gone = [&] {
      FaceField<double> z(other, "z");
      return 1.0 * z;
    }();
    CHECK_THROWS_MATCHES(set_heights(other, gone), LifetimeError, says("\"z\""));
  }
  const auto field_itself = [&] {
    FaceField<double> z(changing, "z");
    return as_node(z);
  }();
  CHECK_THROWS_MATCHES(set_heights(changing, field_itself), LifetimeError, says("\"z\""));
  const auto layers = [&] {
    CenterField<double> dz(changing, "dz");
    return as_node(dz);
  }();
  CHECK_THROWS_MATCHES(set_thickness(changing, layers, bottom(0.0)), LifetimeError, says("\"dz\""));
  CHECK(changing.z_faces(0).back() == 1.0);

  const auto ocean = [&] {
    SurfaceField<int> floor(coarse, "floor");
    return active_levels(floor, 7);
  }();
  CHECK_THROWS_MATCHES(assign(a, 1.0, ocean), LifetimeError, says("\"floor\""));
  REQUIRE(a.to_host() == std::vector<double>(16, 7.0));
}

TEST_CASE("A move that replaces a field's memory ends the expressions of it", "[lifetimes]") {
  CenterField<double> a(grid, "a"), out(grid);
  const auto twice = 2.0 * a;
  a = CenterField<double>(grid);
  REQUIRE_NOTHROW(out = twice);
  const auto taller = ColumnGrid::uniform(65, 0.0, 1.0, 2);
  a = CenterField<double>(taller);
  REQUIRE_THROWS_MATCHES(out = twice, LifetimeError, says("\"a\""));
}

TEST_CASE("Memory that others took after a field gave it back is theirs", "[lifetimes]") {
  CenterField<double> out(grid);
  for (int i = 0; i < 100; ++i) {
    {
      const CenterField<double> gone(grid, "gone");
    }
    std::vector<double> values(128, 3.0);
    out = 2.0 * wrap_center(values, grid);
    REQUIRE(out(0, 0) == 6.0);
    const CenterField<double> next(grid, "next");
    out = 1.0 + next;
    REQUIRE(out(0, 0) == 1.0);
  }
  REQUIRE(global_sum(out) == 128.0);
  out = column_sort(out);
  REQUIRE(out(63, 1) == 1.0);
}

TEST_CASE("Only so many pieces of memory are remembered", "[lifetimes]") {
  auto& freed = detail::lifetimes::Freed::all();
  std::vector<double> pieces(2 * detail::lifetimes::Freed::remembered);
  for (auto& piece : pieces) freed.add(&piece, sizeof piece, "piece");
  CHECK_FALSE(freed.owner(&pieces.front()));
  CHECK(freed.owner(&pieces.back()) == std::string("piece"));
  freed.remove(pieces.data(), pieces.size() * sizeof(double));
  CHECK_FALSE(freed.owner(&pieces.back()));
  freed.add(pieces.data(), 4 * sizeof(double), nullptr);
  freed.remove(&pieces[1], sizeof(double));  // whoever has a part of it has the memory
  CHECK_FALSE(freed.owner(&pieces[3]));

  // In any order of addresses, pieces apart and side by side.
  std::vector<std::size_t> order(pieces.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i * 4801 % pieces.size();
  for (const std::size_t i : order) freed.add(&pieces[i], i % 3 == 0 ? sizeof(double) / 2 : sizeof(double), "piece");
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const char* const piece = reinterpret_cast<const char*>(&pieces[order[n]]);
    const bool latest = n >= order.size() - detail::lifetimes::Freed::remembered;
    if ((freed.owner(piece) != nullptr) != latest) ++wrong;
    if ((freed.owner(piece + 7) != nullptr) != (latest && order[n] % 3 != 0)) ++wrong;
  }
  CHECK(wrong == 0);
  freed.remove(&pieces[10], 5 * sizeof(double));
  for (std::size_t i = 10; i < 15; ++i) CHECK_FALSE(freed.owner(&pieces[i]));
  CHECK(freed.owner(&pieces[order.back()]) == std::string("piece"));
  freed.remove(pieces.data(), pieces.size() * sizeof(double));
}

TEST_CASE("In a debug build field(level, column) looks whether there is such a value", "[field][errors]") {
  const CenterField<double> a(grid, "a");
  const SurfaceField<double> s(grid, "s");
  REQUIRE(a(63, 1) == 0.0);
  REQUIRE(s(1) == 0.0);
  REQUIRE_THROWS_MATCHES(a(1, 63), ShapeError, says("column 63") && says("\"a\"") && says("the level comes first"));
  REQUIRE_THROWS_AS(a(-1, 0), ShapeError);
  REQUIRE_THROWS_AS(a(64, 0), ShapeError);
  REQUIRE_THROWS_AS(s(2), ShapeError);
}
