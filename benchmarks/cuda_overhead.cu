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

using namespace stencil;

/// Eight results of nine arguments.
struct Mixing {
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto c, auto d, auto e, auto f, auto g, auto h, auto w) const {
    const auto tendency = DivergenceF2C(no_flux)(w * InterpolateC2F()(a + b));
    return results(a + tendency, b - tendency, c * tendency, d + tendency, e - tendency, f * tendency, g + a, h + b);
  }
};

struct Diffusion {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto flux_divergence = [&](auto y) { return DivergenceF2C(no_flux)(k * GradientC2F()(y)); };
    return results(solve(identity() - 60.0 * jacobian(flux_divergence, x), x));
  }
};

}  // namespace

int main() {
  const auto grid = ColumnGrid::uniform(64, 0.0, 1e3, 32);
  CenterField<double, backend::Cuda> a(grid), b(grid), div(grid);
  FaceField<double, backend::Cuda> f(grid);
  const auto flux_divergence = [&] { return DivergenceF2C()(f * GradientC2F()(a * b)); };
  std::printf("empty kernel           %5.2f us\n", microseconds([] { nothing<<<1, 32>>>(); }));
  std::printf("register columns       %5.2f us\n", microseconds([&] { div = flux_divergence(); }));
  std::printf("reads what it writes   %5.2f us\n", microseconds([&] { a = a + 1e-9 * flux_divergence(); }));
  std::printf("shared memory          %5.2f us\n",
              microseconds([&] { assign(div, flux_divergence(), with(cuda::SharedMemory{})); }));

  std::vector<CenterField<double, backend::Cuda>> x(8, CenterField<double, backend::Cuda>(grid)), y(x);
  std::printf("implicit diffusion     %5.2f us\n", microseconds([&] { y[0] = columnwise(Diffusion{})(x[0], f); }));
  const auto mix = columnwise(Mixing{});
  std::printf("eight results of nine  %5.2f us\n", microseconds([&] {
                fields(y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7]) =
                    mix(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], f);
              }));
  std::printf("the same, in place     %5.2f us\n", microseconds([&] {
                fields(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]) =
                    mix(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], f);
              }));
}
