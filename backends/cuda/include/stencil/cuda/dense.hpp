// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/dense.hpp>
#include <stencil/assign/check.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/range.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>

/// Matrices times columns: a block takes some columns, holds the argument's values in shared memory, and streams the
/// matrix through it.
namespace stencil::cuda {

/// Sums of a tile of doubles in the fragments of the tensor cores: a warp has 16 `Down` x 8 `Across` of them.
template <int Down, int Across, int WarpsDown, int WarpsAcross, int Depth>
class ProductInFragments {
 public:
  using number = double;
  static constexpr int members = 32 * WarpsDown * WarpsAcross;
  static constexpr int rows = 16 * Down * WarpsDown;
  static constexpr int columns = 8 * Across * WarpsAcross;
  static constexpr int depth = Depth;
  static constexpr int held = 4 * Down * Across;  ///< sums of a thread
  static constexpr int pieces_at_once = 2;

  __device__ explicit ProductInFragments(int rank)
      : across_lane_(rank % 32 / 4),
        down_lane_(rank % 4),
        row_(rank / 32 % WarpsDown * 16 * Down),
        column_(rank / 32 / WarpsDown * 8 * Across) {
    clear();
  }
  __device__ void clear() {
    for (auto& of_row : sum_)
      for (auto& tile : of_row)
        for (double& sum : tile) sum = 0;
  }
  __device__ void add(const double* m, int row_pitch, const double* x, int column_pitch) {
    m += down_lane_ * row_pitch + row_ + across_lane_;
    x += down_lane_ * column_pitch + column_ + across_lane_;
#pragma unroll
    for (int k = 0; k < Depth; k += 8) {
      double a[Down][4], b[Across][2];
#pragma unroll
      for (int i = 0; i < Down; ++i) {
#pragma unroll
        for (int part = 0; part < 4; ++part) a[i][part] = m[(k + part / 2 * 4) * row_pitch + i * 16 + part % 2 * 8];
      }
#pragma unroll
      for (int j = 0; j < Across; ++j) {
#pragma unroll
        for (int part = 0; part < 2; ++part) b[j][part] = x[(k + part * 4) * column_pitch + j * 8];
      }
#pragma unroll
      for (int i = 0; i < Down; ++i) {
#pragma unroll
        for (int j = 0; j < Across; ++j) multiply(sum_[i][j], a[i], b[j]);
      }
    }
  }
  __device__ int row(int n) const { return row_ + n / 4 % Down * 16 + n % 4 / 2 * 8 + across_lane_; }
  __device__ int column(int n) const { return column_ + n / (4 * Down) * 8 + n % 2 + down_lane_ * 2; }
  __device__ double sum(int n) const { return sum_[n / 4 % Down][n / (4 * Down)][n % 4]; }

 private:
  /// 16 rows x 8 levels times 8 levels x 8 columns. Fragments: PTX ISA, "matrix fragments for mma.m16n8k8" and
  /// "mma.m8n8k4" with .f64.
  __device__ static void multiply(double (&d)[4], const double (&a)[4], const double (&b)[2]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif defined(__CUDA_ARCH__)
    for (int half = 0; half < 2; ++half) {
      for (int part = 0; part < 2; ++part) {
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
            : "+d"(d[2 * half]), "+d"(d[2 * half + 1])
            : "d"(a[2 * part + half]), "d"(b[part]));
      }
    }
#endif
  }

  int across_lane_;
  int down_lane_;
  int row_;
  int column_;
  double sum_[Down][Across][4];
};

/// A block of threads as a team that copies ahead.
class CopyingTeam {
 public:
  __device__ explicit CopyingTeam(char* arena) : arena_(arena) {}
  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ char* arena() const { return arena_; }
  __device__ void barrier() const { __syncthreads(); }
  __device__ void copy(void* to, const void* from) const {
    const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
  }
  __device__ void copied() const { asm volatile("cp.async.wait_all;" ::: "memory"); }

 private:
  char* arena_;
};

/// The matrix on the device, as kernels read it.
template <class T>
class DeviceMatrix {
 public:
  explicit DeviceMatrix(const SharedDenseMatrix& m) : rows_(m.rows()), columns_(m.columns()) {
    const PaddedTranspose<T> padded(m);
    memory_ = allocate<T>(padded.values.size());
    pitch_ = padded.pitch;
    copy_to_device(memory_.get(), padded.values.data(), padded.values.size() * sizeof(T),
                   "copy of a matrix to the device");
  }
  DenseView<T> view() const { return {memory_.get(), rows_, columns_, pitch_}; }

 private:
  ValueBuffer<T> memory_;
  int rows_;
  int columns_;
  int pitch_ = 0;
};
/// Made once for a matrix and a device, by prepare() or the first assignment.
template <class T>
DenseView<T> device_matrix(const SharedDenseMatrix& m) {
  using OfDevices = PerDevice<DeviceMatrix<T>>;
  return m.copy<OfDevices>([] { return OfDevices(); }).on_current([&m] { return DeviceMatrix<T>(m); }).view();
}

template <class T>
struct ProductTiles {
  using flat = ProductInRegisters<float, 4, 4, 16, 16, 16>;
  using tall = ProductInRegisters<float, 8, 4, 16, 16, 16>;
};
template <>
struct ProductTiles<double> {
  using flat = ProductInFragments<1, 4, 4, 2, 16>;
  using tall = ProductInFragments<1, 4, 8, 1, 16>;
};
/// The tile of the product that a block of eight warps computes, in registers or by tensor cores: 64 levels x 64
/// columns. With many levels it is tall, 128 levels; in float64 it then has 32 columns, because two blocks must find
/// shared memory on a multiprocessor.
template <class T, bool Tall>
using ProductOf = std::conditional_t<Tall, typename ProductTiles<T>::tall, typename ProductTiles<T>::flat>;
/// How many blocks a multiprocessor must be able to run at a time, which limits the registers of a thread.
template <class Product>
inline constexpr int blocks_at_once = std::is_same_v<Product, ProductOf<float, false>> ? 3 : 2;
/// Rows of a matrix beyond which tiles are tall.
inline constexpr int most_rows_of_flat_tiles = 192;

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Out, class Arg, class From, class Product>
__global__ void __launch_bounds__(Product::members, blocks_at_once<Product>)
    multiply_columns(const __grid_constant__ Out output, const __grid_constant__ Arg arg,
                     const __grid_constant__ EvaluatedColumns to, const __grid_constant__ EvaluatedColumns from,
                     const __grid_constant__ DenseView<typename Product::number> matrix, std::ptrdiff_t count,
                     bool whole) {
  extern __shared__ double2 arena_memory[];
  const CopyingTeam team(reinterpret_cast<char*>(arena_memory));
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * Product::columns;
  const std::ptrdiff_t left = count - first;
  const int here = static_cast<int>(left < Product::columns ? left : Product::columns);
  DenseBlock<Product, Out, From, Arg, CopyingTeam>(output, arg, team, to, from, matrix, first, here, whole).run();
}

/// Whether a block holds all levels of its columns.
template <class Product>
bool holds_columns(int levels) {
  return DenseArena<Product>::bytes(levels, true) <= shared_memory_limit();
}

template <class Product, class Out, class Arg, class From>
void launch_product(const Out& output, const Arg& arg, From, const ColumnGridData& from, const SharedDenseMatrix& m,
                    bool whole, cudaStream_t stream) {
  const ColumnGridData& to = *output.destination.grid;
  const auto count = static_cast<std::ptrdiff_t>(to.columns);
  const std::size_t bytes = DenseArena<Product>::bytes(m.columns(), whole);
  const auto kernel = multiply_columns<Out, Arg, From, Product>;
  const auto blocks = static_cast<unsigned>((count + Product::columns - 1) / Product::columns);
  require_launch(
      launch_kernel(kernel, {blocks, Product::members, bytes, stream}, output, arg, device_metric(to).columns(),
                    device_metric(from).columns(), device_matrix<typename Product::number>(m), count, whole),
      make_outputs(output));
}

template <class Product, class Out, class Arg, class From>
void multiply_by(const Out& output, const Arg& arg, From at, const ColumnGridData& from, const SharedDenseMatrix& m,
                 detail::checks::Staging staging, cudaStream_t stream) {
  using detail::checks::Staging;
  const bool whole = holds_columns<Product>(m.columns());
  auto outputs = make_outputs(output);
  const auto launch = [&](AssignmentOutputs<Out>& those, Staging waits) {
    if (waits == Staging::column && !whole) return false;
    launch_product<Product>(those.first, arg, at, from, m, whole, stream);
    return true;
  };
  detail::assignment::launch_checked(outputs, staging, StreamMemory{stream}, launch);
}

template <class Out, class Arg, class From>
void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from, const SharedDenseMatrix& m,
              detail::checks::Staging staging, cudaStream_t stream) {
  using T = real_of<typename Arg::value_type>;
  const ProfilerRange range(make_outputs(output));
  if (m.rows() <= most_rows_of_flat_tiles) {
    multiply_by<ProductOf<T, false>>(output, arg, at, from, m, staging, stream);
  } else {
    multiply_by<ProductOf<T, true>>(output, arg, at, from, m, staging, stream);
  }
}

}  // namespace stencil::cuda
