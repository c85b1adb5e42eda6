// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/cpu/heights_alone.hpp>
#include <stencil/cpu/row_passes.hpp>
#include <stencil/where_used.hpp>

/// What a lane that goes along columns row by row knows of its place: the row, what operations keep of earlier rows,
/// and what they leave for later passes. Where functions are inlined as a whole all of it is known to compilers but the
/// row.
namespace stencil::cpu {

/// The rows of a vector of columns. The function is carried out for all rows once in each pass: from the bottom up in
/// the first, 0, and from the top down in the second and last, 1. A lane that looks finds what further ones would need.
template <int W, int Pass, AtRow How>
class RowSteps : public RowPasses<W, Pass, How> {
  using Passes = RowPasses<W, Pass, How>;

 public:
  using Passes::columns;
  std::ptrdiff_t column = 0;  ///< the first
  static constexpr int count = W;

 protected:
  using Passes::looks, Passes::away, Passes::needs_, Passes::row_;

  /// needs: filled by a dry run; told: the plan that any other lane follows.
  RowSteps(const EvaluatedColumns& set, const RowPlaces& places, int pass, const RowPass* told, RowNeeds* needs)
      : Passes(set, pass, needs),
        places_(places),
        units_(looks ? nullptr : static_cast<const where_used<RowPass, RowSteps>*>(told)->unit.data()) {}

  void begin_row(int row, int vector, std::ptrdiff_t first_column) {
    row_ = row;
    vector_ = vector;
    column = first_column;
    history_ = places_.history(vector);
    history_used_ = 0;
    kept_ = 0;
    units_used_ = 0;
  }

  /// Whether it has a row here.
  template <class Where>
  bool is_here(int behind) const {
    if constexpr (away) return true;
    if constexpr (looks) return false;
    const int row = this->row_of(behind);
    return row >= 0 && row < rows_at<Where>(columns.levels);
  }
  /// The unit where the rows of a value begin that every pass but the last keeps.
  template <class T>
  int own_unit() const {
    const int unit = units_used_;
    units_used_ += units_of<T>;
    if constexpr (looks) needs_->units = units_used_;
    return unit;
  }
  /// The unit of a value that this pass stores if later passes need it. Asks: look up whether they do; without, it is
  /// not stored.
  template <bool Asks>
  int next_unit() const {
    const int turn = kept_++;
    return Asks ? units_[turn] : RowUnits::nowhere;
  }
  /// Notes that strips read the rows of such a value, of a march or at a level.
  template <class T>
  void note_in_memory(int of_number, int unit) const {
    if constexpr (looks) needs_->note_in_memory(of_number, unit, lies_as_strip<T, W>);
  }
  /// Memory of an operation for what it keeps from row to row; none in a dry run.
  template <class Kept>
  Kept* keep(int how_many) const {
    // Vectors of float64 as wide as those of float32 take two registers.
    constexpr int alignment = static_cast<int>(alignof(Kept));
    static_assert(alignment <= RowPlaces::line);
    const int place =
        take_in_history(looks ? needs_->history_bytes : history_used_, alignment, how_many * unit_bytes<Kept>);
    return looks ? nullptr : reinterpret_cast<Kept*>(history_ + place);
  }
  /// Memory that an operation shares with those of the other vectors at this row.
  template <class Kept>
  Kept* keep_for_all() const {
    return reinterpret_cast<Kept*>(reinterpret_cast<char*>(keep<Kept>(1)) - (history_ - places_.history(0)));
  }
  template <class T>
  held_in_memory<T, W>& row_in(int unit, int row) const {
    return reinterpret_cast<held_in_memory<T, W>*>(
        places_.of_unit(unit))[static_cast<std::ptrdiff_t>(row) * places_.vectors + vector_];
  }
  template <class T>
  static constexpr int units_of = unit_bytes<held_in_memory<T, W>> / RowPlaces::unit;
  /// Reads a value that an earlier pass kept.
  template <class Where, class T>
  void read_kept(RowOf<T, W>& value) const {
    constexpr bool surface = std::is_same_v<Where, Surface>;
    if constexpr (!surface) this->note_away({0, rows_at<Where>(columns.levels)}, 0);
    if (looks || !(surface || is_here<Where>(0))) return;
    copy_parts(value.vector, from_memory<T, W>(row_in<T>(value.unit, surface ? 0 : row_)));
  }
  template <class Where, class T>
  void keep_row(const RowOf<T, W>& value, int row) const {
    if constexpr (!looks && Pass != 1)
      copy_parts(row_in<T>(value.unit, std::is_same_v<Where, Surface> ? 0 : row), to_memory<T, W>(value.vector));
  }

  // Operands.

  /// Each row of a field lies on another page of memory, where the processor does not look ahead by itself. Later
  /// passes find most in caches. Two rows were faster than one or four.
  static constexpr std::ptrdiff_t rows_fetched_early = 2;
  /// Of an address that may lie beyond the field, to which no pointer may point.
  static void fetch_early(std::uintptr_t address) {
    __builtin_prefetch(reinterpret_cast<const void*>(address));  // NOLINT(performance-no-int-to-ptr)
  }
  /// What an operation at Where notes of an operand, of which it reads the rows from Low to High, in a dry run.
  template <class Where, int Low, int High, class N>
  RowRead read_of(const N& node) const {
    RowRead read{.facts = this->facts_of(node), .low = Low, .high = High};
    constexpr bool shared = shares_heights<N, Where, Low, High>();
    if constexpr (shared || column_functions::IsColumnValue<N>) {
      if constexpr (!std::is_same_v<typename N::location, Surface>) {
        using Held = held<typename N::value_type, W>;
        read.bytes = unit_bytes<Held>;
        read.alignment = static_cast<int>(alignof(Held));
        read.for_all = shared;
      }
    }
    return read;
  }

  /// A node for an operand: rows from Low to High around those of an operation that is `behind`. Keeps what later rows
  /// read.
  template <int Low, int High, class N>
  decltype(auto) window(const N& node, int behind, bool is_read = true) const {
    if constexpr (!column_functions::IsColumnValue<N>) {
      return (node);
    } else {
      using T = typename N::value_type;
      using Where = typename N::location;
      using Held = held<T, W>;
      RowWindow<T, Where, W, Low, High> all{};
      if constexpr (std::is_same_v<Where, Surface>) {
        copy_parts(all.rows[0], node.rows.vector);
      } else {
        const int older = this->rows_kept(node.rows.behind, Low, High, behind);
        Held* const kept = keep<Held>(older);
        if (!looks && is_read) {
          [&]<int... J>(std::integer_sequence<int, J...>) {
            (copy_parts(all.rows[Pass == 1 ? High - Low - J : J], older == J ? node.rows.vector : kept[J]), ...);
          }(std::make_integer_sequence<int, High - Low + 1>{});
          if (older > 1) copy_parts(kept[0], kept[1]);
          if (older > 2) copy_parts(kept[1], kept[2]);
          for (int i = 2; i + 1 < older; ++i) copy_parts(kept[i], kept[i + 1]);
          if (older > 0) copy_parts(kept[older - 1], node.rows.vector);
        }
      }
      return all;
    }
  }

  const RowPlaces places_;
  const int* units_;
  char* history_ = nullptr;
  int vector_ = 0;
  mutable int history_used_ = 0;
  mutable int kept_ = 0;
  mutable int units_used_ = 0;
};

}  // namespace stencil::cpu
