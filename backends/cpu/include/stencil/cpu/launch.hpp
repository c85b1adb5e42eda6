// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/assign/stand_in.hpp>
#include <stencil/cpu/one_row.hpp>
#include <stencil/cpu/run.hpp>
#include <stencil/cpu/staged.hpp>
#include <stencil/cpu/threads.hpp>
#include <stencil/cpu/widest.hpp>
#include <stencil/inspect/explain.hpp>

namespace stencil::cpu {

/// Strategy: the argument of an operator is computed again at every read. (Without a strategy an argument is stored if
/// that is estimated to cost less.)
struct Recompute {
  static constexpr const char* name = "cpu::Recompute";
};
/// Strategy: every argument of an operator is computed once and stored in a tile.
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

/// The bytes of one column of all operands and destinations, each field counted once.
inline std::ptrdiff_t bytes_per_column(const plan::OperandList& operands) {
  std::ptrdiff_t bytes = 0;
  for (const plan::Operand& operand : operands) {
    const plan::Operand* met = operands.begin();
    while (met->leaf.data != operand.leaf.data) ++met;
    if (met == &operand) bytes += operand.leaf.kind->bytes * operand.leaf.rows();
  }
  return bytes;
}
/// The same for all columns.
inline std::ptrdiff_t bytes_of(const plan::OperandList& operands) {
  return bytes_per_column(operands) * static_cast<std::ptrdiff_t>(operands.begin()->leaf.grid->columns);
}

/// Whether stores can bypass the caches: the destinations have numbers at all levels and no mask. If results come from
/// scratch memory, columns must be dense; if whole vectors are written at once, rows must be aligned to vectors.
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
      const std::size_t line = sizeof(T) * VectorWidth<Outs>::value;
      can = can && L::columns_contiguous && d.strides.level() % VectorWidth<Outs>::value == 0 &&
            reinterpret_cast<std::uintptr_t>(d.data) % line == 0;
    } else {
      can = can && ((L::levels_contiguous && d.strides.column() == d.rows()) || L::columns_contiguous);
    }
  });
  return can;
}

/// The number of bytes that an environment variable gives. Throws Error for anything else.
STENCIL_COLD inline std::ptrdiff_t bytes_in(const char* variable, const char* given) {
  char* end = nullptr;
  errno = 0;
  const long long bytes = std::strtoll(given, &end, 10);
  if (end == given || *end != '\0' || errno == ERANGE || bytes < 0) {
    detail::messages::raise<Error>(
        {variable, " is a number of bytes, such as 33554432, but \"", given, "\" was given"});
  }
  return static_cast<std::ptrdiff_t>(bytes);
}
/// Stores bypass the caches if the operands have at least this many bytes: more than the caches hold, so that the next
/// reader would not find them there anyway. The environment variable STENCIL_STREAMING_BYTES gives another number.
inline std::ptrdiff_t streaming_threshold() {
  static const std::ptrdiff_t bytes = [] {
    constexpr const char* variable = "STENCIL_STREAMING_BYTES";
    const char* const given = std::getenv(variable);
    return given != nullptr ? bytes_in(variable, given) : std::ptrdiff_t{1} << 25;
  }();
  return bytes;
}

/// The most columns of a batch, and the most bytes of its tiles. Rows of a batch are short enough for the caches and
/// long enough for the hardware prefetcher.
inline constexpr std::ptrdiff_t batch_columns = 2048;
inline constexpr std::ptrdiff_t tile_budget = 1 << 18;

/// Whether a destination is also read. Its cache lines are present when they are written; a store that bypasses the
/// caches would have to evict them first.
inline bool reads_a_destination(const plan::OperandList& operands) {
  bool reads = false;
  for (const plan::Operand& read : operands) {
    for (const plan::Operand& written : operands)
      reads = reads || (!read.written && written.written && written.leaf.data == read.leaf.data);
  }
  return reads;
}
/// Whether stores that bypass the caches are expected to be faster.
inline bool is_worth_streaming(const plan::OperandList& operands) {
  return bytes_of(operands) >= streaming_threshold() && !reads_a_destination(operands);
}

template <class Outs>
constexpr bool columns_are_neighbours = Outs::first_type::destination_type::layout::columns_contiguous ||
                                        std::is_same_v<typename Outs::first_type::location, Surface>;

/// The sizes and the metric of a grid; AcrossColumns: the metric with neighbouring columns next to each other.
template <bool AcrossColumns>
EvaluatedColumns column_set(const ColumnGridData& grid) {
  if constexpr (AcrossColumns) {
    return {grid.levels, grid.periodic, grid.per_column, grid.view_across<double>(), grid.view_across<float>()};
  } else {
    return {grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  }
}
template <class Outs>
EvaluatedColumns column_set(const Outs& outputs) {
  return column_set<columns_are_neighbours<Outs>>(*outputs.first.destination.grid);
}

/// How an evaluation writes its results.
enum class Stores {
  direct,
  streamed,         ///< as whole vectors that bypass the caches
  staged,           ///< to scratch memory first, because a destination is an operand
  staged_streamed,  ///< to scratch memory first, from there bypassing the caches
};
constexpr bool through_scratch(Stores stores) { return stores == Stores::staged || stores == Stores::staged_streamed; }

/// The size of a batch of columns.
struct BatchShape {
  std::ptrdiff_t columns;
  std::size_t tile;         ///< values of a tile
  std::size_t arena_bytes;  ///< of all tiles of a thread
};
/// As many columns as have tiles that stay in the caches; with columns contiguous a multiple of 16.
template <class Plan, class Outs>
BatchShape batch_for(const Outs& outputs, Stores stores) {
  using Arena = ArenaPlan<Plan, plan::Order::sequence, Outs>;
  constexpr bool across = columns_are_neighbours<Outs>;
  const std::ptrdiff_t rows = outputs.first.destination.grid->levels + 1;
  const std::size_t row_bytes = Arena::tiles.bytes_per_row + (through_scratch(stores) ? Arena::stage_bytes : 0);
  const auto bytes_of_rows = static_cast<std::ptrdiff_t>(row_bytes) * rows;
  const std::ptrdiff_t most = across ? batch_columns : 64;
  const std::ptrdiff_t fits = row_bytes == 0 ? most : (across ? tile_budget : tile_budget / 16) / bytes_of_rows;
  const std::ptrdiff_t size = std::clamp<std::ptrdiff_t>(across ? fits / 16 * 16 : fits, across ? 16 : 1, most);
  const std::size_t tile = (static_cast<std::size_t>(size * rows) + 15) / 16 * 16;
  return {size, tile, row_bytes * tile};
}

/// Carries out a checked evaluation. bytes: size of all operands, which decides whether threads are worth starting.
/// one_row: how many values there are if all rows are carried out as one, else 0.
template <class Plan, class Outs, class Threads>
void run_all(Outs& outputs, Stores stores, std::ptrdiff_t bytes, std::ptrdiff_t one_row, const Threads& deal) {
  constexpr int W = VectorWidth<Outs>::value;
  constexpr bool across = columns_are_neighbours<Outs>;
  EvaluatedColumns columns = column_set(outputs);
  auto count = static_cast<std::ptrdiff_t>(outputs.first.destination.grid->columns);
  if (one_row > 0) {
    columns = {};
    columns.levels = 1 - rows_at<typename Outs::first_type::location>(0);  // one row at this location
    count = one_row;
  }
  const std::ptrdiff_t rows = columns.levels + 1;
  const BatchShape shape = batch_for<Plan>(outputs, stores);
  const std::ptrdiff_t size = shape.columns;
  allocate_tiles<Plan, plan::Order::sequence>(outputs, shape.tile, through_scratch(stores));

  deal((count + size - 1) / size, bytes, shape.arena_bytes,
       [&](std::ptrdiff_t first, std::ptrdiff_t last, char* arena) {
         Staged<Outs> stage(outputs, arena, size, across, stores == Stores::staged_streamed);
         for (std::ptrdiff_t b = first; b < last; ++b) {
           const std::ptrdiff_t c = b * size;
           const std::ptrdiff_t n = std::min(size, count - c);
           const Batch batch{c, static_cast<int>(n), arena, static_cast<int>(across ? size : rows),
                             stores == Stores::streamed};
           if (through_scratch(stores)) {
             stage.run(c, n, [&](const auto& redirected) {
               Kernel<Plan, W>::template run<across>(redirected, columns, batch);
             });
           } else {
             Kernel<Plan, W>::template run<across>(outputs, columns, batch);
           }
         }
         if (stores == Stores::streamed || stores == Stores::staged_streamed) simd::finish_streams();
       });
}

/// How results are written. in_column: a destination is an operand, so that a column must be read before it is written.
template <class Outs>
Stores stores_for(const plan::OperandList& operands, const Outs& outputs, bool in_column, int threads) {
  constexpr bool across = columns_are_neighbours<Outs>;
  if (in_column)
    return can_stream<true>(outputs) && is_worth_streaming(operands) ? Stores::staged_streamed : Stores::staged;
  // With levels contiguous, streamed results go through scratch memory. That is slower with one thread, which does not
  // use up the memory's bandwidth.
  if ((!across && threads == 1) || !can_stream<!across>(outputs) || !is_worth_streaming(operands))
    return Stores::direct;
  return across ? Stores::streamed : Stores::staged_streamed;
}
/// The same for a way to keep results apart from operands.
template <class Outs>
Stores stores_for(const plan::OperandList& operands, const Outs& outputs, detail::checks::Staging staging,
                  int threads) {
  using detail::checks::Staging;
  return staging == Staging::whole ? Stores::direct
                                   : stores_for(operands, outputs, staging == Staging::column, threads);
}

/// Checks, then evaluates. Nothing is written when the checks throw, or when there is no memory.
template <class Plan, class Outs, class Threads = OpenMP>
void launch(Outs& outputs, const Threads& deal = {}) {
  if constexpr (compiled_for_host) {
    detail::assignment::launch<Plan>(
        outputs, HostMemory{}, [&](Outs& those, detail::checks::Staging staging, const plan::OperandList& operands) {
          const bool in_place = staging == detail::checks::Staging::none;
          run_all<Plan>(those, stores_for(operands, those, staging, deal.threads()), bytes_of(operands),
                        in_place ? length_of_one_row<Outs>(operands) : 0, deal);
          return true;
        });
  }
}

/// Adds to `x` how an evaluation would be carried out.
template <class Strategy, class Outs, class Explanation>
void explain(const Outs& outputs, Explanation& x) {
  using Plan = typename PlanOf<Strategy>::type;
  constexpr bool chosen = std::is_same_v<Strategy, DefaultStrategy>;
  constexpr const auto& tiles = ArenaPlan<Plan, plan::Order::sequence, Outs>::tiles;
  if constexpr (chosen) {
    x.mapping.strategy = "cpu, stores what is costly";
    x.mapping.reason = tiles.count == 0 ? "to compute every argument again costs less than to store it"
                                        : detail::explaining::counted(static_cast<std::size_t>(tiles.count), "tile") +
                                              ", each cheaper to store than to compute at every read";
  } else {
    x.mapping.strategy = Strategy::name;
    x.mapping.reason = "asked for";
  }
  x.mapping.team = "a thread alone, vectors of " + std::to_string(VectorWidth<Outs>::value) + " values";
  plan::OperandList operands;
  detail::checks::list_operands<Plan>(operands, outputs);
  const detail::checks::Staging staging = detail::checks::staging(operands);
  const Stores stores = stores_for(operands, outputs, staging, OpenMP::threads());
  const BatchShape shape = batch_for<Plan>(outputs, stores);
  x.mapping.arena_bytes = shape.arena_bytes;
  x.mapping.team +=
      ", " + detail::explaining::counted(static_cast<std::size_t>(shape.columns), "column") + " at a time";
  if (staging == detail::checks::Staging::none && length_of_one_row<Outs>(operands) > 0)
    x.mapping.team += ", of all levels as one long row";
  if (staging == detail::checks::Staging::whole) {
    x.mapping.team += "; all results wait in memory of their own";
  } else if (through_scratch(stores)) {
    x.mapping.team += "; results wait in the arena";
  }
  detail::explaining::describe_tree<Plan, plan::Order::sequence>(outputs, shape.tile, x);
}

}  // namespace stencil::cpu
