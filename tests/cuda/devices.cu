// SPDX-License-Identifier: BSD-3-Clause
#include "devices.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include <stencil/cuda.hpp>
#include <stencil/cuda/resident_blocks.hpp>

using namespace stencil;
namespace gpu = stencil::cuda;

namespace {

using Cells = CenterField<double, backend::Cuda>;
using Faces = FaceField<double, backend::Cuda>;
using PerColumn = SurfaceField<double, backend::Cuda>;

struct TwiceAndOne {
  template <class V>
  STENCIL_FUNCTION auto operator()(const V& v) const {
    return results(2 * v + 1);
  }
};
/// A step of diffusion, solved for.
void diffuse(Cells& to, const Cells& from) {
  const auto tendency = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(GradientC2F()(from));
  assign(to, solve(identity() - 1e-3 * jacobian(tendency, wrt(from)), from), with(gpu::ThreadPerColumn{}));
}

__global__ void nothing() {}

class Wrong {
 public:
  void unless(bool holds, const std::string& what) {
    if (!holds) all_.push_back(what);
  }
  /// A DeviceError that names both.
  template <class F>
  void unless_refused(const std::string& what, const F& f) {
    try {
      f();
      all_.push_back(what + " is carried out");
    } catch (const DeviceError& error) {
      const std::string text = error.what();
      unless(text.find("\"here\"") != std::string::npos && text.find("\"there\"") != std::string::npos &&
                 text.find("on device 0") != std::string::npos && text.find("on device 1") != std::string::npos,
             what + ": '" + text + "' names the fields and their devices");
    } catch (const Error& error) {
      all_.push_back(what + ": " + error.what());
    }
  }
  std::vector<std::string> all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

std::vector<double> numbers(const ColumnGrid& grid) {
  std::vector<double> values(static_cast<std::size_t>(grid.levels()) * grid.columns());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + std::sin(static_cast<double>(i));
  return values;
}

bool nearly(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] - b[i]) <= 1e-12)) return false;
  }
  return a.size() == b.size();
}

void on(int device) { gpu::require(cudaSetDevice(device), "cudaSetDevice"); }

/// Where memory is given back, and whether a stream had work then.
class Noting final : public gpu::MemoryResource {
 public:
  std::vector<int> devices;
  cudaStream_t watched = nullptr;
  bool had_work = false;
  void* allocate(std::size_t bytes, cudaStream_t stream) override { return inner_.allocate(bytes, stream); }
  void deallocate(void* memory, std::size_t bytes, cudaStream_t where) noexcept override {
    int device = -1;
    static_cast<void>(cudaGetDevice(&device));
    devices.push_back(device);
    had_work = had_work || (watched != nullptr && cudaStreamQuery(watched) == cudaErrorNotReady);
    inner_.deallocate(memory, bytes, where);
  }

 private:
  gpu::StreamOrderedMemory inner_;
};

/// Memory comes from there in this scope.
class MemoryFrom {
 public:
  explicit MemoryFrom(gpu::MemoryResource& from) : before_(gpu::set_memory_resource(&from)) {}
  MemoryFrom(const MemoryFrom&) = delete;
  MemoryFrom& operator=(const MemoryFrom&) = delete;
  ~MemoryFrom() { gpu::set_memory_resource(before_); }

 private:
  gpu::MemoryResource* before_;
};

/// Keeps a stream busy.
__global__ void count_to(std::size_t cycles) {
  const long long begin = clock64();
  while (static_cast<std::size_t>(clock64() - begin) < cycles) {
  }
}

struct Stream {
  cudaStream_t stream = nullptr;
  explicit Stream(unsigned flags = cudaStreamNonBlocking) {
    gpu::require(cudaStreamCreateWithFlags(&stream, flags), "a stream");
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream)); }
};

void results_are_right(Wrong& wrong, const ColumnGrid& grid) {
  const CenterField<double> x(grid);
  x.from_host(numbers(grid));
  CenterField<double> expected(grid);
  FaceField<double> expected_faces(grid);
  SurfaceField<double> expected_sums(grid);
  expected = 2 * x + 1;
  expected_faces = GradientC2F()(x);
  expected_sums = column_integral(x);
  on(0);
  const Cells y(grid);
  Cells solution(grid);
  y.from_host(numbers(grid));
  diffuse(solution, y);
  const auto expected_solution = solution.to_host();

  // Fields of both devices, whichever is the current one.
  for (const int home : {0, 1}) {
    on(home);
    const Cells a(grid);
    Cells b(grid);
    Faces f(grid);
    PerColumn s(grid);
    for (const int current : {1, 0}) {
      on(current);
      const std::string which =
          " of device " + std::to_string(home) + " while " + std::to_string(current) + " is current";
      a.from_host(numbers(grid));
      b = 2 * a + 1;
      f = GradientC2F()(a);
      s = column_integral(a);
      wrong.unless(b.to_host() == expected.to_host(), "an assignment" + which);
      wrong.unless(f.to_host() == expected_faces.to_host(), "a gradient" + which);
      wrong.unless(s.to_host() == expected_sums.to_host(), "an integral" + which);
      diffuse(b, a);
      wrong.unless(nearly(b.to_host(), expected_solution), "a solve" + which);
      b = columnwise(TwiceAndOne{})(a);
      wrong.unless(b.to_host() == expected.to_host(), "a column function" + which);
      wrong.unless(global_sum(a) == global_sum(x), "global_sum" + which);
      wrong.unless(level_mean(a) == level_mean(x), "level_mean" + which);
      int now = -1;
      gpu::require(cudaGetDevice(&now), "cudaGetDevice");
      wrong.unless(now == current, "the current device stays" + which);
    }
  }
}

void mixtures_are_refused(Wrong& wrong, const ColumnGrid& grid) {
  on(0);
  Cells here(grid, "here");
  on(1);
  Cells there(grid, "there");
  PerColumn total(grid, "there");
  for (const int current : {0, 1}) {
    on(current);
    wrong.unless_refused("an assignment", [&] { here = 2 * there + 1; });
    wrong.unless_refused("a copy", [&] { there = here; });
    wrong.unless_refused("an integral", [&] { total = column_integral(here); });
    wrong.unless_refused("a mask", [&] { assign(here, 2 * here + 1, policy().where(there > 0)); });
    wrong.unless_refused("a solve", [&] { diffuse(here, there); });
    wrong.unless_refused("a column function", [&] { here = columnwise(TwiceAndOne{})(there); });
    wrong.unless_refused("global_sum", [&] { static_cast<void>(global_sum(here, there)); });
  }
  wrong.unless(here.to_host() == std::vector<double>(here.to_host().size(), 0.0), "what is refused writes nothing");
  on(1);
  const Stream of_second;
  try {
    assign(here, 2 * here + 1, stencil::on(of_second.stream));
    wrong.unless(false, "a stream of another device is taken");
  } catch (const gpu::CudaError& error) {
    wrong.unless(std::string(error.what()).find("launch of") != std::string::npos, error.what());
  }
}

/// Copies, and fields that are made from an expression, are where their values come from.
void copies_stay(Wrong& wrong, const ColumnGrid& grid) {
  on(1);
  const Cells a(grid);
  a.from_host(numbers(grid));
  on(0);
  const auto is_there = [&](const Cells& field, const std::string& which) {
    cudaPointerAttributes found{};
    gpu::require(cudaPointerGetAttributes(&found, field.data()), "where a field is");
    wrong.unless(found.device == 1, which + " is on the device of what it is made from");
    wrong.unless(field.to_host() == a.to_host(), which + " has the values");
  };
  const Cells copy = a;
  is_there(copy, "a copy");
  Cells later;
  later = a;
  is_there(later, "a copy to an empty field");
  const Cells made = 1.0 * a;
  is_there(made, "a field made from an expression");
  Cells filled;
  filled = 1.0 * a;
  is_there(filled, "an empty field that an expression fills");
}

void memory_goes_home(Wrong& wrong, const ColumnGrid& grid) {
  Noting noting;
  {
    const MemoryFrom here(noting);
    on(1);
    const Cells a(grid);
    on(0);
  }
  wrong.unless(!noting.devices.empty() && noting.devices.front() == 1, "memory goes back to its own device");
}

}  // namespace

int devices::count() {
  int found = 0;
  return cudaGetDeviceCount(&found) == cudaSuccess ? found : 0;
}

std::vector<std::string> devices::wrong_on_two() {
  Wrong wrong;
  const auto grid = ColumnGrid::stretched(40, 0.0, 100.0, 1.5, 5000);
  results_are_right(wrong, grid);
  mixtures_are_refused(wrong, grid);
  copies_stay(wrong, grid);
  memory_goes_home(wrong, grid);
  on(0);
  return wrong.all();
}

std::vector<std::string> devices::wrong_while_capturing(bool waits_for_legacy) {
  Wrong wrong;
  const auto grid = ColumnGrid::uniform(10, 0.0, 1.0, 100);
  const Stream s(waits_for_legacy ? cudaStreamDefault : cudaStreamNonBlocking);
  const Cells a(grid);
  Cells b(grid);
  a.from_host(numbers(grid));
  const Stream busy;
  Noting noting;
  std::optional<Cells> goes;
  goes.emplace(grid);
  std::optional<Cells> noted;
  {
    const MemoryFrom here(noting);
    noted.emplace(grid);
  }

  // Half a second of work that does not wait for anything.
  noting.watched = busy.stream;
  gpu::require(gpu::launch_kernel(count_to, {1, 1, 0, busy.stream}, std::size_t{1000000000}),
               "a kernel that takes long");

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t program = nullptr;
  gpu::require(cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal), "capture");
  assign(b, 2 * a + 1, stencil::on(s.stream));
  goes.reset();
  noted.reset();
  const cudaError_t ended = cudaStreamEndCapture(s.stream, &graph);
  wrong.unless(ended == cudaSuccess, std::string("the capture ends well: ") + cudaGetErrorString(ended));
  wrong.unless(cudaGetLastError() == cudaSuccess, "no error is left behind");
  if (ended == cudaSuccess) {
    gpu::require(cudaGraphInstantiate(&program, graph, 0), "graph");
    gpu::require(cudaGraphLaunch(program, s.stream), "replay");
    gpu::require(cudaStreamSynchronize(s.stream), "replay");
    CenterField<double> x(grid), expected(grid);
    x.from_host(numbers(grid));
    expected = 2 * x + 1;
    wrong.unless(b.to_host() == expected.to_host(), "the graph computes what was captured");
    static_cast<void>(cudaGraphExecDestroy(program));
    static_cast<void>(cudaGraphDestroy(graph));
  }
  {
    const Cells next(grid);
  }
  wrong.unless(noting.devices.size() == 1, "memory goes back after the capture");
  wrong.unless(!noting.had_work, "memory goes back when all work is done, a capture or not");
  return wrong.all();
}

std::vector<std::string> devices::wrong_order_of_what_is_left() {
  Wrong wrong;
  Noting noting;
  const gpu::Lender& of = gpu::lender(noting, 0);
  gpu::LeftOver& left = gpu::LeftOver::all();
  const auto add = [&] { return left.add(of, noting.allocate(256, nullptr), 256); };
  // This thread waits for the device; then another one launches a kernel and destroys the kernel's field.
  const auto own = add();
  const auto other = add();
  left.give_back(0, own);
  wrong.unless(noting.devices.size() == 1, "what another thread left during the wait stays");
  left.give_back(0, other);
  wrong.unless(noting.devices.size() == 2, "it goes back when that thread has waited");
  return wrong.all();
}

std::vector<std::string> devices::wrong_beside_an_error() {
  Wrong wrong;
  const auto grid = ColumnGrid::uniform(10, 0.0, 1.0, 100);
  const Cells a(grid);
  Cells b(grid);
  // Somebody asks for a device that is not there, and does not look.
  static_cast<void>(cudaSetDevice(1000));
  wrong.unless(cudaPeekAtLastError() == cudaErrorInvalidDevice, "there is an error of somebody else");
  try {
    b = 2 * a + 1;
  } catch (const Error& error) {
    wrong.unless(false, error.what());
  }
  wrong.unless(cudaGetLastError() == cudaErrorInvalidDevice, "the error is still there");
  wrong.unless(cudaGetLastError() == cudaSuccess, "there is one error");
  return wrong.all();
}

std::vector<std::string> devices::wrong_after_an_error() {
  Wrong wrong;
  bool thrown = false;
  try {
    const gpu::PinnedArray<double> array(std::size_t{1} << 50);
  } catch (const gpu::CudaError&) {
    thrown = true;
  }
  wrong.unless(thrown, "so much page-locked memory is refused");
  wrong.unless(cudaGetLastError() == cudaSuccess, "the runtime has no error left");
  return wrong.all();
}

std::vector<std::string> devices::wrong_resident_blocks() {
  Wrong wrong;
  cudaDeviceProp device{};
  gpu::require(cudaGetDeviceProperties(&device, 0), "properties");
  constexpr int threads = 128;
  const int threads_of_all = device.maxThreadsPerMultiProcessor / threads;
  const auto kernel = reinterpret_cast<const void*>(nothing);
  for (const std::size_t bytes : {std::size_t{0}, device.sharedMemPerMultiprocessor / 4}) {
    gpu::ResidentBlocks blocks;
    const int first = blocks(kernel, threads, bytes), second = blocks(kernel, threads, bytes);
    const bool as_many = bytes == 0 ? first == threads_of_all : first >= 1 && first <= 4;
    wrong.unless(as_many, std::to_string(first) + " blocks with " + std::to_string(bytes) + " bytes");
    wrong.unless(first == second, "the same again");
  }
  return wrong.all();
}
