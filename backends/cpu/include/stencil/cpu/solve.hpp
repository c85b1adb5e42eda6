// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/cpu/launch.hpp>
#include <stencil/matrix/column_solver.hpp>

/// Banded systems on the CPU: the rows of a block of columns from the bottom up, W columns at a time, then back down.
namespace stencil::cpu {

template <class Out, int W>
struct ColumnSolver {
  using Node = typename Out::expression_type;
  using Location = typename Out::location;
  using Plan = plan::StoreNothing;
  using Row = lanes_of<typename Node::matrix_type::value_type, W>;
  using Right = lanes_of<typename Node::right_type::value_type, W>;
  using System = elimination::System<Row, Right>;
  using Reduced = typename System::reduced;
  using Value = typename System::value;

  /// What is left of the rows of a block: those of one row next to each other.
  struct Block {
    std::ptrdiff_t first;  ///< column
    int count;             ///< columns
    Reduced* reduced;
    bool stream;
    int packs() const { return (count + W - 1) / W; }
    Reduced& at(int row, int pack) const { return reduced[row * packs() + pack]; }
  };

  template <bool Interior>
  static auto cursor(const ColumnSet& columns, const Block& block, int row, int pack) {
    return ColumnCursor<Plan, Location, W, Interior>(columns, block.first + pack * W, row,
                                                     std::min(W, block.count - pack * W), nullptr, 0, 0, block.stream);
  }

  template <bool Interior>
  static void reduce_row(const Out& out, const ColumnSet& columns, const Block& block, int row, int from, int to) {
    const int rows = rows_at<Location>(columns.levels);
    for (int pack = from; pack < to; ++pack) {
      const auto at = cursor<Interior>(columns, block, row, pack);
      Row entries = at.template cast<typename Node::matrix_type::value_type>(out.expression.matrix.value(at));
      const Right right = at.template cast<typename Node::right_type::value_type>(out.expression.right.value(at));
      if constexpr (Interior) {
        block.at(row, pack) =
            System::reduce(entries, right, [&](int i) -> const Reduced& { return block.at(row - 1 - i, pack); });
      } else {
        entries = System::clipped(entries, row, rows);
        const Reduced none{};
        block.at(row, pack) = System::reduce(entries, right, [&](int i) -> const Reduced& {
          return row - 1 - i < 0 ? none : block.at(row - 1 - i, pack);
        });
      }
    }
  }
  // The loops are compiled as one function each, or packs travel through memory.
  STENCIL_CPU_ONE_FUNCTION static void reduce_inside(const Out& original, const ColumnSet& set, const Block& every,
                                                     int first, int last) {
    const Out out = original;
    const ColumnSet columns = set;
    const Block block = every;
    for (int row = first; row < last; ++row) reduce_row<true>(out, columns, block, row, 0, block.count / W);
  }
  static void reduce_end(const Out& out, const ColumnSet& columns, const Block& block, int first, int last, int pack) {
    for (int row = first; row < last; ++row) reduce_row<false>(out, columns, block, row, pack, block.packs());
  }

  template <bool Interior>
  static void substitute_row(const Out& out, const ColumnSet& columns, const Block& block, int row, int from, int to) {
    const int rows = rows_at<Location>(columns.levels);
    const Value none{};
    for (int pack = from; pack < to; ++pack) {
      Reduced& reduced = block.at(row, pack);
      reduced.right = System::substitute(reduced, [&](int j) -> const Value& {
        return Interior || row + 1 + j < rows ? block.at(row + 1 + j, pack).right : none;
      });
      const auto at = cursor<Interior>(columns, block, row, pack);
      out.store(at, at.template cast<typename Out::value_type>(reduced.right));
    }
  }
  STENCIL_CPU_ONE_FUNCTION static void substitute_inside(const Out& original, const ColumnSet& set, const Block& every,
                                                         int first, int last) {
    const Out out = original;
    const ColumnSet columns = set;
    const Block block = every;
    for (int row = last - 1; row >= first; --row) substitute_row<true>(out, columns, block, row, 0, block.count / W);
  }
  static void substitute_end(const Out& out, const ColumnSet& columns, const Block& block, int first, int last,
                             int pack) {
    for (int row = last - 1; row >= first; --row) substitute_row<false>(out, columns, block, row, pack, block.packs());
  }

  /// Columns of a block with ends.
  static void run(const Out& out, const ColumnSet& columns, const Block& block) {
    const int rows = rows_at<Location>(columns.levels);
    const auto margin = [&](Side side) {
      const int matrix = plan::Margin<Plan, typename Node::matrix_type>::rows(side, false);
      const int right = plan::Margin<Plan, typename Node::right_type>::rows(side, false);
      return std::max({matrix, right, side == Side::bottom ? System::below : System::above});
    };
    const int below = std::min(margin(Side::bottom), rows);
    const int inside = std::max(rows - margin(Side::top), below);
    const int whole = columns.heights_per_column ? 0 : block.count / W;
    reduce_end(out, columns, block, 0, below, 0);
    if (whole > 0) reduce_inside(out, columns, block, below, inside);
    if (whole < block.packs()) reduce_end(out, columns, block, below, inside, whole);
    reduce_end(out, columns, block, inside, rows, 0);

    const int last = std::max(rows - System::above, 0);
    substitute_end(out, columns, block, last, rows, 0);
    if (whole > 0) substitute_inside(out, columns, block, 0, last);
    if (whole < block.packs()) substitute_end(out, columns, block, 0, last, whole);
  }
};

/// Rings: each column by itself.
template <class Out>
void solve_rings(const Out& out) {
  const GridData& grid = *out.destination.grid;
  const ColumnSet columns{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
  using Solver = elimination::ColumnSolver<Out>;
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  for_chunks(count, bytes_per_column<plan::StoreNothing>(make_outputs(out)) * count,
             [&](std::ptrdiff_t first, std::ptrdiff_t last) {
               char* memory = scratch(Solver::scratch_bytes(columns, 1));
               for (std::ptrdiff_t c = first; c < last; ++c) Solver(out, columns, c, memory, 0, 1).run();
             });
}

template <class Out>
void solve_all(const Out& out, bool stream) {
  if (out.destination.grid->periodic) return solve_rings(out);
  constexpr int W = LanesFor<Outputs<Out>>::value;
  using Solver = ColumnSolver<Out, W>;
  const GridData& grid = *out.destination.grid;
  const ColumnSet columns{grid.levels, grid.periodic, grid.per_column, grid.view_across<double>(),
                          grid.view_across<float>()};
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const std::ptrdiff_t rows = rows_at<typename Out::location>(grid.levels);
  const auto pack_bytes = static_cast<std::ptrdiff_t>(sizeof(typename Solver::Reduced)) * rows;
  // Where levels are neighbours, the columns of many packs would lie in few sets of the cache.
  const std::ptrdiff_t packs = columns_are_neighbours<Outputs<Out>>
                                   ? std::clamp<std::ptrdiff_t>(tile_budget / pack_bytes, 1, block_columns / W)
                                   : 1;
  const std::ptrdiff_t block = packs * W;
  const std::ptrdiff_t bytes = bytes_per_column<plan::StoreNothing>(make_outputs(out)) * count;
  for_chunks((count + block - 1) / block, bytes, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
    char* memory = scratch(static_cast<std::size_t>(packs * pack_bytes));
    for (std::ptrdiff_t b = first; b < last; ++b) {
      const std::ptrdiff_t c = b * block;
      Solver::run(out, columns,
                  {c, static_cast<int>(std::min(block, count - c)), reinterpret_cast<typename Solver::Reduced*>(memory),
                   stream});
    }
    if (stream) simd::finish_streams();
  });
}

/// Checks, then solves. Nothing is written when it throws.
template <class Out>
void launch_solve(const Outputs<Out>& outputs) {
  using Plan = plan::StoreNothing;
  checks::check<Plan>(outputs);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  constexpr bool masked = !std::is_same_v<decltype(Out::mask), NoMask>;
  // A column is read before it is written, except for its mask.
  if (staging == checks::Staging::whole || (masked && staging == checks::Staging::column)) {
    through_stand_ins(outputs, [](const auto& redirected) { solve_all(redirected, false); });
  } else {
    solve_all(outputs.first,
              columns_are_neighbours<Outputs<Out>> && is_large<Plan>(outputs) && can_stream<false>(outputs));
  }
}

}  // namespace stencil::cpu
