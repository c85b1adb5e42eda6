// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <stencil/assign/devices.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stencil;

static_assert(IsBackend<backend::Cpu> && backend_parts::Columns<backend::Cpu> && backend_parts::Sorts<backend::Cpu>);
static_assert(backend_parts::CarriesOut<backend::Cpu> && !backend_parts::CarriesOut<HostSpace>);
static_assert(!IsBackend<HostSpace>);
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

/// What only run time knows is refused before anything is written, in words that name the operands and their shapes.
namespace {

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
const auto taller = ColumnGrid::uniform(4, 0.0, 3.0, 2);
const auto wider = ColumnGrid::uniform(3, 0.0, 3.0, 7);
const auto higher = ColumnGrid::uniform(3, 0.0, 6.0, 2);
const auto ring = ColumnGrid::periodic(3, 0.0, 3.0, 2);

auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }

template <class Field>
void require_untouched(const Field& field) {
  for (const auto& value : field.to_host()) REQUIRE(value == 7);
}
}  // namespace

TEST_CASE("Operands on another grid are refused", "[errors]") {
  CenterField<double> result(grid, "tendency");
  result = 7.0;
  for (const auto& other : {taller, wider, higher, ring}) {
    const CenterField<double> theta(other, "theta");
    REQUIRE_THROWS_MATCHES(result = theta, GridError, says("\"tendency\"") && says("\"theta\""));
    REQUIRE_THROWS_AS(result = 2.0 * theta + 1.0, GridError);
    REQUIRE_THROWS_AS(result = GradientF2C()(InterpolateC2F()(theta)), GridError);
    require_untouched(result);
  }
}

TEST_CASE("The message has both shapes", "[errors]") {
  CenterField<double> result(grid, "tendency");
  const CenterField<double> theta(taller, "theta"), wide(wider, "wide");
  const FaceField<float> flux(ring, "flux");
  const SurfaceField<double> stress(wider, "stress");
  REQUIRE_THROWS_MATCHES(result = theta, GridError, says("3 levels x 2 columns") && says("4 levels x 2 columns"));
  REQUIRE_THROWS_MATCHES(result = wide, GridError, says("3 levels x 7 columns") && says("center field"));
  REQUIRE_THROWS_MATCHES(result = InterpolateF2C()(flux), GridError,
                         says("\"flux\"") && says("face field") && says("4 levels x 2 columns") && says("periodic"));
  REQUIRE_THROWS_MATCHES(result = stress, GridError, says("\"stress\"") && says("surface field") && says("7 columns"));
  const CenterField<double> unnamed(taller);
  REQUIRE_THROWS_MATCHES(result = unnamed, GridError, says("unnamed"));
}

TEST_CASE("A value per column on another grid with as many columns is told how to be seen there", "[errors]") {
  const auto moved = ColumnGrid::uniform(3, 0.0, 1.0, 2), target = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  SurfaceField<double> top(moved, "top");
  const SurfaceField<double> elsewhere(ColumnGrid::uniform(5, 0.0, 1.0, 3));
  CenterField<double> result(target);
  top.fill(2.0);
  REQUIRE_THROWS_MATCHES(result = 1.0 * top, GridError, says("or wrap_surface(values.data(), grid)"));
  REQUIRE_THROWS_MATCHES(result = 1.0 * elsewhere, GridError, !says("wrap_surface"));
  result = 1.0 * wrap_surface(top.data(), target);
  CHECK(result(4, 1) == 2.0);
}

TEST_CASE("The message says which operand it is", "[errors]") {
  CenterField<double> result(grid), first(grid), second(grid);
  const CenterField<double> third(taller);
  REQUIRE_THROWS_MATCHES(result = first * second + third, GridError, says("operand 3"));
}

TEST_CASE("Operands on two grids are named, not a destination that is none of the user's", "[errors]") {
  const CenterField<double> low(grid, "low"), high(taller, "high");
  const auto require_both = [](const auto& total) {
    REQUIRE_THROWS_MATCHES(total(), GridError,
                           says("operand 1, \"low\"") && says("and operand 2, \"high\"") && !says("destination"));
  };
  require_both([&] { global_sum(low, high); });
  require_both([&] { global_max(low * high); });
  require_both([&] { histogram(low, {0.0, 1.0}, high); });
  CenterField<double> result(taller);
  REQUIRE_THROWS_MATCHES(result = low + high, GridError, says("the destination an unnamed field") && says("operand 1"));
}

TEST_CASE("A time step that is none is refused", "[errors]") {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const double endless = std::numeric_limits<double>::infinity();
  CenterField<double> theta(grid);
  FaceField<double> wind(grid);
  for (const double dt : {-1.0, not_a_number, endless}) {
    CHECK_THROWS_MATCHES(LinVanLeerC2F(dt, constraint::AlgebraicMean{}), Error,
                         says("LinVanLeerC2F") && says("given "));
    CHECK_THROWS_MATCHES(PPMC2F(dt), Error, says("PPMC2F"));
    CHECK_THROWS_MATCHES(FCTBorisBook(dt), Error, says("FCTBorisBook"));
    CHECK_THROWS_MATCHES(FCTZalesak(dt), Error, says("FCTZalesak"));
    CHECK_THROWS_MATCHES(courant(wind, dt), Error, says("courant"));
    CHECK_THROWS_MATCHES(diffusion_number(wind, dt), Error, says("diffusion_number"));
    theta = 7.0;
    const auto carried = [dt](auto w, auto x) { return results(DivergenceF2C()(PPMC2F(dt)(w, x))); };
    CHECK_THROWS_MATCHES(theta = columnwise(carried)(wind, theta), Error, says("PPMC2F"));
    const auto cooled = [dt](auto x) {
      return results(implicit_step([](auto y) { return -0.1 * y; }, x, dt, LinearlyImplicitEuler{}));
    };
    CHECK_THROWS_MATCHES(theta = columnwise(cooled)(theta), Error, says("implicit_step") && says("given "));
    CHECK_THROWS_MATCHES(implicit_step(theta, -0.1 * theta, dt), Error, says("implicit_step"));
    CHECK_THROWS_MATCHES(implicit_step(theta, -0.1 * theta, dt, LinearlyImplicitEuler{}), Error, says("implicit_step"));
    CHECK_THROWS_MATCHES(implicit_step(theta, -0.1 * theta, dt, Rosenbrock2{}), Error, says("implicit_step"));
    require_untouched(theta);
  }
  CHECK_NOTHROW(LinVanLeerC2F(0.0, constraint::AlgebraicMean{}));
}

TEST_CASE("A parameter that a scheme divides by must be above zero", "[errors]") {
  for (const double none : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_MATCHES(FCTBorisBook(none), Error,
                         says("FCTBorisBook takes the length of a time step") && says("above zero"));
    CHECK_THROWS_MATCHES(FCTZalesak(none), Error, says("FCTZalesak") && says("above zero"));
    CHECK_THROWS_MATCHES(WENO5ProductC2F(none), Error,
                         says("WENO5ProductC2F takes the square of a negligible oscillation"));
    CHECK_THROWS_MATCHES(WENO5ProductC2F(none, bottom(SetValue(1.0))), Error, says("WENO5ProductC2F"));
  }
  CHECK_NOTHROW(WENO5ProductC2F(1e-40));
  CenterField<double> theta(grid);
  theta = 7.0;
  const auto repeated = [](auto x) {
    return results(result<0>(repeat_until([](auto y) { return results(y + 1.0, column_max(y) < 0.0); }, -3, x)));
  };
  CHECK_THROWS_MATCHES(theta = columnwise(repeated)(theta), Error, says("repeat_until: the largest number of passes"));
  require_untouched(theta);
}

TEST_CASE("Equal grids that were made twice are the same grid", "[errors]") {
  CenterField<double> result(grid), theta(ColumnGrid::from_faces(std::vector<double>{0, 1, 2, 3}, 2));
  theta = 5.0;
  REQUIRE_NOTHROW(result = theta);
  REQUIRE(result(2, 1) == 5);
}

TEST_CASE("Boundary values on another grid are refused", "[errors]") {
  FaceField<double> result(grid, "gradient");
  result = 7.0;
  const CenterField<double> theta(grid, "theta");
  const SurfaceField<double> flux(wider, "flux");
  REQUIRE_THROWS_MATCHES(result = GradientC2F(bottom(SetGradient(flux)))(theta), GridError, says("\"flux\""));
  REQUIRE_THROWS_MATCHES(result = GradientC2F(top(SetValue(2.0 * flux)))(theta), GridError, says("\"flux\""));
  require_untouched(result);
}

TEST_CASE("Masks on another grid are refused", "[errors][mask]") {
  CenterField<double> result(grid, "theta");
  result = 7.0;
  const CenterField<bool> wet(taller, "wet");
  const SurfaceField<bool> land(wider, "land");
  REQUIRE_THROWS_MATCHES(assign(result, 1.0, policy().where(wet)), GridError, says("\"wet\""));
  REQUIRE_THROWS_MATCHES(assign(result, 1.0, policy().where(land)), GridError, says("\"land\""));
  require_untouched(result);
}

TEST_CASE("Of several destinations none is written when one does not fit", "[errors][evaluate]") {
  CenterField<double> first(grid, "first");
  FaceField<double> second(grid, "second"), elsewhere(taller, "elsewhere");
  first = 7.0;
  second = 7.0;
  elsewhere = 7.0;
  const CenterField<double> foreign(higher, "foreign");
  REQUIRE_THROWS_MATCHES(evaluate(into(first, 1.0), into(second, InterpolateC2F()(foreign))), GridError,
                         says("\"second\"") && says("\"foreign\""));
  REQUIRE_THROWS_MATCHES(evaluate(into(first, 1.0), into(elsewhere, 1.0)), GridError,
                         says("\"first\"") && says("\"elsewhere\""));
  require_untouched(first);
  require_untouched(second);
  require_untouched(elsewhere);
}

TEST_CASE("A field that was moved from is refused", "[errors]") {
  CenterField<double> first(grid, "first"), result(grid);
  result = 7.0;
  const CenterField<double> second(std::move(first));
  REQUIRE_THROWS_MATCHES(result = first, ShapeError, says("was moved from"));  // NOLINT(bugprone-use-after-move)
  require_untouched(result);
  REQUIRE_THROWS_MATCHES(first = 1.0, ShapeError, says("the destination"));
}

TEST_CASE("A destination without a grid is told that resize gives it one", "[errors]") {
  CenterField<double> x(grid), empty;
  const auto twice = columnwise([](auto y) { return results(2.0 * y); });
  const auto refused = [](const auto& assigned) {
    REQUIRE_THROWS_MATCHES(assigned(), ShapeError, says("the destination") && says("call resize(grid) before"));
  };
  refused([&] { fields(empty) = twice(x); });
  refused([&] { assign(empty, 2.0 * x); });
  refused([&] { empty += x; });
  REQUIRE_THROWS_MATCHES(fields(x) = twice(empty), ShapeError, says("operand 1") && says("assign a field"));
}

TEST_CASE("Wrapped arrays keep their names in messages", "[errors][wrap]") {
  std::vector<double> memory(8), other(6, 7.0);
  const auto q = wrap_center(memory, taller, "specific humidity");
  const auto target = wrap_center(other, grid, "target");
  REQUIRE_THROWS_MATCHES(target = q, GridError, says("\"specific humidity\"") && says("\"target\""));
  const auto copy = q;
  REQUIRE_THROWS_MATCHES(target = copy, GridError, says("\"specific humidity\""));
  REQUIRE(other == std::vector<double>(6, 7.0));
}

TEST_CASE("at_level refuses a level the column does not have", "[errors]") {
  const CenterField<double> theta(grid, "theta");
  SurfaceField<double> result(grid, "ground");
  result = 7.0;
  REQUIRE_THROWS_MATCHES(result = at_level(theta, 3), ShapeError,
                         says("level 3") && says("\"theta\"") && says("from 0 to 2"));
  REQUIRE_THROWS_AS(result = at_level(theta, -4), ShapeError);
  REQUIRE_THROWS_MATCHES(result = 1.0 + at_level(2.0 * theta, 1000), ShapeError, says("center expression of 3 levels"));
  REQUIRE_THROWS_AS(result = at_level(GradientC2F()(theta), 4), ShapeError);
  REQUIRE_THROWS_AS(assign(result, at_level(theta, 0), policy().where(at_level(theta, 3) > 0.0)), ShapeError);
  require_untouched(result);
  REQUIRE_NOTHROW(result = at_level(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(theta), 3));
}

TEST_CASE("Tiles whose places cannot be told are refused", "[errors]") {
  const CenterField<double> a(ColumnGrid::uniform(4, 0.0, 1.0));
  auto node = GradientF2C()(GradientC2F()(exp(a)));
  auto outputs =
      make_outputs(AssignmentOutput<CenterField<double>::leaf_type, decltype(node), NoMask>{a.target(), node, {}, {}});
  const auto place = [&](std::size_t rows) {
    return allocate_tiles<plan::StoreEverything, plan::Order::sequence>(outputs, rows, true);
  };
  REQUIRE(place(16) > 0);
  REQUIRE_THROWS_MATCHES(place(std::size_t{1} << 28U), Error, MessageMatches(ContainsSubstring("4 GiB")));
}

TEST_CASE("More values than there are addresses for are refused", "[errors]") {
  REQUIRE(bytes_of<double>(7) == 56);
  REQUIRE_THROWS_MATCHES(bytes_of<double>(std::size_t{1} << 61U), Error,
                         MessageMatches(ContainsSubstring("out of memory")));
  REQUIRE_THROWS_AS(backend::Cpu::allocate<double>((std::size_t{1} << 61U) + 1), Error);
}

/// As if the memory of two fields were on another device, and everybody reached that of a third.
struct TwoDevices {
  static inline const void *there[2] = {}, *everywhere = nullptr;
  static int device_of(const void* memory) {
    return memory == there[0] || memory == there[1] ? 1 : memory == everywhere ? detail::checks::any_device : 0;
  }
};

TEST_CASE("Fields of several devices in one evaluation are named", "[errors]") {
  const CenterField<double> u(grid, "u"), v(grid, "v"), w(grid, "w");
  const SurfaceField<double> flux(grid, "flux");
  TwoDevices::there[0] = v.data();
  TwoDevices::there[1] = flux.data();
  TwoDevices::everywhere = w.data();
  const auto on = [](const auto&... nodes) { return detail::checks::one_device<TwoDevices>(as_node(nodes)...); };
  REQUIRE(on(u, 2 * u + w) == 0);
  REQUIRE(on(w, v * w, v > 1) == 1);
  REQUIRE(on(w) == detail::checks::any_device);
  const char* const both = "\"u\" (center field, 3 levels x 2 columns, levels contiguous) on device 0, \"v\"";
  REQUIRE_THROWS_MATCHES(on(u, 2 * v), DeviceError, says(both) && says("on device 1; a field belongs to"));
  REQUIRE_THROWS_MATCHES(on(u, w, v > 1), DeviceError, says(both));
  REQUIRE_THROWS_MATCHES(on(w, GradientC2F(bottom(SetValue(flux)))(u)), DeviceError, says("on device 1"));
}

/// The CPU as two such devices, which notes the one that was current while columns were worked on.
struct CpuOfTwoDevices : backend::Cpu {
  static inline int current = 0;
  static inline std::vector<int> worked_on;
  struct OnDevice {
    int before = current;
    explicit OnDevice(int device) {
      if (device != detail::checks::any_device) current = device;
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    ~OnDevice() { current = before; }
  };
  static int device_of(const void* memory) { return TwoDevices::device_of(memory); }
  template <class F, class P>
  static void each_column(const ColumnGridData& of, const F& f, const P& policy) {
    worked_on.push_back(current);
    backend::Cpu::each_column(of, f, policy);
  }
};

TEST_CASE("What goes through columns by itself does so on the device of its fields", "[errors]") {
  using Backend = CpuOfTwoDevices;
  const auto changing = grid.with_changing_heights();
  CenterField<double, Backend> q(grid, "q"), rho(grid, "rho"), a(grid, "a"), b(grid, "b");
  FaceField<double, Backend> z(changing);
  SurfaceField<int, Backend> last(grid, "last");
  rho = 1.0;
  z = heights(Face{});
  const auto there = [](const void* first, const void* second) {
    TwoDevices::there[0] = first;
    TwoDevices::there[1] = second;
    TwoDevices::everywhere = nullptr;
  };
  there(q.data(), rho.data());
  Backend::worked_on.clear();
  VerticalMassBorrowing(0.0)(q, rho);
  REQUIRE(Backend::worked_on == std::vector{1});
  REQUIRE_THROWS_MATCHES((fields(a, b) = remap(grid, grid)(q, rho)), DeviceError, says("\"q\"") && says("on device 1"));
  there(z.data(), rho.data());
  set_heights<Backend>(changing, z);
  REQUIRE(Backend::worked_on == std::vector{1, 1});
  REQUIRE_THROWS_MATCHES(VerticalMassBorrowing(0.0)(q, rho), DeviceError, says("\"rho\"") && says("on device 1"));
  there(last.data(), nullptr);
  REQUIRE_THROWS_MATCHES(assign(a, GradientF2C()(GradientC2F()(q)), active_levels(0, last)), DeviceError,
                         says("\"last\"") && says("on device 1"));
  REQUIRE_THROWS_AS(assign(a, 2.0 * q, active_levels(last, 2)), DeviceError);
  there(nullptr, nullptr);
  REQUIRE(Backend::worked_on == std::vector{1, 1});
  REQUIRE_THROWS_MATCHES(VerticalMassBorrowing(0.0)(q, q), Error, says("share memory"));
}

TEST_CASE("Whole numbers in messages have all digits, others those that tell them from their neighbours", "[errors]") {
  using detail::messages::joined;
  CHECK(joined({}).empty());
  CHECK(joined({"of ", std::string("a field"), ""}) == "of a field");
  const auto same = [](auto number) { CHECK(joined({"<", number, ">"}) == "<" + std::to_string(number) + ">"); };
  same(0);
  same(-7);
  same(std::numeric_limits<int>::min());
  same(std::numeric_limits<long long>::min());
  same(std::numeric_limits<std::size_t>::max());
  CHECK(joined({"<", -0.5, ">"}) == "<-0.5>");
  CHECK(joined({1.0 / 3}) == "0.3333333333333333");
  CHECK(joined({1 + std::numeric_limits<double>::epsilon()}) == "1.0000000000000002");
  CHECK(joined({std::numeric_limits<double>::lowest()}) == "-1.7976931348623157e+308");
  CHECK(joined({std::numeric_limits<double>::infinity()}) == "inf");
  CHECK_THROWS_AS(detail::messages::raise<GridError>({"no grid"}), GridError);
}

TEST_CASE("A number of bytes in the environment is a number of bytes", "[errors]") {
  CHECK(cpu::bytes_in("BYTES", "0") == 0);
  CHECK(cpu::bytes_in("BYTES", "33554432") == 33554432);
  for (const char* given : {"", "32M", "-1", "many", "1e6", "99999999999999999999"}) {
    CHECK_THROWS_MATCHES(cpu::bytes_in("BYTES", given), Error,
                         MessageMatches(ContainsSubstring("BYTES is a number of bytes") &&
                                        ContainsSubstring("\"" + std::string(given) + "\" was given")));
  }
}
