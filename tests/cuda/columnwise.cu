// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include "device_backend.hpp"

#include <string_view>

namespace columnwise_test {

// What a ShapeError says of columns that 512 threads do not hold.
using std::string_view_literals::operator""sv;
static_assert(cuda::way_to_hold(1100, 2, 512) == "; with(cuda::RowsInLane<4>{}) takes them"sv);
static_assert(cuda::way_to_hold(2100, 4, 512) == "; with(cuda::RowsInLane<8>{}) takes them"sv);
static_assert(cuda::way_to_hold(4100, 8, 512) == "; with(cuda::RowsInLane<16>{}) takes them"sv);
static_assert(cuda::way_to_hold(8193, 8, 512) == ", and no other strategy holds more"sv);

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
Values<double> levels_on_device(const Case& c) {
  return by_functions<double, DeviceBackend, layout::LevelsContiguous>(c, policy());
}
#endif
Values<float> columns_on_device(const Case& c) {
  return by_functions<float, DeviceBackend, layout::ColumnsContiguous>(c, policy());
}
/// On the host, with truths as vectors, at which nvcc 13 would stop where it compiles this for the device too.
struct LargerOfTwo {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const { return results(where(q > s, q, s)); }
};
using Across = CenterField<float, backend::Cpu, layout::ColumnsContiguous>;
[[maybe_unused]] void larger_on_host(Across& q, const Across& s) { fields(q) = columnwise(LargerOfTwo{})(q, s); }
/// On the host, a search inside a formula, whose function nvcc 13 would not call for each element.
[[maybe_unused]] void found_on_host(Field<double, Surface>& found, const Field<double, Center>& q) {
  found = where(first_level_where(q > 1.0, from_bottom) != -1, found, 0.0);
}

Values<double> long_columns_on_device(const Case& c) {
  return by_long_columns<double, DeviceBackend>(c, with(cuda::RowsInLane<16>{}));
}
Values<double> rings_on_device(const Case& c) {
  return by_rings<double, DeviceBackend, layout::LevelsContiguous>(c, with(cuda::AroundRings{}));
}

namespace {
struct Step {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(above(q) - q); }
};
/// For which threads go along pieces of many columns.
struct Curved {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(above(q) - q - (q - below(q)) + above(q * q)); }
};
struct Accumulated {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& sum, auto x) { return sum = 0.5 * sum + x; }, q));
  }
};
struct AccumulatedAndSummed {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(columnwise(Accumulated{})(q) - column_sum(q)); }
};
/// Every one is held until the last one has been loaded, since a field may be both argument and destination.
struct Twelve {
  template <class Q>
  STENCIL_FUNCTION auto operator()(Q a, Q b, Q c, Q d, Q e, Q f, Q g, Q h, Q i, Q j, Q k, Q l) const {
    return results(b, c, d, e, f, g, h, i, j, k, l, a);
  }
};
}  // namespace
namespace {
using Wide = CenterField<double, DeviceBackend, layout::ColumnsContiguous>;
}  // namespace
std::vector<Explanation> explained_on_device() {
  const auto grid = ColumnGrid::uniform(48, 0.0, 1.0, 100);
  CenterField<float, DeviceBackend> q(grid, "q"), step(grid, "step");
  std::vector<Wide> x(12, Wide(grid, "x"));
  const auto all = [&](const auto& take) {
    return take(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]);
  };
  const auto moved = all([](const auto&... of) { return columnwise(Twelve{})(of...); });
  const auto explained = [&](auto&... to) { return explain(fields(to...), moved, with(cuda::RowsInLane<16>{})); };
  const auto many = ColumnGrid::uniform(48, 0.0, 1.0, 20'000);
  Wide r(many, "r"), curved(many, "curved");
  CenterField<double, DeviceBackend> m(many, "m"), marched(many, "marched");
  return {explain(step, columnwise(Step{})(q)), all(explained), explain(curved, columnwise(Curved{})(r)),
          explain(marched, columnwise(Accumulated{})(m)), explain(marched, columnwise(AccumulatedAndSummed{})(m))};
}
void move_what_does_not_fit() {
  const auto grid = ColumnGrid::uniform(48, 0.0, 1.0, 100);
  std::vector<Wide> x(12, Wide(grid, "x"));
  const auto move = [](auto&... of) {
    assign(fields(of...), columnwise(Twelve{})(of...), with(cuda::RowsInLane<16>{}));
  };
  move(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]);
}

}  // namespace columnwise_test
