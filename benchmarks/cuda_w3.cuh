// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "cuda_columns.cuh"

#if defined(STENCIL_HAS_CUSPARSE)
#include <cusparse.h>
#endif

/// W3, an implicit step of diffusion, x = (I - dt div k grad)^-1 b, beside a triad of its three streams and beside
/// cuSPARSE's batched solver for the layout, which is given the matrix ready in memory.
namespace benchmarks {

/// out = 1.5 a + b, 16 bytes a time.
template <class T>
__global__ void triad_of_three(T* out, const T* a, const T* b, std::size_t words) {
  constexpr int n = 16 / sizeof(T);
  struct alignas(16) Word {
    T value[n];
  };
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= words) return;
  const Word x = reinterpret_cast<const Word*>(a)[i];
  const Word y = reinterpret_cast<const Word*>(b)[i];
  Word w;
  for (int k = 0; k < n; ++k) w.value[k] = x.value[k] * static_cast<T>(1.5) + y.value[k];
  reinterpret_cast<Word*>(out)[i] = w;
}

/// The same tridiagonal systems for cuSPARSE: three diagonals in memory, systems one after the other or, by Thomas's
/// algorithm, side by side.
template <class T, bool SideBySide>
class CuSparse {
 public:
#if defined(STENCIL_HAS_CUSPARSE)
  CuSparse(int levels, std::ptrdiff_t columns) : levels_(levels), columns_(columns) {
    check(cusparseCreate(&handle_));
    const auto count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(levels);
    for (auto& d : diagonal_) d = stencil::cuda::allocate<T>(count);
    scatter<<<1024, 256>>>(diagonal_[0].get(), static_cast<std::ptrdiff_t>(count), 4);
    scatter<<<1024, 256>>>(diagonal_[1].get(), static_cast<std::ptrdiff_t>(count), 5);
    scatter<<<1024, 256>>>(diagonal_[2].get(), static_cast<std::ptrdiff_t>(count), 6);
    std::size_t bytes = 0;
    const auto batch = static_cast<int>(columns);
    const T *lower = diagonal_[0].get(), *middle = diagonal_[1].get(), *upper = diagonal_[2].get();
    if constexpr (SideBySide && sizeof(T) == 8) {
      check(
          cusparseDgtsvInterleavedBatch_bufferSizeExt(handle_, 0, levels, lower, middle, upper, lower, batch, &bytes));
    } else if constexpr (SideBySide) {
      check(
          cusparseSgtsvInterleavedBatch_bufferSizeExt(handle_, 0, levels, lower, middle, upper, lower, batch, &bytes));
    } else if constexpr (sizeof(T) == 8) {
      check(cusparseDgtsv2StridedBatch_bufferSizeExt(handle_, levels, lower, middle, upper, lower, batch, levels,
                                                     &bytes));
    } else {
      check(cusparseSgtsv2StridedBatch_bufferSizeExt(handle_, levels, lower, middle, upper, lower, batch, levels,
                                                     &bytes));
    }
    buffer_ = stencil::cuda::allocate<char>(bytes > 0 ? bytes : 1);
  }
  CuSparse(const CuSparse&) = delete;
  CuSparse& operator=(const CuSparse&) = delete;
  ~CuSparse() { cusparseDestroy(handle_); }

  void run(T* x) {
    const auto batch = static_cast<int>(columns_);
    T *lower = diagonal_[0].get(), *middle = diagonal_[1].get(), *upper = diagonal_[2].get();
    if constexpr (SideBySide && sizeof(T) == 8) {
      check(cusparseDgtsvInterleavedBatch(handle_, 0, levels_, lower, middle, upper, x, batch, buffer_.get()));
    } else if constexpr (SideBySide) {
      check(cusparseSgtsvInterleavedBatch(handle_, 0, levels_, lower, middle, upper, x, batch, buffer_.get()));
    } else if constexpr (sizeof(T) == 8) {
      check(cusparseDgtsv2StridedBatch(handle_, levels_, lower, middle, upper, x, batch, levels_, buffer_.get()));
    } else {
      check(cusparseSgtsv2StridedBatch(handle_, levels_, lower, middle, upper, x, batch, levels_, buffer_.get()));
    }
  }

 private:
  static void check(cusparseStatus_t status) {
    if (status != CUSPARSE_STATUS_SUCCESS) throw std::runtime_error(cusparseGetErrorString(status));
  }
  cusparseHandle_t handle_ = nullptr;
  int levels_;
  std::ptrdiff_t columns_;
  stencil::ValueBuffer<T> diagonal_[3];
  stencil::ValueBuffer<char> buffer_;
#endif
};

template <class T, class Layout>
void run_w3(const Options& options, const std::string& kind, int levels, std::size_t columns) {
  using namespace stencil;
  using B = backend::Cuda;
  const std::string name = kind + "/" + std::to_string(levels) + "x" + std::to_string(columns);
  if (name.find(options.only) == std::string::npos) return;
  const auto count = static_cast<std::ptrdiff_t>(columns) * levels;
  const double bytes = static_cast<double>(sizeof(T)) * static_cast<double>(columns) * (3.0 * levels + 1);
  // The thread per column keeps two numbers of each row, cuSPARSE three and a large buffer.
  if (const double needed = 14 * bytes; needed > options.gigabytes * 1e9) {
    std::fprintf(stderr, "left out: %s needs %.1f GB\n", name.c_str(), needed / 1e9);
    return;
  }
  const auto grid = ColumnGrid::stretched(levels, 0.0, levels, 0.5, columns);
  Field<T, Center, B, Layout> b(grid), x(grid), expected(grid);
  Field<T, Face, B, Layout> k(grid);
  scatter<<<1024, 256>>>(b.data(), count, 2);
  scatter<<<1024, 256>>>(k.data(), count + static_cast<std::ptrdiff_t>(columns), 3);

  const auto tendency = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))(k * GradientC2F()(b));
  const auto system = solve(identity() - jacobian(tendency, wrt(b)), b);
  assign(expected, system, with(cuda::ThreadPerColumn{}));
  std::vector<Way> ways = {{"solve", [&] { x = system; }},
                           {"thread", [&] { assign(x, system, with(cuda::ThreadPerColumn{})); }}};
  for (const Way& way : ways) require_same(name, way, expected.data(), x.data(), count);

  const std::size_t words = static_cast<std::size_t>(count) * sizeof(T) / 16;
  const auto blocks = static_cast<unsigned>((words + 255) / 256);
  std::vector<Way> timed = {
      {"triad", [&] { triad_of_three<T><<<blocks, 256>>>(x.data(), b.data(), k.data(), words); }}};
  timed.insert(timed.end(), ways.begin(), ways.end());
#if defined(STENCIL_HAS_CUSPARSE)
  if (levels >= 3) {
    constexpr bool side_by_side = Layout::columns_contiguous;
    try {
      const auto sparse = std::make_shared<CuSparse<T, side_by_side>>(levels, static_cast<std::ptrdiff_t>(columns));
      timed.push_back({"cusparse", [sparse, &x] { sparse->run(x.data()); }});
    } catch (const std::exception& e) {
      static_cast<void>(cudaGetLastError());
      std::fprintf(stderr, "left out: cuSPARSE beside %s, %s\n", name.c_str(), e.what());
    }
  }
#endif
  const std::vector<double> milliseconds = medians(timed, options, options.repetitions);
  const auto rate = [&](std::size_t i) {
    return (i == 0 ? static_cast<double>(words) * 48 : bytes) / milliseconds[i] / 1e6;
  };
  std::string key = name;
  std::replace(key.begin(), key.end(), '/', ',');
  key[key.rfind('x')] = ',';
  for (std::size_t i = 0; i < timed.size(); ++i) {
    std::fprintf(options.csv, "%s,%s,,%.5f,%.0f,%.3f,%.3f\n", key.c_str(), timed[i].name.c_str(), milliseconds[i],
                 rate(i), rate(i) / rate(0), rate(i) / rate(timed.size() - 1));
  }
  std::fflush(options.csv);
}

template <class T>
void run_w3_layouts(const Options& options) {
  const std::string kind = std::string("W3") + (sizeof(T) == 4 ? "/f32/" : "/f64/");
  for (const int levels : options.levels) {
    for (const std::size_t columns : options.columns) {
      run_w3<T, stencil::layout::LevelsContiguous>(options, kind + "levels", levels, columns);
      run_w3<T, stencil::layout::ColumnsContiguous>(options, kind + "columns", levels, columns);
    }
  }
}

}  // namespace benchmarks
