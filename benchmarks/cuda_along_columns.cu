// SPDX-License-Identifier: BSD-3-Clause
#include <exception>

#include "cuda_columns.cuh"

/// Reductions and running values along columns, and statistics of all columns, on a GPU, each beside the plainest
/// kernel that moves the same bytes: one that sums what it reads, or one that copies it.
namespace benchmarks {

/// Reads 16 bytes a time and joins them; writes a word for each thread that meets a value there is none of.
template <class T>
__global__ void read_through(T* out, const T* a, const T* b, std::ptrdiff_t words) {
  constexpr int n = 16 / sizeof(T);
  struct alignas(16) Word {
    T value[n];
  };
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  T sum = 0;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += step) {
    const Word x = reinterpret_cast<const Word*>(a)[i];
    for (int k = 0; k < n; ++k) sum += x.value[k];
    if (b == nullptr) continue;
    const Word y = reinterpret_cast<const Word*>(b)[i];
    for (int k = 0; k < n; ++k) sum += y.value[k];
  }
  if (sum < 0) *out = sum;
}

/// out = 1.5 a, 16 bytes a time.
template <class T>
__global__ void copy_through(T* out, const T* a, std::ptrdiff_t words) {
  constexpr int n = 16 / sizeof(T);
  struct alignas(16) Word {
    T value[n];
  };
  const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= words) return;
  Word x = reinterpret_cast<const Word*>(a)[i];
  for (int k = 0; k < n; ++k) x.value[k] *= static_cast<T>(1.5);
  reinterpret_cast<Word*>(out)[i] = x;
}

/// What an operation moves at least, in values for each cell.
enum class Streams { one_read, two_reads, read_and_write };

struct Operation {
  Streams streams;
  Way way;
};

template <class T, class Layout>
void run_along_columns(const Options& options, const char* kind, int levels, std::size_t columns) {
  using namespace stencil;
  using B = backend::Cuda;
  const auto grid = ColumnGrid::stretched(levels, 0.0, levels, 0.5, columns);
  const auto count = static_cast<std::ptrdiff_t>(columns) * levels;
  const double bytes = static_cast<double>(sizeof(T)) * static_cast<double>(count);
  if (4 * bytes > options.gigabytes * 1e9) {
    std::fprintf(stderr, "left out: %s %dx%zu needs %.1f GB\n", kind, levels, columns, 4 * bytes / 1e9);
    return;
  }
  Field<T, Center, B, Layout> a(grid), b(grid), c(grid);
  Field<T, Face, B, Layout> f(grid);
  SurfaceField<T, B> s(grid);
  SurfaceField<int, B> index(grid);
  scatter<<<1024, 256>>>(a.data(), count, 1);
  scatter<<<1024, 256>>>(b.data(), count, 2);
  const T bound = static_cast<T>(2);  // above every value: the whole column is searched

  const std::ptrdiff_t words = count * static_cast<std::ptrdiff_t>(sizeof(T)) / 16;
  const auto blocks = static_cast<unsigned>((words + 255) / 256);
  const std::vector<Way> plain = {
      {"read one", [&] { read_through<T><<<132 * 8, 512>>>(s.data(), a.data(), nullptr, words); }},
      {"read two", [&] { read_through<T><<<132 * 8, 512>>>(s.data(), a.data(), b.data(), words); }},
      {"read and write", [&] { copy_through<T><<<blocks, 256>>>(c.data(), a.data(), words); }}};
  const std::vector<Operation> operations = {
      {Streams::one_read, {"column_sum(a)", [&] { s = column_sum(a); }}},
      {Streams::one_read, {"column_integral(a)", [&] { s = column_integral(a); }}},
      {Streams::two_reads, {"column_integral(a * b)", [&] { s = column_integral(a * b); }}},
      {Streams::one_read, {"column_max(grad(a))", [&] { s = column_max(abs(GradientC2F()(a))); }}},
      {Streams::one_read, {"first_level_where(a > 2)", [&] { index = first_level_where(a > bound, from_bottom); }}},
      {Streams::read_and_write, {"cumulative_integral up", [&] { f = cumulative_integral(a, bottom(0.0)); }}},
      {Streams::read_and_write, {"cumulative_integral down", [&] { f = cumulative_integral(a, top(0.0)); }}},
      {Streams::read_and_write,
       {"running maximum", [&] { c = column_accumulate(functions::Max{}, T(0), as_is, from_bottom, a); }}},
      {Streams::one_read, {"global_sum(a)", [&] { static_cast<void>(global_sum(a)); }}},
      {Streams::one_read, {"global_max(a)", [&] { static_cast<void>(global_max(a)); }}},
      {Streams::one_read, {"level_mean(a)", [&] { static_cast<void>(level_mean(a)); }}},
      {Streams::two_reads, {"level_variance(a)", [&] { static_cast<void>(level_variance(a)); }}},
  };
  std::vector<Way> timed = plain;
  for (const Operation& operation : operations) timed.push_back(operation.way);
  const std::vector<double> milliseconds = medians(timed, options, options.repetitions);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto of = static_cast<std::size_t>(operations[i].streams);
    const double moved = operations[i].streams == Streams::one_read ? bytes : 2 * bytes;
    const double time = milliseconds[plain.size() + i];
    std::fprintf(options.csv, "%s,%s,%s,%d,%zu,%.5f,%.0f,%.3f\n", operations[i].way.name.c_str(),
                 sizeof(T) == 4 ? "f32" : "f64", kind, levels, columns, time, moved / time / 1e6,
                 milliseconds[of] / time);
  }
  std::fflush(options.csv);
}

}  // namespace benchmarks

int main() {
  using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;
  try {
    const benchmarks::Options options;
    std::fputs("operation,precision,layout,levels,columns,milliseconds,gb_per_s,to_plain\n", options.csv);
    for (const auto& [levels, columns] : {std::pair(64, std::size_t{1048576}), std::pair(63, std::size_t{86400}),
                                          std::pair(10, std::size_t{2097152}), std::pair(1000, std::size_t{65536})}) {
      benchmarks::run_along_columns<double, LevelsContiguous>(options, "levels", levels, columns);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
      benchmarks::run_along_columns<double, ColumnsContiguous>(options, "columns", levels, columns);
      benchmarks::run_along_columns<float, LevelsContiguous>(options, "levels", levels, columns);
      benchmarks::run_along_columns<float, ColumnsContiguous>(options, "columns", levels, columns);
#endif
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cuda_along_columns: %s\n", error.what());
    return 1;
  }
}
