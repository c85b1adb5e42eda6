// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include <stencil/algorithm/dense.hpp>
#include <stencil/cpu/cpu.hpp>

/// Matrices times columns by an emulated block.
namespace stencil::emulation {

/// One rank of a block, as far as a product needs it.
class Multiplier {
 public:
  Multiplier(int rank, std::barrier<>& barrier, char* arena, int dropped)
      : rank_(rank), barrier_(barrier), arena_(arena), dropped_(dropped) {}
  int rank() const { return rank_; }
  char* arena() const { return arena_; }
  void copy(void* to, const void* from) const { std::memcpy(to, from, 16); }
  void copied() const {}
  void barrier() const {
    if (reached_++ != dropped_) barrier_.arrive_and_wait();
  }

 private:
  int rank_;
  std::barrier<>& barrier_;
  char* arena_;
  int dropped_;
  mutable int reached_ = 0;
};

/// Levels of x that a block holds at once; of longer columns it takes pieces, as a device does whose memory is full.
inline constexpr int most_levels_held = 64;

/// Blocks of four ranks, with four rows of four columns each. `whole`: a block holds all levels of x.
template <class Out, class Arg, class From>
void multiply_in_blocks(const Out& output, const Arg& arg, From, const GridData& from, const DenseMatrix& m, bool whole,
                        int dropped) {
  using T = real_of<typename Arg::value_type>;
  using Product = ProductInRegisters<T, 4, 4, 2, 2, 8, 2>;
  const PaddedTranspose<T> padded(m);
  const DenseView<T> view{padded.values.data(), m.rows(), m.columns(), padded.pitch};
  const ColumnSet to_columns = cpu::column_set<false>(*output.destination.grid);
  const ColumnSet from_columns = cpu::column_set<false>(from);
  const auto count = static_cast<std::ptrdiff_t>(from.columns);
  const std::size_t bytes = DenseArena<Product>::bytes(m.columns(), whole);
  const std::unique_ptr<std::max_align_t[]> arena(new std::max_align_t[bytes / sizeof(std::max_align_t) + 1]);
  std::barrier<> barrier(Product::members);
  const auto rank = [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += Product::columns) {
      const Multiplier team(me, barrier, reinterpret_cast<char*>(arena.get()), dropped);
      const int here = static_cast<int>(std::min<std::ptrdiff_t>(Product::columns, count - first));
      DenseBlock<Product, Out, From, Arg, Multiplier>(output, arg, team, to_columns, from_columns, view, first, here,
                                                      whole)
          .run();
      barrier.arrive_and_wait();  // one block after the other; blocks share nothing else
    }
  };
  std::vector<std::thread> threads;
  for (int me = 1; me < Product::members; ++me) threads.emplace_back(rank, me);
  rank(0);
  for (auto& t : threads) t.join();
}

template <class Out, class Arg, class From>
void multiply(const Out& output, const Arg& arg, From at, const GridData& from, const DenseMatrix& m,
              checks::Staging staging, int dropped) {
  const bool whole = m.columns() <= most_levels_held;
  auto outputs = make_outputs(output);
  assignment::launch_checked(outputs, staging, cpu::HostMemory{}, [&](Outputs<Out>& those, checks::Staging waits) {
    if (waits == checks::Staging::column && !whole) return false;
    multiply_in_blocks(those.first, arg, at, from, m, whole, dropped);
    return true;
  });
}

}  // namespace stencil::emulation
