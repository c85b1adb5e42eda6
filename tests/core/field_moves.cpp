// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Field1 = CenterField<double>;

// NOLINTBEGIN(bugprone-use-after-move): what is left of a field is the subject of this file
namespace {

const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 2);
const auto taller = ColumnGrid::uniform(6, 0.0, 1.0, 2);

Field1 made(double value, const std::string& name = {}, const ColumnGrid& on = grid) {
  Field1 field(on, name);
  field.fill(value);
  return field;
}
bool holds(const Field1& field, double value) {
  return field.to_host() == std::vector<double>(static_cast<std::size_t>(field.levels()) * field.columns(), value);
}
auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }

}  // namespace

TEST_CASE("std::swap exchanges the memory of two fields, and their names", "[field][moves]") {
  Field1 now = made(1.0, "now"), next = made(2.0, "next");
  const double* memory = now.data();
  std::swap(now, next);
  CHECK(holds(now, 2.0));
  CHECK(holds(next, 1.0));
  CHECK(next.data() == memory);
  CHECK(now.name() == "next");
  CHECK(next.name() == "now");
}

TEST_CASE("std::swap exchanges fields on different grids", "[field][moves]") {
  Field1 low = made(1.0, "low"), tall = made(2.0, "tall", taller);
  std::swap(low, tall);
  CHECK(low.levels() == 6);
  CHECK(low.grid() == taller);
  CHECK(holds(low, 2.0));
  CHECK(tall.levels() == 4);
  CHECK(holds(tall, 1.0));
}

TEST_CASE("Vectors of fields are rotated, sorted, erased from and copied, names included", "[field][moves]") {
  std::vector<Field1> fields;
  for (const double value : {3.0, 1.0, 2.0}) fields.push_back(made(value, "q" + std::to_string(int(value))));
  std::rotate(fields.begin(), fields.begin() + 1, fields.end());
  CHECK(holds(fields[0], 1.0));
  CHECK(holds(fields[2], 3.0));
  CHECK(fields[2].name() == "q3");
  std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a(0, 0) > b(0, 0); });
  CHECK(holds(fields[0], 3.0));
  CHECK(holds(fields[1], 2.0));
  CHECK(holds(fields[2], 1.0));
  fields.erase(fields.begin());
  REQUIRE(fields.size() == 2);
  CHECK(holds(fields[0], 2.0));
  CHECK(fields[0].name() == "q2");
  CHECK(holds(fields[1], 1.0));
  fields.resize(4, fields[0]);
  CHECK(holds(fields[3], 2.0));
  std::vector<Field1> copies(4);
  copies = fields;
  CHECK(holds(copies[1], 1.0));
}

TEST_CASE("Assigning a field on an equal grid keeps the memory, moved or not", "[field][moves]") {
  Field1 field = made(1.0, "field");
  const double* memory = field.data();
  const auto twice = 2.0 * field;
  field = made(5.0);
  CHECK(field.data() == memory);
  CHECK(holds(field, 5.0));
  CHECK(field.name() == "field");
  const Field1 other = made(6.0, "other", ColumnGrid::uniform(4, 0.0, 1.0, 2));
  field = other;
  CHECK(field.data() == memory);
  Field1 result(grid);
  result = twice;
  CHECK(holds(result, 12.0));
}

TEST_CASE("A move from a field on another grid takes its memory, a copy is refused", "[field][moves]") {
  Field1 field = made(1.0, "field"), tall = made(2.0, "", taller);
  REQUIRE_THROWS_MATCHES(field = tall, GridError, says("different grids"));
  CHECK(holds(field, 1.0));
  const double* memory = tall.data();
  field = std::move(tall);
  CHECK(field.data() == memory);
  CHECK(field.levels() == 6);
  CHECK(field.name() == "field");
  CHECK(holds(field, 2.0));
}

TEST_CASE("A field that was moved from says so and can be assigned to", "[field][moves]") {
  Field1 first = made(1.0, "first"), result = made(7.0, "result");
  const Field1 second(std::move(first));
  CHECK(first.empty());
  REQUIRE_THROWS_MATCHES(result = first, ShapeError, says("\"first\"") && says("was moved from"));
  REQUIRE_THROWS_MATCHES(result = 2.0 * first, ShapeError, says("operand 1") && says("was moved from"));
  REQUIRE_THROWS_MATCHES(first = 1.0, ShapeError, says("the destination") && says("was moved from"));
  REQUIRE_THROWS_MATCHES(first.fill(1.0), ShapeError, says("was moved from"));
  REQUIRE_THROWS_MATCHES(first.to_host(), ShapeError, says("was moved from"));
  REQUIRE_THROWS_MATCHES(first.from_host({}), ShapeError, says("was moved from"));
  REQUIRE_THROWS_MATCHES(first.at(0, 0), ShapeError, says("was moved from"));
  REQUIRE_THROWS_MATCHES(global_sum(first), ShapeError, says("was moved from"));
  CHECK(holds(result, 7.0));
  const Field1 copy(first);
  CHECK(copy.empty());
  first = made(3.0);
  CHECK(holds(first, 3.0));
  CHECK(first.name() == "first");
  const Field1 third(std::move(first));
  first = third;
  CHECK(holds(first, 3.0));
  CHECK(first.data() != third.data());
}

TEST_CASE("A field without memory is refused by name wherever it is read or written", "[field][moves]") {
  Field1 none, moved = made(1.0, "moved"), whole = made(1.0, "whole");
  const Field1 kept(std::move(moved));
  const DenseC2C dense(std::vector<double>(16, 1.0), 4, 4);
  const auto refused = [](Field1& field, const auto& use) {
    REQUIRE_THROWS_MATCHES(use(field), ShapeError, says(field.name().empty() ? "no grid yet" : "\"moved\""));
  };
  const auto read = [&](const auto& use) { refused(none, use), refused(moved, use); };
  read([&](const auto& x) { histogram(x, {0.0, 1.0}); });
  read([&](const auto& x) { histogram(whole, {0.0, 1.0}, x); });
  read([&](const auto& x) { joint_histogram(x, {0.0, 1.0}, whole, {0.0, 1.0}); });
  read([&](const auto& x) { joint_histogram(whole, {0.0, 1.0}, x, {0.0, 1.0}); });
  read([&](const auto& x) { level_mean(x); });
  read([&](const auto& x) { level_variance(x); });
  read([&](const auto& x) { level_quantile(x, 0.5); });
  read([&](const auto& x) { VerticalMassBorrowing(0.0)(whole, x); });
  read([&](auto& x) { VerticalMassBorrowing(0.0)(x, whole); });
  read([&](const auto& x) { whole = running_mean(x, 1.0); });
  read([&](const auto& x) { whole = remap(grid, grid)(x); });
  read([&](const auto& x) { whole = 2.0 * dense(x); });
  read([&](const auto& x) { explain(whole, running_mean(x, 1.0)); });
  read([&](const auto& x) { as_span(x); });
  read([&](const auto& x) { as_span(x, 0); });
  const auto write = [&](const auto& use) { use(none, "no grid yet"), use(moved, "\"moved\""); };
  write([&](auto& x, const char* why) {
    REQUIRE_THROWS_MATCHES(assign(x, running_mean(whole, 1.0)), ShapeError, says("the destination") && says(why));
    REQUIRE_THROWS_MATCHES(assign(x, dense(whole)), ShapeError, says("the destination") && says(why));
    REQUIRE_THROWS_MATCHES(x += remap(grid, grid)(whole), ShapeError, says("the destination") && says(why));
    REQUIRE_THROWS_MATCHES(explain(x, dense(whole)), ShapeError, says("the destination") && says(why));
    REQUIRE_THROWS_MATCHES(assign(x, whole, active_levels(0, 2)), ShapeError, says("the destination") && says(why));
  });
  CHECK(holds(whole, 1.0));
}

TEST_CASE("A field made without a grid takes that of what it is first assigned, or of resize", "[field][moves]") {
  struct State {
    CenterField<double> theta;
    FaceField<double> flux;
    SurfaceField<double> mass;
  };
  State state;
  CHECK(state.theta.empty());
  CHECK(state.theta.levels() == 0);
  CHECK(state.theta.columns() == 0);
  REQUIRE_THROWS_MATCHES(state.theta.grid(), ShapeError, says("has no grid yet"));
  REQUIRE_THROWS_MATCHES(state.theta = 1.0, ShapeError, says("has no grid yet"));
  const CenterField<double> none;
  REQUIRE_THROWS_MATCHES(state.theta = 2.0 * none, ShapeError, says("operand 1") && says("has no grid yet"));
  REQUIRE_THROWS_MATCHES(global_sum(none), ShapeError, says("has no grid yet"));
  REQUIRE_THROWS_MATCHES(state.theta = heights(Center{}), GridError, says("no grid"));
  REQUIRE_THROWS_MATCHES(state.flux = GradientC2F()(state.theta), Error, says("no grid"));
  state.theta = made(2.0, "theta");
  CHECK(holds(state.theta, 2.0));
  CHECK(state.theta.name() == "theta");
  state.flux = InterpolateC2F()(state.theta);
  CHECK(state.flux.to_host() == std::vector<double>(10, 2.0));
  state.mass.resize(grid);
  CHECK(state.mass.to_host() == std::vector<double>(2, 0.0));
  std::vector<Field1> tracers(3);
  for (auto& tracer : tracers) tracer.resize(grid);
  CHECK(holds(tracers[2], 0.0));
}

TEST_CASE("resize keeps the values on an equal grid and makes zeros on another", "[field][moves]") {
  Field1 field = made(2.0, "field");
  const double* memory = field.data();
  field.resize(ColumnGrid::uniform(4, 0.0, 1.0, 2));
  CHECK(field.data() == memory);
  CHECK(holds(field, 2.0));
  field.resize(taller);
  CHECK(field.levels() == 6);
  CHECK(field.name() == "field");
  CHECK(holds(field, 0.0));
}

TEST_CASE("A name outlives the field that had it", "[field][moves]") {
  const auto expression = [] {
    std::vector<Field1> fields;
    fields.push_back(made(1.0, "a name that is longer than what a string holds in itself"));
    const auto twice = 2.0 * fields[0];
    fields.reserve(100);  // the field moves, its memory and its name do not
    Field1 other(taller);
    REQUIRE_THROWS_MATCHES(other = twice, GridError, says("longer than what a string holds"));
    return 0;
  };
  CHECK(expression() == 0);
}
// NOLINTEND(bugprone-use-after-move)
