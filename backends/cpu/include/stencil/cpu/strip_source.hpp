// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/columnwise/loaded_fields.hpp>
#include <stencil/cpu/simd.hpp>
#include <stencil/cpu/strip.hpp>
#include <stencil/cpu/strip_history.hpp>
#include <stencil/cpu/strip_places.hpp>
#include <stencil/expression/values.hpp>

/// Where an operation on column values finds its operands, and what it keeps of them from one step for the next.
namespace stencil::cpu {

/// What a thread keeps between the batches of columns that it carries out.
template <class = void>
struct BasicStripMemory {
  StripPool pool;
  StripHistory history;
  StripHistory of_march;  ///< of a march that ends in the step in which it begins, again for each
  StripPlaces places;
};
using StripMemory = BasicStripMemory<>;

struct RowRange {
  int first;
  int last;
};

/// The columns of a block and the rows of a step. A lone column has its rows side by side in memory, so that vectors
/// are of consecutive rows; all of them are in one step.
struct StripShape {
  int columns;  ///< a multiple of the vectors' width, or 1 of a lone column
  int rows;
  std::span<const Written> written = {};  ///< destinations
  bool flows =
      false;  ///< operations on whole columns wait for the step in which they have them, and keep their results
  bool repeats = false;  ///< every batch of columns has the same operations, in the same order
  const column_functions::LoadedFields* fields = nullptr;

  /// Whether a field is a destination too, so that its rows must be copied before they get new values.
  bool writes(const void* data) const {
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i].data == data) return true;
    }
    return false;
  }
  /// Whether a field is read at single levels alone and is no destination, so that these are read where they lie.
  bool is_read_at_levels(const void* data) const {
    return fields != nullptr && fields->lacks_rows(data) && !writes(data);
  }
};

// Where an operation finds its operands. `in_formula()` is a node that reads them at a cursor's row.
// MayBeGiven: whether variables in it may have been given other values.

/// Grid quantities and numbers, taken where a formula needs them.
template <class N>
struct NodeSource {
  N node;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = true;
  template <bool>
  const N& in_formula() const {
    return node;
  }
};
template <class T>
struct NodeSource<ScalarNode<T>> {
  ScalarNode<T> node;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = false;
  template <bool>
  const ScalarNode<T>& in_formula() const {
    return node;
  }
};
template <class T>
struct SurfaceSource {
  struct stencil_node {};
  using value_type = T;
  using location = Surface;
  using space = AnySpace;
  const stored<T>* values;
  int first;  ///< as that of a strip
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = true;
  template <bool>
  const SurfaceSource& in_formula() const {
    return *this;
  }
  template <class At>
  auto value(const At& at) const {
    return at.template wide_per_column<T>(values);
  }
  const stored<T>* row(int) const { return values; }
};
/// Rows of a strip and, below them, those kept from earlier steps.
template <class Where, class T, int Low, int High>
struct RowSource {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;
  static constexpr bool has_rows = true;
  static constexpr bool differs_by_row = false;
  static constexpr int low = Low;
  static constexpr int high = High;
  const stored<T>* values;
  std::ptrdiff_t stride;
  int first;
  Extent extent;
  int in_place_from;       ///< the lowest row that is read where it lies
  std::ptrdiff_t columns;  ///< of a kept row
  int kept_rows = 0;
  int kept_from = 0;  ///< row
  bool keeps_all = false;
  stored<T>* kept = nullptr;

  RowSource(const Strip<T>& strip, int c)
      : values(strip.row(strip.first())),
        stride(strip.stride()),
        first(strip.first()),
        extent(strip.extent()),
        in_place_from(extent == Extent::step ? first : std::numeric_limits<int>::min()),
        columns(c) {}
  const stored<T>* row(int k) const {
    return k >= in_place_from ? values + (std::ptrdiff_t{k} - first) * stride
                              : kept + (std::ptrdiff_t{k} - kept_from) * columns;
  }
  template <bool>
  const RowSource& in_formula() const {
    return *this;
  }
  template <class At>
  auto value(const At& at) const {
    return at.template wide<T>(row(at.destination_row + At::shift));
  }
};

/// Asks for some columns of the rows of a field, all at once: these lie apart, and processors do not see the pattern.
template <class T>
void fetch_rows(const T* rows, std::ptrdiff_t stride, int from, int to, int columns) {
  constexpr int line = std::max(1, 64 / static_cast<int>(sizeof(T)));
  for (int k = from; k < to; ++k) {
    for (int c = 0; c < columns; c += line) simd::prefetch(rows + k * stride + c);
  }
}

/// Whether rows from `from` on lie one after the other, `columns` values apart.
template <class Source>
bool lies_at(const Source& source, int from, std::ptrdiff_t columns) {
  if constexpr (Source::has_rows) {
    return source.stride == columns && source.in_place_from <= from;
  } else {
    return true;
  }
}

/// Whether X is such a source with a first row.
template <class X>
inline constexpr bool has_first = false;
template <class T>
inline constexpr bool has_first<SurfaceSource<T>> = true;
template <class Where, class T, int Low, int High>
inline constexpr bool has_first<RowSource<Where, T, Low, High>> = true;

template <class Source>
inline constexpr bool is_row_itself = !Source::has_rows;
template <class Where, class T>
inline constexpr bool is_row_itself<RowSource<Where, T, 0, 0>> = true;

/// Keeps what later steps read of the `rows` rows that a step has, of those from `begin` to `end`.
template <class Source>
[[gnu::noinline]] void keep_rows(const Source& s, int rows, int wide_count, int begin, int end) {
  const auto keep = [&](int k, auto* to) { std::copy(s.row(k), s.row(k) + wide_count, to); };
  if (s.keeps_all) {
    for (int k = std::max(s.first, begin); k < std::min(s.first + rows, end); ++k) keep(k, s.kept + k * s.columns);
  } else {
    for (int i = 0; i < s.kept_rows; ++i) {
      const int k = s.first + rows - s.kept_rows + i;
      if (k >= end) return;
      if (k >= begin) keep(k, s.kept + i * s.columns);
    }
  }
}

}  // namespace stencil::cpu
