// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/neighbours.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/heights_alone.hpp>
#include <stencil/cpu/launch.hpp>

/// Formulas without neighbours in the active levels of each column: its active rows, one after the other or, where
/// columns are neighbours in memory, for vectors of columns with a mask.
namespace stencil::cpu {

/// Whether a node divides whole numbers, which ends the program where the divisor is zero.
template <class N>
inline constexpr bool divides_whole_numbers = false;
template <class F, class... Nodes>
inline constexpr bool divides_whole_numbers<Broadcasted<F, Nodes...>> =
    (std::is_same_v<F, functions::Divide> || std::is_same_v<F, functions::Remainder>) &&
    std::is_integral_v<scalar_of<typename Broadcasted<F, Nodes...>::value_type>>;
/// Whether a node computes with fields and numbers alone, point by point. Across: for vectors of columns, of which some
/// are not active at a row; a user's function might refuse what they have there.
template <class N, bool Across>
inline constexpr bool is_of_points = false;
template <bool Across>
inline constexpr bool is_of_points<NoMask, Across> = true;
template <class T, bool Across>
inline constexpr bool is_of_points<ScalarNode<T>, Across> = true;
template <class T, class Where, class Layout, class Space, bool Across>
inline constexpr bool is_of_points<FieldLeaf<T, Where, Layout, Space>, Across> = true;
template <class F, class... Nodes, bool Across>
inline constexpr bool is_of_points<Broadcasted<F, Nodes...>, Across> =
    (is_of_points<Nodes, Across> && ...) &&
    !(Across && (CallsUser<Broadcasted<F, Nodes...>>::value || divides_whole_numbers<Broadcasted<F, Nodes...>>));

template <class Output, bool Across>
inline constexpr bool is_output_of_points =
    std::is_same_v<typename Output::location, Center> && columns_are_neighbours<AssignmentOutputs<Output>> == Across &&
    is_of_points<typename Output::expression_type, Across> &&
    is_of_points<std::remove_cv_t<decltype(Output::mask)>, Across>;
/// Whether outputs are such formulas at centers, for destinations that are all vectors of levels or all of columns.
template <class Outs>
inline constexpr bool goes_along_active_rows = false;
template <class First, class... Rest>
inline constexpr bool goes_along_active_rows<AssignmentOutputs<First, Rest...>> =
    is_output_of_points<First, columns_are_neighbours<AssignmentOutputs<First>>> &&
    (is_output_of_points<Rest, columns_are_neighbours<AssignmentOutputs<First>>> && ...);

/// Whether an int holds whatever first and last levels are, so that masks compare what LevelRange::of() takes.
template <class T>
inline constexpr bool has_levels_of_int = std::is_same_v<T, int>;
template <class T, class Layout, class Space>
inline constexpr bool has_levels_of_int<FieldLeaf<T, Surface, Layout, Space>> =
    std::is_same_v<std::common_type_t<T, int>, int>;
template <class First, class Last>
inline constexpr bool has_levels_of_int<column_functions::LevelRange<First, Last>> =
    has_levels_of_int<First> && has_levels_of_int<Last>;

/// The mask that is true in the active levels, and that of an output beside it.
template <class Range, class Mask>
auto mask_of_levels(const Range& range, const Mask& mask) {
  const auto active = level_index(Center{}) >= range.first && level_index(Center{}) <= range.last;
  if constexpr (std::is_same_v<Mask, NoMask>) {
    return active;
  } else {
    return active && mask;
  }
}
template <class Range, class... O>
auto masked_by_levels(const AssignmentOutputs<O...>& outputs, const Range& range) {
  return outputs.apply([&](const auto&... output) {
    const auto masked = [&]<class One>(const One& one) {
      using Mask = std::remove_const_t<decltype(mask_of_levels(range, one.mask))>;
      return AssignmentOutput<typename One::destination_type, typename One::expression_type, Mask>{
          one.destination, one.expression, mask_of_levels(range, one.mask), {}};
    };
    return make_outputs(masked(output)...);
  });
}

/// f(columns, rows) for columns of the given ones that are carried out together: neighbours with the same active
/// levels; Across: `size` neighbours, and all rows that are active in one of them.
template <bool Across, class Range, class F>
void each_of_active(const Range& range, int levels, std::ptrdiff_t first, std::ptrdiff_t last, std::ptrdiff_t size,
                    const F& f) {
  for (std::ptrdiff_t begin = first; begin < last;) {
    column_functions::ActiveCells all = range.of(begin, levels);
    std::ptrdiff_t end = begin + 1;
    for (; end < last && end - begin < size; ++end) {
      const column_functions::ActiveCells next = range.of(end, levels);
      if constexpr (!Across) {
        if (next.begin != all.begin || next.count != all.count) break;
      } else if (next.count > 0) {
        const int low = all.count > 0 ? std::min(all.begin, next.begin) : next.begin;
        const int high = std::max(all.begin + all.count, next.begin + next.count);
        all = {low, high - low};
      }
    }
    if (all.count > 0) f(begin, end - begin, all.begin, all.begin + all.count);
    begin = end;
  }
}

/// Gives outputs the destinations of others.
template <class To, class From>
void take_destinations(To& to, const From& from) {
  to.first.destination = from.first.destination;
  if constexpr (To::count > 1) take_destinations(to.rest, from.rest);
}

/// Carries out such formulas. Checks first; nothing is written when the checks throw.
template <class... O, class Range, class Threads = OpenMP>
void launch_active_rows(const AssignmentOutputs<O...>& outputs, const Range& range, const Threads& deal = {}) {
  if constexpr (compiled_for_host) {
    constexpr bool across = columns_are_neighbours<AssignmentOutputs<O...>>;
    auto masked = masked_by_levels(outputs, range);
    detail::assignment::launch<plan::StoreNothing>(
        masked, HostMemory{}, [&](auto& those, detail::checks::Staging staging, const plan::OperandList& operands) {
          if (staging == detail::checks::Staging::column) return false;
          const EvaluatedColumns columns = column_set(those);
          constexpr int W = VectorWidth<std::remove_reference_t<decltype(those)>>::value;
          using Work = Kernel<plan::StoreNothing, W>;
          constexpr std::ptrdiff_t together = across ? 256 : 64;
          const auto count = static_cast<std::ptrdiff_t>(those.first.destination.grid->columns);
          const auto carry_out = [&](const auto& work) {
            deal((count + together - 1) / together, bytes_of(operands), 0,
                 [&](std::ptrdiff_t first, std::ptrdiff_t last, char*) {
                   each_of_active<across>(
                       range, columns.levels, first * together, std::min(last * together, count), together,
                       [&](std::ptrdiff_t column, std::ptrdiff_t size, int begin, int end) {
                         const Batch batch{column, static_cast<int>(size), nullptr, 0, false};
                         work.each([&]<class One>(const One& one) {
                           Work::template along<across, typename One::evaluated_type, Center>(
                               WriteOutput<One>{one}, columns, batch, typename Work::Rows{begin, end});
                         });
                       });
                 });
          };
          if constexpr (across) {
            carry_out(those);
          } else {
            // The rows are those that the mask has; the destinations may be stand-ins.
            auto bare = outputs;
            take_destinations(bare, those);
            carry_out(bare);
          }
          return true;
        });
  }
}

}  // namespace stencil::cpu
