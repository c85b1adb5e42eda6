// SPDX-License-Identifier: BSD-3-Clause
// Host time of an assignment that does not wait, beside the launch of an empty kernel. Launches come in bursts that the
// device's queue can hold, and the device is idle when a burst begins.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <stencil/cuda.hpp>

namespace {

__global__ void nothing() {}

template <class F>
double microseconds(const F& f) {
  constexpr int burst = 200;
  std::vector<double> times;
  for (int i = 0; i < 51; ++i) {
    stencil::cuda::require(cudaDeviceSynchronize(), "work before");
    const auto begin = std::chrono::steady_clock::now();
    for (int j = 0; j < burst; ++j) f();
    const std::chrono::duration<double, std::micro> t = std::chrono::steady_clock::now() - begin;
    times.push_back(t.count() / burst);
  }
  std::nth_element(times.begin(), times.begin() + 25, times.end());
  return times[25];
}

}  // namespace

int main() {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(64, 0.0, 1e3, 32);
  CenterField<double, backend::Cuda> a(grid), b(grid), div(grid);
  FaceField<double, backend::Cuda> f(grid);
  const auto flux_divergence = [&] { return DivergenceF2C()(f * GradientC2F()(a * b)); };
  std::printf("empty kernel           %5.2f us\n", microseconds([] { nothing<<<1, 32>>>(); }));
  std::printf("register columns       %5.2f us\n", microseconds([&] { div = flux_divergence(); }));
  std::printf("reads what it writes   %5.2f us\n", microseconds([&] { a = a + 1e-9 * flux_divergence(); }));
  std::printf("shared memory          %5.2f us\n",
              microseconds([&] { assign(div, flux_divergence(), with(cuda::SharedMemory{})); }));
}
