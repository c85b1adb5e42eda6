// SPDX-License-Identifier: BSD-3-Clause
// Operations on whole columns inside column functions on a GPU: bytes of arguments and results over time, as a ratio to
// a triad of the same run. Beside them the same solve as an assignment of its own.
//
//   cuda_column_operations [levels [columns]]
#include <cstddef>
#include <cstdio>
#include <vector>

#include <stencil/cuda.hpp>

#include "arguments.hpp"
#include "cuda_timing.hpp"

namespace {

using namespace stencil;

template <class F>
double seconds(const F& call) {
  return timing::seconds(5, call);
}

struct SolveInside {
  STENCIL_FUNCTION auto operator()(auto k, auto b) const { return results(solve(band(-k, 2.5 + k, -0.5 * k), b)); }
};
struct EightRightSides {
  STENCIL_FUNCTION auto operator()(auto k, auto a, auto b, auto c, auto d, auto e, auto f, auto g, auto h) const {
    const auto lu = factorize(band(-k, 2.5 + k, -0.5 * k));
    return results(lu.solve(a), lu.solve(b), lu.solve(c), lu.solve(d), lu.solve(e), lu.solve(f), lu.solve(g),
                   lu.solve(h));
  }
};
/// A march whose state and numbers have the precision of the fields.
template <class T>
struct Fall {
  STENCIL_FUNCTION auto operator()(auto k, auto q) const {
    return results(march(
        from_top, T(0),
        [](auto& flux, auto speed, auto x) {
          const auto out = speed * (x + T(0.1) * flux);
          const auto change = flux - out;
          flux = out > 0 ? out : 0 * out;
          return change;
        },
        k, q));
  }
};
struct Anomaly {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q - column_integral(q)); }
};
struct OpticalDepth {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(cumulative_integral(q, top(0.0))); }
};

template <class T, class Layout>
void measure(int levels, std::size_t columns) {
  using Centers = CenterField<T, backend::Cuda, Layout>;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  std::vector<Centers> x;
  for (int i = 0; i < 10; ++i) {
    x.emplace_back(grid);
    x.back().fill([](double z, std::size_t column) { return 0.3 + 0.2 * z + 1e-7 * static_cast<double>(column % 97); });
  }
  FaceField<T, backend::Cuda, Layout> face(grid);
  const double array = static_cast<double>(sizeof(T)) * levels * static_cast<double>(columns);
  const double triad = 3 * array / seconds([&] { x[9] = x[0] + 0.5 * x[1]; });
  std::printf("%-18s float%d %4d x %zu: triad %.0f GB/s;", Layout::name, 8 * static_cast<int>(sizeof(T)), levels,
              columns, 1e-9 * triad);
  const auto report = [&](const char* name, int arrays, const auto& call) {
    std::printf(" %s %.2f", name, arrays * array / seconds(call) / triad);
    std::fflush(stdout);
  };
  report("solve alone", 3, [&] { x[9] = solve(band(-x[0], 2.5 + x[0], -0.5 * x[0]), x[1]); });
  report("inside", 3, [&] { x[9] = columnwise(SolveInside{})(x[0], x[1]); });
  report("8 right sides", 17, [&] {
    fields(x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]) =
        columnwise(EightRightSides{})(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
  });
  report("march", 3, [&] { x[9] = columnwise(Fall<T>{})(x[0], x[1]); });
  report("integral", 2, [&] { x[9] = columnwise(Anomaly{})(x[0]); });
  report("running", 2, [&] { face = columnwise(OpticalDepth{})(x[0]); });
  std::printf("\n");
}

}  // namespace

int main(int count, char** argument) {
  const int levels = arguments::number(count, argument, 1, 64);
  const auto columns = arguments::number<std::size_t>(count, argument, 2, 1 << 19);
#if !defined(ONLY_COLUMNS)
  measure<double, layout::LevelsContiguous>(levels, columns);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  measure<float, layout::LevelsContiguous>(levels, columns);
#endif
#endif
#if !defined(ONLY_LEVELS) && !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  measure<double, layout::ColumnsContiguous>(levels, columns);
  measure<float, layout::ColumnsContiguous>(levels, columns);
#endif
}
