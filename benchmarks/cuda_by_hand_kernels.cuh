// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cuda_by_hand.cuh"

namespace by_hand {

template <bool Levels, class T>
__device__ Column<T> column_of(const Problem<T>& p, std::ptrdiff_t column) {
  const std::ptrdiff_t center = Levels ? column * p.levels : column;
  const std::ptrdiff_t face = Levels ? column * (p.levels + 1) : column;
  return {p.a + center, p.b + center, p.f + face, p.inverse_df, p.inverse_dc, p.levels, Levels ? 1 : p.columns};
}
template <bool Levels, class T>
__device__ T* out_of(const Problem<T>& p, std::ptrdiff_t column) {
  return p.out + (Levels ? column * p.levels : column);
}

/// A thread for each value. Threads along x follow the memory, so that no index is divided.
template <class Work, bool Levels, class T>
__global__ void __launch_bounds__(256) recompute(const Problem<T> p) {
  const int x = static_cast<int>(threadIdx.x);
  const std::ptrdiff_t column = Levels ? static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.y + threadIdx.y
                                       : static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + x;
  const int row = Levels ? static_cast<int>(blockIdx.y * blockDim.x) + x : static_cast<int>(blockIdx.y);
  if (column >= p.columns || row >= p.levels) return;
  const Column<T> at = column_of<Levels>(p, column);
  out_of<Levels>(p, column)[row * at.step] = Work::value(at, row);
}

/// A thread for each column, or for `rows` rows of one, from bottom to top.
template <class Work, class T>
__global__ void __launch_bounds__(128) march(const Problem<T> p, int rows) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int first = static_cast<int>(blockIdx.y) * rows;
  if (column >= p.columns) return;
  const Column<T> at = column_of<false>(p, column);
  T* out = out_of<false>(p, column);
  const int end = min(first + rows, p.levels);
  typename Work::template March<T> window(at, first);
#pragma unroll 4
  for (int i = first; i < end; ++i) out[i * at.step] = window.next(i);
}

/// How columns are dealt to lanes. A column longer than a warp's rows is cut into pieces that overlap by `reach`.
struct Deal {
  int lanes;           ///< of one column, or of one piece
  int groups;          ///< columns beside each other in a warp
  unsigned per_lanes;  ///< 2^16 / lanes, rounded up: lane * per_lanes >> 16 is lane / lanes
  int pieces;          ///< of one column
  int reach;           ///< 0 for whole columns
};

template <class T>
struct alignas(16) Word {
  static constexpr int size = 16 / sizeof(T);
  T value[size];
};

/// Rows [row, row + Rows) as far as they are in [low, high), 0 elsewhere; `Wide` asks for 16 bytes a time.
template <bool Wide, int Rows, class T>
__device__ void load(const T* from, int row, int low, int high, T (&to)[Rows]) {
  if constexpr (Wide) {
#pragma unroll
    for (int n = 0; n < Rows; n += Word<T>::size) {
      Word<T> word = {};
      if (row + n < high) word = *reinterpret_cast<const Word<T>*>(from + row + n);
#pragma unroll
      for (int i = 0; i < Word<T>::size; ++i) to[n + i] = word.value[i];
    }
  } else {
#pragma unroll
    for (int n = 0; n < Rows; ++n) to[n] = row + n >= low && row + n < high ? from[row + n] : T(0);
  }
}
template <bool Wide, int Rows, class T>
__device__ void store(T* to, int row, int low, int high, const T (&from)[Rows]) {
  if constexpr (Wide) {
#pragma unroll
    for (int n = 0; n < Rows; n += Word<T>::size) {
      Word<T> word;
#pragma unroll
      for (int i = 0; i < Word<T>::size; ++i) word.value[i] = from[n + i];
      if (row + n < high) *reinterpret_cast<Word<T>*>(to + row + n) = word;
    }
  } else {
#pragma unroll
    for (int n = 0; n < Rows; ++n) {
      if (row + n >= low && row + n < high) to[row + n] = from[n];
    }
  }
}

/// Lanes of a warp hold `Rows` consecutive rows each. `Wide` needs whole columns and columns that begin at 16 bytes.
template <class Work, int Rows, bool Wide, class T>
__global__ void __launch_bounds__(256) in_lanes(const Problem<T> p, const Deal deal) {
  const unsigned lane = threadIdx.x % 32;
  const std::ptrdiff_t warp = static_cast<std::ptrdiff_t>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  const int group = static_cast<int>(lane * deal.per_lanes >> 16);
  const int member = static_cast<int>(lane) - group * deal.lanes;
  std::ptrdiff_t column = warp * deal.groups + group;
  const int piece_rows = deal.lanes * Rows;
  const int first = static_cast<int>(blockIdx.y) * (piece_rows - 2 * deal.reach) - deal.reach;
  int row = first + member * Rows;
  // Lanes without work stay for the shuffles, beyond the top of a column.
  if (group >= deal.groups || column >= p.columns) {
    column = 0;
    row = p.levels;
  }
  const Column<T> at = column_of<true>(p, column);
  Lane<T, Rows> x;
  x.last = member == deal.lanes - 1;
  load<Wide>(at.a, row, 0, p.levels, x.a);
  load<Wide>(at.b, row, 0, p.levels, x.b);
  load<false>(at.f, row, 1, p.levels, x.f);
  load<false>(at.inverse_df, row, 1, p.levels, x.inverse_df);
  load<false>(at.inverse_dc, row, 0, p.levels, x.inverse_dc);
  Work::evaluate(x);
  store<Wide>(out_of<true>(p, column), row, first + deal.reach, min(p.levels, first + piece_rows - deal.reach), x.out);
}

inline unsigned ceil_div(std::ptrdiff_t a, std::ptrdiff_t b) { return static_cast<unsigned>((a + b - 1) / b); }
inline void launched() { stencil::cuda::require(cudaGetLastError(), "launch of a kernel written by hand"); }

template <class Work, int Rows, class T>
Form lanes_form(const Problem<T>& p) {
  const int lanes = (p.levels + Rows - 1) / Rows;
  const bool whole = lanes <= 32;
  Deal deal{whole ? lanes : 32, whole ? 32 / lanes : 1, 0, 1, whole ? 0 : Work::reach};
  deal.per_lanes = ceil_div(1 << 16, deal.lanes);
  if (!whole) deal.pieces = static_cast<int>(ceil_div(p.levels, 32 * Rows - 2 * Work::reach));
  const std::string shape = std::to_string(Rows) + " rows x " + std::to_string(deal.lanes) + " lanes";
  const dim3 grid(ceil_div(p.columns, deal.groups * 8), static_cast<unsigned>(deal.pieces));
  if constexpr (Rows % Word<T>::size == 0) {
    if (whole && p.levels % Word<T>::size == 0) {
      return {"registers " + shape + " wide", [=] {
                in_lanes<Work, Rows, true><<<grid, 256>>>(p, deal);
                launched();
              }};
    }
  }
  return {"registers " + shape + (whole ? "" : " in pieces"), [=] {
            in_lanes<Work, Rows, false><<<grid, 256>>>(p, deal);
            launched();
          }};
}

template <class Work, bool Levels, class T>
Form recompute_form(const Problem<T>& p) {
  const auto rows = static_cast<unsigned>(std::min(256, (p.levels + 31) / 32 * 32));
  const dim3 block = Levels ? dim3(rows, 256 / rows) : dim3(256);
  const dim3 grid = Levels ? dim3(ceil_div(p.columns, block.y), ceil_div(p.levels, rows))
                           : dim3(ceil_div(p.columns, 256), static_cast<unsigned>(p.levels));
  return {"recompute", [=] {
            recompute<Work, Levels><<<grid, block>>>(p);
            launched();
          }};
}

template <class Work, class T>
Form march_form(const Problem<T>& p, int rows) {
  const dim3 grid(ceil_div(p.columns, 128), ceil_div(p.levels, rows));
  return {rows == p.levels ? "march" : "march " + std::to_string(rows) + " rows", [=] {
            march<Work><<<grid, 128>>>(p, rows);
            launched();
          }};
}

/// All forms that a case has; the first is the plainest, and what the others are compared with.
template <class Work, bool Levels, class T>
std::vector<Form> forms(const Problem<T>& p) {
  std::vector<Form> result = {recompute_form<Work, Levels>(p)};
  if constexpr (Levels) {
    result.push_back(lanes_form<Work, 2>(p));
    result.push_back(lanes_form<Work, 3>(p));
    result.push_back(lanes_form<Work, 4>(p));
    result.push_back(lanes_form<Work, 5>(p));
    result.push_back(lanes_form<Work, 8>(p));
  } else {
    for (const int rows : {8, 32}) {
      if (rows < p.levels) result.push_back(march_form<Work>(p, rows));
    }
    result.push_back(march_form<Work>(p, p.levels));
  }
  return result;
}

}  // namespace by_hand
