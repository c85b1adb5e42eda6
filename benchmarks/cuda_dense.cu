// SPDX-License-Identifier: BSD-3-Clause
// Dense operators along the column beside cuBLAS in the same run: the product alone, and `y = a * M(x * Grad(f)) + b`
// in one kernel beside a kernel for what is before the product, cuBLAS, and a kernel for what is after it.
//
//   cuda_dense [columns]
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include <cublas_v2.h>

#include <stencil/cuda.hpp>

#include "arguments.hpp"
#include "difference.hpp"

namespace {

using namespace stencil;
using Backend = backend::Cuda;

void check(bool good, const char* what) {
  if (good) return;
  std::printf("%s failed\n", what);
  std::exit(1);
}

/// Milliseconds of the best of some runs.
template <class F>
double milliseconds(const F& f) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float best = 1e30F;
  for (int run = 0; run < 9; ++run) {
    cudaEventRecord(begin);
    f();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float one = 0;
    cudaEventElapsedTime(&one, begin, end);
    if (run > 1 && one < best) best = one;
  }
  return best;
}

/// y = M x for whole fields, by cuBLAS. The matrix lies on the device row after row.
template <class T, bool Across>
void by_cublas(cublasHandle_t handle, const T* m, const T* x, T* y, int levels, int columns) {
  const T one = 1, zero = 0;
  const auto call = [&](auto gemm, cublasOperation_t first, cublasOperation_t second, int rows, int n, const T* a,
                        int lda, const T* b, int ldb, int ldc) {
    check(gemm(handle, first, second, rows, n, levels, &one, a, lda, b, ldb, &zero, y, ldc) == CUBLAS_STATUS_SUCCESS,
          "cuBLAS");
  };
  const auto both = [&](auto gemm) {
    if constexpr (Across) {
      call(gemm, CUBLAS_OP_N, CUBLAS_OP_N, columns, levels, x, columns, m, levels, columns);
    } else {
      call(gemm, CUBLAS_OP_T, CUBLAS_OP_N, levels, columns, m, levels, x, levels, levels);
    }
  };
  if constexpr (std::is_same_v<T, double>) {
    both(cublasDgemm);
  } else {
    both(cublasSgemm);
  }
}

template <class T, class Layout>
void compare(cublasHandle_t handle, int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1000.0, columns);
  using Centers = CenterField<T, Backend, Layout>;
  Centers a(grid), b(grid), x(grid), y(grid), before(grid), product(grid), other(grid);
  FaceField<T, Backend, Layout> f(grid);
  SurfaceField<T, Backend> phase(grid);
  phase.fill([](std::size_t c) { return 0.1 * static_cast<double>(c % 1000); });
  x = sin(T(0.01) * heights<T>(stencil::Center{}) + phase);
  f = T(100) * cos(T(0.01) * heights<T>(Face{}) + phase);
  a = x + T(1);
  b = x * phase;
  const auto n = static_cast<std::size_t>(levels);
  std::vector<double> entries(n * n);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = std::cos(0.37 * static_cast<double>(i % 1009));
  const DenseC2C m(entries, levels, levels);
  std::vector<T> in_precision(entries.begin(), entries.end());
  auto matrix = Backend::allocate<T>(entries.size());
  Backend::copy_from_host(matrix.get(), in_precision.data(), entries.size());
  const auto gemm = [&](const Centers& from, const Centers& to) {
    by_cublas<T, Layout::columns_contiguous>(handle, matrix.get(), from.data(), to.data(), levels,
                                             static_cast<int>(columns));
  };

  const double alone = milliseconds([&] { y = m(x); });
  const double cublas = milliseconds([&] { gemm(x, other); });
  const auto worst = [&] {
    const auto ours = y.to_host(), theirs = other.to_host();
    double most = 0, size = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      most = difference::larger(most, std::fabs(static_cast<double>(ours[i]) - static_cast<double>(theirs[i])));
      size = std::fmax(size, std::fabs(static_cast<double>(theirs[i])));
    }
    return most / size;
  };
  const double difference = worst();
  const double fused = milliseconds([&] { y = a * m(x * GradientF2C()(f)) + b; });
  const double apart = milliseconds([&] {
    before = x * GradientF2C()(f);
    gemm(before, product);
    other = a * product + b;
  });
  const double flops = 2.0 * levels * levels * static_cast<double>(columns);
  std::printf(
      "%-6s %-18s %5d | product %7.3f ms %6.1f TFLOP/s, cuBLAS %7.3f ms, ratio %5.2f | in an expression %7.3f ms, "
      "apart %7.3f ms, ratio %5.2f | differ by %.1e, %.1e\n",
      std::is_same_v<T, double> ? "double" : "float", Layout::name, levels, alone, flops / alone * 1e-9, cublas,
      cublas / alone, fused, apart, apart / fused, difference, worst());
  check(difference < (sizeof(T) == 8 ? 1e-13 : 1e-4), "comparison with cuBLAS");
}

}  // namespace

int main(int argc, char** argv) {
  const auto columns = arguments::number<std::size_t>(argc, argv, 1, 1 << 18);
  cublasHandle_t handle = nullptr;
  check(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cuBLAS");
  for (const int levels : {64, 137, 256}) {
    compare<double, layout::LevelsContiguous>(handle, levels, columns);
    compare<double, layout::ColumnsContiguous>(handle, levels, columns);
    compare<float, layout::LevelsContiguous>(handle, levels, columns);
    compare<float, layout::ColumnsContiguous>(handle, levels, columns);
  }
  cublasDestroy(handle);
  return 0;
}
