// SPDX-License-Identifier: BSD-3-Clause
#include "around.hpp"

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <cmath>
#include <utility>

#include <stencil/cuda.hpp>
#include <stencil/cuda/thrust.hpp>

namespace {

// Thrust brings another namespace cuda, so that `using namespace stencil` has no place here.
using stencil::CenterField;
using stencil::ColumnGrid;
using stencil::on;
using stencil::policy;
using stencil::with;
using stencil::backend::Cuda;
namespace gpu = stencil::cuda;

struct Stream {
  cudaStream_t stream = nullptr;
  Stream() { gpu::require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream"); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream)); }
  void wait() const { gpu::require(cudaStreamSynchronize(stream), "work on a stream"); }
};

struct FluxDivergence {
  STENCIL_FUNCTION auto operator()(auto f, auto a, auto b) const {
    return stencil::results(stencil::DivergenceF2C()(f * stencil::GradientC2F()(a * b)));
  }
};

/// Counts what goes through it.
class Counting final : public gpu::MemoryResource {
 public:
  std::size_t allocations = 0;
  std::size_t bytes = 0;
  void* allocate(std::size_t n, cudaStream_t stream) override {
    ++allocations;
    bytes += n;
    return inner_.allocate(n, stream);
  }
  void deallocate(void* memory, std::size_t n, cudaStream_t stream) noexcept override {
    bytes -= n;
    inner_.deallocate(memory, n, stream);
  }

 private:
  gpu::StreamOrderedMemory inner_;
};

}  // namespace

std::vector<double> around::steps_from_graph(const ColumnGrid& grid, int count) {
  Model<Cuda> m(grid);
  const Stream s;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t program = nullptr;
  gpu::require(cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal), "capture");
  m.step(on(s.stream));
  gpu::require(cudaStreamEndCapture(s.stream, &graph), "end of capture");
  gpu::require(cudaGraphInstantiate(&program, graph, 0), "graph");
  for (int i = 0; i < count; ++i) gpu::require(cudaGraphLaunch(program, s.stream), "replay");
  s.wait();
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  auto all = m.a.to_host();
  for (const double x : m.b.to_host()) all.push_back(x);
  return all;
}

std::vector<double> around::steps_on_two_streams(const ColumnGrid& grid, int count) {
  Model<Cuda> first(grid), second(grid);
  const Stream s, t;
  for (int i = 0; i < count; ++i) {
    first.step(on(s.stream));
    second.step(on(t.stream));
  }
  s.wait();
  t.wait();
  auto all = first.a.to_host();
  for (const double x : second.a.to_host()) all.push_back(x);
  return all;
}

std::vector<double> around::nine_outputs_on_device(const ColumnGrid& grid) { return nine_outputs<Cuda>(grid); }
std::vector<double> around::many_operands_on_device(const ColumnGrid& grid) {
  using Fields = Model<Cuda>;
  using Expression =
      decltype(of_many_operands(std::declval<Fields&>().a, std::declval<Fields&>().b, std::declval<Fields&>().f));
  static_assert(stencil::detail::registers::LoadedWords<Expression>::value > gpu::words_for_loads);
  return many_operands<Cuda>(grid);
}

std::vector<double> around::closed_on_top_on_device(int levels) { return closed_on_top<Cuda>(levels); }

template <class T>
std::vector<T> around::of_many_columns_on_device() {
  return of_many_columns<Cuda, T>();
}
template std::vector<double> around::of_many_columns_on_device();
template std::vector<float> around::of_many_columns_on_device();

std::string around::team_of_many_columns() {
  using stencil::layout::ColumnsContiguous;
  const auto grid = grid_of(130, 20'000);
  CenterField<double, Cuda, ColumnsContiguous> a(grid), to(grid);
  const auto slope = [](const auto& x) { return stencil::DivergenceF2C()(stencil::GradientC2F()(x)); };
  return explain(to, slope(slope(a))).mapping.team;
}

namespace {
// Made without memory before main, it ends after what main makes.
CenterField<double, Cuda> ends_with_the_program;
}  // namespace

std::vector<double> around::of_a_static_field(const ColumnGrid& grid) {
  ends_with_the_program = CenterField<double, Cuda>(grid);
  ends_with_the_program.fill([](double z) { return z; });
  return ends_with_the_program.to_host();
}

std::vector<double> around::through_pinned_memory(const ColumnGrid& grid, const std::vector<double>& values) {
  const Stream s;
  CenterField<double, Cuda> a(grid), b(grid);
  const auto in = gpu::pinned_for(a);
  const auto out = gpu::pinned_for(b);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = values[i];
  gpu::copy_from_host(a, in, s.stream);
  stencil::assign(b, 2.0 * a, on(s.stream));
  gpu::copy_to_host(out, b, s.stream);
  s.wait();
  return {out.begin(), out.end()};
}

namespace {

template <class Call>
std::string shape_error_of(const Call& call) {
  try {
    call();
  } catch (const stencil::ShapeError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

std::string around::pinned_size_error(const ColumnGrid& grid) {
  const CenterField<double, Cuda> a(grid, "a");
  const gpu::PinnedArray<double> array(3);
  return shape_error_of([&] { gpu::copy_to_host(array, a); });
}

std::string around::pinned_gaps_error(const ColumnGrid& grid) {
  const CenterField<double, Cuda> twice(grid_of(2 * grid.levels(), grid.columns()));
  const auto every_other = stencil::wrap_center<Cuda>(twice.data(), 2, 2 * grid.levels(), grid);
  const auto array = gpu::pinned_for(every_other);
  return shape_error_of([&] { gpu::copy_to_host(array, every_other); }) + "\n" +
         shape_error_of([&] { gpu::copy_from_host(every_other, array); });
}

double around::sum_by_thrust(const ColumnGrid& grid, const std::vector<double>& values) {
  const CenterField<double, Cuda> a(grid);
  a.from_host(values);
  return thrust::reduce(thrust::device, gpu::begin(a), gpu::end(a), 0.0);
}

std::string around::launch_error(const ColumnGrid& grid) {
  Model<Cuda> m(grid);
  const Stream s;
  std::string message = "no error";
  gpu::require(cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal), "capture");
  static_cast<void>(cudaStreamSynchronize(s.stream));  // not allowed while capturing: the capture is spoilt
  static_cast<void>(cudaGetLastError());
  try {
    m.step(on(s.stream));
  } catch (const gpu::CudaError& e) {
    message = e.what();
  }
  cudaGraph_t graph = nullptr;
  static_cast<void>(cudaStreamEndCapture(s.stream, &graph));
  static_cast<void>(cudaGetLastError());
  return message;
}

around::Traffic around::traffic_of_a_resource() {
  Counting counting;
  gpu::MemoryResource* before = gpu::set_memory_resource(&counting);
  Traffic t{};
  {
    Model<Cuda> m(grid_of(64, 100));  // the grid too has memory on the device
    t.for_fields = counting.allocations;
    m.step(policy());
    m.step(with(gpu::SharedMemory{}));
    m.step(with(gpu::Pointwise{}));
    t.for_assignments = counting.allocations - t.for_fields;
  }
  gpu::set_memory_resource(before);
  t.bytes_left = counting.bytes;
  return t;
}

std::uint64_t around::kept_by_the_pool() {
  const CenterField<double, Cuda> field(grid_of(4, 1));
  cudaMemPool_t pool = nullptr;
  std::uint64_t kept = 0;
  gpu::require(cudaDeviceGetDefaultMemPool(&pool, 0), "pool");
  gpu::require(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "pool");
  return kept;
}

std::vector<around::Surroundings> around::surroundings(const ColumnGrid& grid) {
  Model<Cuda> m(grid);
  const auto levels = static_cast<std::size_t>(grid.levels());
  constexpr std::size_t gap = 3;
  constexpr double poison = -12345.5;
  const std::size_t count = (levels + gap) * grid.columns() + gap;
  std::vector<Surroundings> all;
  CenterField<double, Cuda> alone(grid);
  alone = stencil::DivergenceF2C()(m.f * stencil::GradientC2F()(m.a * m.b));
  const auto expected = alone.to_host();
  const auto look_at = [&](const auto& compute, bool across) {
    const stencil::ValueBuffer<double> memory = gpu::allocate<double>(count);
    std::vector<double> host(count, poison);
    Cuda::copy_from_host(memory.get(), host.data(), count);
    // The first gap values and `gap` behind each column, or behind each level, belong to nobody.
    const auto pitch = static_cast<std::ptrdiff_t>(levels + gap);
    const auto columns = static_cast<std::ptrdiff_t>(grid.columns());
    const auto to = stencil::wrap_center<Cuda>(memory.get() + gap, across ? columns : 1, across ? 1 : pitch, grid);
    compute(to);
    Cuda::copy_to_host(host.data(), memory.get(), count);
    Surroundings s{0, 0, 0};
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t inside = i - gap;
      const bool ours = i >= gap && (across ? inside < levels * grid.columns() : inside % (levels + gap) < levels);
      if (host[i] != poison) ++(ours ? s.written : s.disturbed);
    }
    for (std::size_t i = 0; i < levels * grid.columns(); ++i) {
      const std::size_t level = i % levels, column = i / levels;
      const std::size_t place = across ? level * grid.columns() + column : column * (levels + gap) + level;
      if (!(std::abs(host[gap + place] - expected[i]) <= 1e-12 * (1 + std::abs(expected[i])))) ++s.wrong;
    }
    all.push_back(s);
  };
  const auto by = [&m](const auto& how) {
    return [&m, how](const auto& to) {
      stencil::assign(to, stencil::DivergenceF2C()(m.f * stencil::GradientC2F()(m.a * m.b)), how);
    };
  };
  for (const bool across : {false, true}) {
    look_at(by(with(gpu::RegisterColumns{})), across);
    look_at(by(with(gpu::SharedMemory{})), across);
    look_at(by(with(gpu::Pointwise{})), across);
    look_at([&m](const auto& to) { stencil::fields(to) = stencil::columnwise(FluxDivergence{})(m.f, m.a, m.b); },
            across);
  }
  return all;
}

template <class T>
std::vector<T> around::quotients_on_device() {
  return quotients<T, Cuda>();
}
template std::vector<double> around::quotients_on_device<double>();
template std::vector<float> around::quotients_on_device<float>();

std::vector<stencil::Explanation> around::explanations() {
  Model<Cuda> m(grid_of(64, 1000)), tall(grid_of(100000, 1));
  CenterField<double, Cuda> result(m.grid), tall_result(tall.grid);
  const auto expression = [](const auto& model) {
    return stencil::DivergenceF2C()(model.f * stencil::GradientC2F()(model.a * model.b));
  };
  const auto shared = with(gpu::SharedMemory{});
  return {explain(result, expression(m)),
          explain(result, expression(m), shared),
          explain(result, expression(m), with(gpu::Pointwise{})),
          explain(tall_result, expression(tall), shared),
          explain(m.a, expression(m), shared),
          explain(tall.a, expression(tall), shared)};
}
