// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstring>

#include <stencil/algorithm/dense.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/member.hpp>

/// Products of matrices and columns by emulated blocks.
namespace stencil::emulation {

/// A thread of a block that multiplies. On a device copies to the arena are asynchronous, and copied() waits for them.
class Multiplier : public Member {
 public:
  using Member::Member;
  void copy(void* to, const void* from) const { std::memcpy(to, from, 16); }
  void copied() const {}
};

/// How many levels of the argument a block holds at once. It goes through longer columns in pieces, as on a device
/// whose shared memory is too small.
inline constexpr int most_levels_held = 64;

/// Multiplies by blocks of four threads, with four rows of four columns each. whole: a block holds all levels of the
/// argument.
template <class Out, class Arg, class From>
void multiply_in_blocks(const Out& output, const Arg& arg, From, const ColumnGridData& from, const SharedDenseMatrix& m,
                        bool whole, int dropped) {
  using T = real_of<typename Arg::value_type>;
  using Product = ProductInRegisters<T, 4, 4, 2, 2, 8, 2>;
  const PaddedTranspose<T> padded(m);
  const DenseView<T> view{padded.values.data(), m.rows(), m.columns(), padded.pitch};
  const EvaluatedColumns to_columns = cpu::column_set<false>(*output.destination.grid);
  const EvaluatedColumns from_columns = cpu::column_set<false>(from);
  const auto count = static_cast<std::ptrdiff_t>(from.columns);
  const std::size_t bytes = DenseArena<Product>::bytes(m.columns(), whole);
  const SharedArena arena(bytes);
  std::barrier<> barrier(Product::members);
  const auto rank = [&](int me) {
    for (std::ptrdiff_t first = 0; first < count; first += Product::columns) {
      const Multiplier team(me, Product::members, barrier, arena.get(), dropped);
      const int here = static_cast<int>(std::min<std::ptrdiff_t>(Product::columns, count - first));
      DenseBlock<Product, Out, From, Arg, Multiplier>(output, arg, team, to_columns, from_columns, view, first, here,
                                                      whole)
          .run();
      barrier.arrive_and_wait();  // the next block uses the same arena
    }
  };
  on_threads(Product::members, rank);
}

template <class Out, class Arg, class From>
void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from, const SharedDenseMatrix& m,
              detail::checks::Staging staging, int dropped) {
  const bool whole = m.columns() <= most_levels_held;
  auto outputs = make_outputs(output);
  using detail::checks::Staging;
  detail::assignment::launch_checked(outputs, staging, cpu::HostMemory{},
                                     [&](AssignmentOutputs<Out>& those, Staging waits) {
                                       if (waits == Staging::column && !whole) return false;
                                       multiply_in_blocks(those.first, arg, at, from, m, whole, dropped);
                                       return true;
                                     });
}

}  // namespace stencil::emulation
