// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>

#if defined(_OPENMP)
#include <omp.h>
#endif

#include <stencil/cpu/run.hpp>
#include <stencil/cpu/staged.hpp>
#include <stencil/cpu/widest.hpp>
#include <stencil/evaluate/check.hpp>
#include <stencil/evaluate/explain.hpp>
#include <stencil/evaluate/policy.hpp>

namespace stencil::cpu {

/// Strategy: every argument of an operator is computed anew at every read. The default stores what is costly.
struct Recompute {
  static constexpr const char* name = "cpu::Recompute";
};
/// Strategy: every argument of an operator is stored in a tile, cheap ones too.
struct StoreAll {
  static constexpr const char* name = "cpu::StoreAll";
};

template <class Strategy>
struct PlanOf {
  static_assert(std::is_same_v<Strategy, DefaultStrategy>,
                "stencil: backend::Cpu takes cpu::Recompute, cpu::StoreAll or no strategy");
  using type = plan::StoreCostly;
};
template <>
struct PlanOf<Recompute> {
  using type = plan::StoreNothing;
};
template <>
struct PlanOf<StoreAll> {
  using type = plan::StoreEverything;
};

/// f(first, last) over [0, count) in one piece per thread; on this thread alone where `bytes` are few.
template <class F>
void for_chunks(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f) {
#if defined(_OPENMP)
  constexpr std::ptrdiff_t worth_waking = 1 << 19;  // bytes: below, the fork costs more than it saves
  if (bytes >= worth_waking && count > 1 && omp_get_max_threads() > 1 && omp_in_parallel() == 0) {
#pragma omp parallel
    {
      const std::ptrdiff_t threads = omp_get_num_threads();
      const std::ptrdiff_t me = omp_get_thread_num();
      f(count * me / threads, count * (me + 1) / threads);
    }
    return;
  }
#endif
  static_cast<void>(bytes);
  f(0, count);
}
/// How blocks are dealt to threads; a backend with threads of its own has another one.
struct OpenMP {
  static int threads() {
#if defined(_OPENMP)
    return omp_in_parallel() != 0 ? 1 : omp_get_max_threads();
#else
    return 1;
#endif
  }
  template <class F>
  void operator()(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f) const {
    for_chunks(count, bytes, f);
  }
};

/// Scratch that a thread keeps between evaluations, aligned to cache lines.
inline char* scratch(std::size_t bytes) {
  struct Free {
    void operator()(char* p) const { std::free(p); }
  };
  thread_local std::unique_ptr<char, Free> memory;
  thread_local std::size_t size = 0;
  if (bytes > size) {
    const std::size_t rounded = (bytes + 4095) / 4096 * 4096;
    memory.reset(static_cast<char*>(std::aligned_alloc(4096, rounded)));
    if (!memory) throw Error("out of memory: scratch for the tiles of a column could not be allocated");
    size = rounded;
  }
  return memory.get();
}

/// Bytes that one column of all operands and destinations takes, each counted once.
template <class Plan, class Outs>
std::ptrdiff_t bytes_per_column(const Outs& outputs) {
  std::ptrdiff_t bytes = 0;
  const void* met[16];  // a few operands, so that the commonly repeated ones count once
  int count = 0;
  const auto add = [&](const auto& leaf, plan::ReadAs = plan::ReadAs::own_row) {
    if (std::find(met, met + count, leaf.data) != met + count) return;
    if (count < 16) met[count++] = leaf.data;
    bytes += static_cast<std::ptrdiff_t>(sizeof(leaf.data[0])) * leaf.rows();
  };
  outputs.each([&](const auto& output) {
    add(output.destination);
    plan::each_leaf<Plan>(output.expression, add);
  });
  return bytes;
}

/// Whether stores can bypass the caches: numbers at every position, dense or, when written straight from vectors of
/// columns, with rows that start on a vector.
template <bool FromScratch, class Outs>
bool can_stream(const Outs& outputs) {
  bool can = true;
  outputs.each([&](const auto& output) {
    using O = std::remove_cvref_t<decltype(output)>;
    using L = typename O::destination_type::layout;
    using T = typename O::value_type;
    constexpr bool number = std::is_same_v<T, float> || std::is_same_v<T, double>;
    const auto& d = output.destination;
    can = can && number && !std::is_same_v<typename O::location, Surface> && std::is_same_v<decltype(O::mask), NoMask>;
    if constexpr (!FromScratch) {
      const std::size_t line = sizeof(T) * LanesFor<Outs>::value;
      can = can && L::columns_contiguous && d.strides.level() % LanesFor<Outs>::value == 0 &&
            reinterpret_cast<std::uintptr_t>(d.data) % line == 0;
    } else {
      can = can && ((L::levels_contiguous && d.strides.column() == d.rows()) || L::columns_contiguous);
    }
  });
  return can;
}

/// Bytes from which stores bypass the caches: the operands would not be found there by the next reader anyway.
inline std::ptrdiff_t streaming_threshold() {
  static const std::ptrdiff_t bytes = [] {
    const char* given = std::getenv("STENCIL_STREAMING_BYTES");
    return given != nullptr ? static_cast<std::ptrdiff_t>(std::atoll(given)) : std::ptrdiff_t{1} << 25;
  }();
  return bytes;
}

/// Columns of a block without tiles, and bytes that the tiles of a block may take: rows short enough for the caches,
/// long enough for the hardware to prefetch.
inline constexpr std::ptrdiff_t block_columns = 2048;
inline constexpr std::ptrdiff_t tile_budget = 1 << 18;

template <class Plan, class Outs>
bool is_large(const Outs& outputs) {
  return bytes_per_column<Plan>(outputs) * static_cast<std::ptrdiff_t>(outputs.first.destination.grid->columns) >=
         streaming_threshold();
}

template <class Outs>
constexpr bool columns_are_neighbours = Outs::first_type::destination_type::layout::columns_contiguous ||
                                        std::is_same_v<typename Outs::first_type::location, Surface>;

template <class Outs>
ColumnSet column_set(const Outs& outputs) {
  const GridData& grid = *outputs.first.destination.grid;
  if constexpr (columns_are_neighbours<Outs>) {
    return {grid.levels, grid.periodic, grid.per_column, grid.view_across<double>(), grid.view_across<float>()};
  } else {
    return {grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  }
}

/// How one evaluation treats its destinations.
enum class Stores {
  direct,
  streamed,         ///< whole vectors, past the caches
  staged,           ///< through scratch, because a destination is an operand
  staged_streamed,  ///< through scratch, then past the caches
};

template <class Plan, class Outs, class Deal>
void run_all(Outs& outputs, Stores stores, const Deal& deal) {
  constexpr int W = LanesFor<Outs>::value;
  using Arena = ArenaPlan<Plan, plan::Order::sequence, Outs>;
  const ColumnSet columns = column_set(outputs);
  const auto count = static_cast<std::ptrdiff_t>(outputs.first.destination.grid->columns);
  const std::ptrdiff_t bytes = bytes_per_column<Plan>(outputs) * count;
  // Columns of a pass: blocks whose tiles stay in the caches, in whole vectors where columns are neighbours.
  constexpr bool across = columns_are_neighbours<Outs>;
  const bool through_scratch = stores != Stores::direct && stores != Stores::streamed;
  const std::ptrdiff_t rows = columns.levels + 1;
  const std::ptrdiff_t row_bytes = Arena::tiles.bytes_per_row + (through_scratch ? Arena::stage_bytes : 0);
  const std::ptrdiff_t most = across ? block_columns : 64;
  const std::ptrdiff_t fits = row_bytes == 0 ? most : (across ? tile_budget : tile_budget / 16) / (row_bytes * rows);
  const std::ptrdiff_t block = std::clamp<std::ptrdiff_t>(across ? fits / 16 * 16 : fits, across ? 16 : 1, most);
  const std::size_t tile = (static_cast<std::size_t>(block * rows) + 15) / 16 * 16;
  const std::size_t arena_bytes = allocate<Plan, plan::Order::sequence>(outputs, tile, through_scratch);

  deal((count + block - 1) / block, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    char* arena = scratch(arena_bytes);
    Staged<Outs> stage(outputs, arena, block, across, stores == Stores::staged_streamed);
    for (std::ptrdiff_t b = first; b < last; ++b) {
      const std::ptrdiff_t c = b * block;
      const std::ptrdiff_t n = std::min(block, count - c);
      const Pass pass{c, static_cast<int>(n), arena, static_cast<int>(across ? block : rows),
                      stores == Stores::streamed};
      if (through_scratch) {
        stage.run(c, n,
                  [&](const auto& redirected) { Kernel<Plan, W>::template run<across>(redirected, columns, pass); });
      } else {
        Kernel<Plan, W>::template run<across>(outputs, columns, pass);
      }
    }
    if (stores == Stores::streamed || stores == Stores::staged_streamed) simd::finish_streams();
  });
}

/// Checks, then evaluates. Nothing is written when it throws.
template <class Plan, class Outs, class Deal = OpenMP>
void launch(Outs& outputs, const Deal& deal = {}) {
  checks::check<Plan>(outputs);
  switch (checks::staging<Plan>(outputs)) {
    case checks::Staging::whole:
      through_stand_ins(outputs, [&](const auto&... redirected) {
        auto all = make_outputs(redirected...);
        run_all<Plan>(all, Stores::direct, deal);
      });
      break;
    case checks::Staging::column:
      run_all<Plan>(outputs,
                    is_large<Plan>(outputs) && can_stream<true>(outputs) ? Stores::staged_streamed : Stores::staged,
                    deal);
      break;
    case checks::Staging::none:
      constexpr bool across = columns_are_neighbours<Outs>;
      // Levels are streamed by way of scratch. One thread does not fill the memory bus, and loses more than it saves.
      const bool worth = is_large<Plan>(outputs) && (across || deal.threads() > 1);
      const Stores stores = !worth || !can_stream<!across>(outputs) ? Stores::direct
                            : across                                ? Stores::streamed
                                                                    : Stores::staged_streamed;
      run_all<Plan>(outputs, stores, deal);
      break;
  }
}

/// How an evaluation would be carried out.
template <class Strategy, class Outs, class Explanation>
void explain(const Outs& outputs, Explanation& x) {
  using Plan = typename PlanOf<Strategy>::type;
  constexpr bool chosen = std::is_same_v<Strategy, DefaultStrategy>;
  constexpr const auto& tiles = ArenaPlan<Plan, plan::Order::sequence, Outs>::tiles;
  if constexpr (chosen) {
    x.mapping.strategy = "cpu, stores what is costly";
    x.mapping.reason = tiles.count == 0 ? "to compute every argument again costs less than to store it"
                                        : "the arguments of " + std::to_string(tiles.count) +
                                              " reads cost more to compute again than to store";
  } else {
    x.mapping.strategy = Strategy::name;
    x.mapping.reason = "asked for";
  }
  x.mapping.team = "a thread alone, vectors of " + std::to_string(LanesFor<Outs>::value) + " values";
  x.mapping.arena_bytes = tiles.bytes_per_row * static_cast<std::size_t>(outputs.first.destination.grid->levels + 1);
  x.operations_per_column = explaining::operations<Plan>(outputs);
}

}  // namespace stencil::cpu
