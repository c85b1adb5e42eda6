// SPDX-License-Identifier: BSD-3-Clause
#include "columnwise.hpp"

#include <stencil/cuda.hpp>

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
  return by_functions<double, backend::Cuda, layout::LevelsContiguous>(c, policy());
}
#endif
Values<float> columns_on_device(const Case& c) {
  return by_functions<float, backend::Cuda, layout::ColumnsContiguous>(c, policy());
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
  return by_long_columns<double, backend::Cuda>(c, with(cuda::RowsInLane<16>{}));
}
Values<double> rings_on_device(const Case& c) {
  return by_rings<double, backend::Cuda, layout::LevelsContiguous>(c, with(cuda::AroundRings{}));
}

}  // namespace columnwise_test
