// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <stencil/cuda.hpp>

#include <string>
#include <type_traits>
#include <vector>

#include "column/changed_heights.hpp"

using namespace stencil;

namespace {
/// A stream, and a graph of what is captured on it.
struct OneGraph {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t launched = nullptr;

  OneGraph() { cudaStreamCreate(&stream); }
  OneGraph(const OneGraph&) = delete;
  OneGraph& operator=(const OneGraph&) = delete;
  ~OneGraph() {
    cudaGraphExecDestroy(launched);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
  }
  template <class F>
  std::string capture(const F& f) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    f();
    cudaStreamEndCapture(stream, &graph);
    return cudaGraphInstantiate(&launched, graph, 0) == cudaSuccess ? "" : "the graph was not made; ";
  }
  /// Waits.
  void launch() {
    cudaGraphLaunch(launched, stream);
    cudaStreamSynchronize(stream);
  }
};

/// A root, and a march that divides.
struct Fragile {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto root = sqrt(x);
    const auto fraction = march(
        from_bottom, 0.0,
        [](auto& s, auto a) {
          s = 1.0 / (a - s);
          return s;
        },
        y);
    return results(GradientC2F()(root), fraction);
  }
};
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
/// A march, and operators, that threads take where columns are many.
struct Falls {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(
        from_top, 0.0,
        [](double& flux, double a, double depth) {
          flux = (flux + a * depth) / (1 + depth);
          return flux;
        },
        x, spacing(Center{})));
  }
};
struct Spreads {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(DivergenceF2C()(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x)));
  }
};
template <class Backend>
struct InManyColumns {
  CenterField<double, Backend, layout::ColumnsContiguous> x, fallen, spread;
  explicit InManyColumns(const ColumnGrid& grid) : x(grid), fallen(grid), spread(grid) {
    x = 1.0 + 0.25 * level_index(Center{}) * level_index(Center{});
  }
  template <class P>
  void compute(const P& how) {
    assign(fallen, columnwise(Falls{})(x), how);
    assign(spread, columnwise(Spreads{})(x), how);
  }
  void clear() { fallen = 0.0, spread = 0.0; }
  bool operator==(const auto& other) const {
    return fallen.to_host() == other.fallen.to_host() && spread.to_host() == other.spread.to_host();
  }
};
#endif
template <class Lines>
struct Asking {
  Lines lines;
  STENCIL_FUNCTION auto operator()(auto x) const { return results(lines(2.0) / lines(x)); }
};
/// What is wrong with what an assignment throws.
template <class To, class E, class P>
std::string hunted(const To& to, const E& e, const P& how, const std::string& node, std::size_t column, int level) {
  try {
    assign(to, e, how);
  } catch (const ValueError& error) {
    const bool good = error.node.find(node) == 0 && error.column == column && error.level == level && !node.empty();
    return good ? "" : std::string("found ") + error.what();
  }
  return node.empty() ? "" : node + " was not found";
}
}  // namespace

std::string parts_of_columns::changed_heights() {
  return heights_test::first_difference<double, backend::Cuda, layout::LevelsContiguous>(policy());
}

std::string parts_of_columns::remapped_fields(int from_levels, int to_levels) {
  return heights_test::first_difference_of_remaps<backend::Cuda>(from_levels, to_levels);
}

std::string parts_of_columns::heights_in_a_graph() {
  const auto grid = ColumnGrid::uniform(65, 0.0, 65.0, 33).with_changing_heights();
  CenterField<double, backend::Cuda> mass(grid);
  const auto step = [&](cudaStream_t stream) {
    set_heights<backend::Cuda>(grid, 2.0 * heights(Face{}), on(stream));
    assign(mass, spacing(Center{}), on(stream));
  };
  OneGraph graph;
  step(graph.stream);
  cudaStreamSynchronize(graph.stream);
  std::string wrong = graph.capture([&] { step(graph.stream); });
  for (int i = 0; i < 2; ++i) graph.launch();
  for (const double thickness : mass.to_host()) {
    if (thickness != 8.0) wrong = "a cell is " + std::to_string(thickness) + " m thick, not 8 m";
  }
  try {
    static_cast<void>(grid.z_faces());
    wrong = "the host was given heights that it does not have";
  } catch (const GridError&) {
  }
  copy_heights_to_host<backend::Cuda>(grid);
  if (grid.z_faces(32)[65] != 8.0 * 65.0) wrong = "the host's copy of the heights";
  return wrong;
}

#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
namespace {
/// A grid with heights of faces that differ between columns, multiplied by `factor`.
ColumnGrid hilly(double factor) {
  constexpr int levels = 9;
  constexpr std::size_t columns = 40000;  // twice as many as threads need
  std::vector<double> faces;
  for (std::size_t c = 0; c < columns; ++c)
    for (int i = 0; i <= levels; ++i)
      faces.push_back(factor * (i + 0.25 * static_cast<double>((c + static_cast<std::size_t>(i)) % 3)));
  return ColumnGrid::from_faces_per_column(faces, columns);
}
InManyColumns<backend::Cpu> found_on_cpu(double factor) {
  InManyColumns<backend::Cpu> expected(hilly(factor));
  expected.compute(policy());
  return expected;
}
}  // namespace

std::string parts_of_columns::heights_side_by_side() {
  const auto grid = hilly(1.0);
  const auto expected = found_on_cpu(1.0);
  InManyColumns<backend::Cuda> computed(grid);
  OneGraph graph;
  std::string wrong = graph.capture([&] { computed.compute(on(graph.stream)); });
  graph.launch();
  if (!(computed == expected)) wrong += "the graph gives something else; ";
  computed.clear();
  computed.compute(on(graph.stream));
  if (!(computed == expected)) wrong += "kernels give something else";
  return wrong;
}

std::string parts_of_columns::changing_heights_side_by_side() {
  const auto twice = found_on_cpu(2.0), four_times = found_on_cpu(4.0), eight_times = found_on_cpu(8.0);
  std::string wrong;
  for (const bool copied_before : {true, false}) {
    const auto grid = hilly(1.0).with_changing_heights();
    InManyColumns<backend::Cuda> computed(grid);
    OneGraph graph;
    const auto check = [&](const auto& expected, const char* what) {
      if (!(computed == expected)) wrong += std::string(what) + (copied_before ? ", copied before; " : "; ");
      computed.clear();
    };
    const auto step = [&] {
      set_heights<backend::Cuda>(grid, 2.0 * heights(Face{}), on(graph.stream));
      computed.compute(on(graph.stream));
    };
    if (copied_before) computed.compute(on(graph.stream));
    wrong += graph.capture(step);
    graph.launch();
    check(twice, "the heights of a graph");
    computed.compute(on(graph.stream));
    check(twice, "heights after a graph");
    graph.launch();
    computed.compute(on(graph.stream));
    check(four_times, "heights after the graph once more");
    step();
    check(eight_times, "heights that were set beside the graph");
  }
  return wrong;
}
#endif

std::string parts_of_columns::hunted_values() {
  const int levels = 70;
  const std::size_t columns = 37;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, backend::Cuda> x(grid, "x"), y(grid, "y"), fraction(grid);
  FaceField<double, backend::Cuda> slope(grid);
  SurfaceField<double, backend::Cuda> wanted(grid);
  const auto put = [&](auto& field, std::size_t column, int level, double value) {
    std::vector<double> host(columns * levels, 4.0);
    host[column * levels + static_cast<std::size_t>(level)] = value;
    field.from_host(host);
  };
  std::vector<double> first_ten(columns, 0.0);
  for (std::size_t c = 0; c < 10; ++c) first_ten[c] = 1.0;
  wanted.from_host(first_ten);
  const auto numbers = table<backend::Cuda>(std::vector<double>{-9.0, 9.0}, std::vector<double>{-9.0, 9.0});
  const auto call = columnwise(Fragile{})(x, y);
  const auto to = fields(slope, fraction);
  put(x, 0, 0, 4.0), put(y, 0, 0, 4.0);
  std::string wrong = hunted(to, call, check_values, "", 0, 0);
  const auto old = slope.to_host();
  put(x, 12, 65, -1.0);
  wrong += hunted(to, call, check_values, "sqrt(x)", 12, 65);
  if (slope.to_host() != old) wrong += "; a destination was written";
  wrong += hunted(to, call, check_values.where(wanted > 0.0), "", 0, 0);
  const auto active = active_levels(3, 69);
  wrong += hunted(to, call, active.with(CheckValues{active.strategy}), "sqrt(x)", 12, 65);
  const auto low = active_levels(3, 60);
  wrong += hunted(to, call, low.with(CheckValues{low.strategy}), "", 0, 0);
  put(x, 0, 0, 4.0), put(y, 5, 0, 0.0);
  wrong += hunted(to, call, check_values, "march(y), from the bottom", 5, 0);
  // The host asks its copy of a table in the device's memory, also for the number 2.
  const std::vector<double> points{-9.0, 9.0};
  const auto lines = table<backend::Cuda>(points, points);
  const Asking<typename decltype(lines)::view_type> asking{lines.view()};
  wrong += hunted(fields(fraction), columnwise(asking)(y), check_values, "(2 / #1)", 5, 0);
  return wrong;
}
