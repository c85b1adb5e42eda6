// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/cpu/strip_stores.hpp>

/// How a lane of strips reads single levels.
namespace stencil::cpu {

template <int W>
class StripLevels : public StripStores<W> {
 public:
  using StripStores<W>::columns;

 protected:
  using StripStores<W>::StripStores;

  /// The values at one level. Part: of what is shorter than that the nearest one.
  template <bool Part, class Value>
  auto at_row(const Value& value, int level) const {
    using Where = typename Value::location;
    using T = typename Value::value_type;
    const Strip<T>& rows = value.rows;
    const int rows_here = rows_at<Where>(columns.levels);
    int row = row_of_level(level, rows_here);
    if constexpr (Part) row = std::clamp(row, 0, rows_here - 1);
    const bool whole = rows.extent() == Extent::whole;
    const int first = rows.first();
    auto copy = this->template per_column<T>(
        !shape_.flows || whole ? first : this->strips_of_march(first, rows_here).since(row + 1));
    if (happens(copy.first()) && rows.apart() != 0) {
      this->load_row(rows.row(row), rows.apart(), copy.row(0));
    } else if (happens(copy.first())) {
      const stored<T>* from = rows.row(row);
      for (int c = 0; c < wide_count(); ++c)
        keep_in_column<T, W>(copy.row(0), c, kept_in_column<T, W>(from, this->place_in_row(c)));
    }
    return copy;
  }
  /// at(row, c) of each column c at its level, or `otherwise`.
  template <class T, class Level, class F>
  void find_at(Strip<T>& found, const Level& level, int all_rows, const T& otherwise, const F& at) const {
    const auto* const levels = level.rows.row(0);
    for (int c = 0; c < wide_count(); ++c) {
      const bool exists = levels[c] >= 0 && levels[c] < all_rows;
      keep_in_column<T, W>(found.row(0), c, exists ? at(static_cast<int>(levels[c]), c) : to_stored(otherwise));
    }
  }
  template <class Real, class Where, class Level>
  Strip<Real> heights_at(const Level& level, double otherwise) const {
    auto found = this->template per_column<Real>(first_row(level));
    const auto& metric = columns.template metric<Real>();
    const auto& heights = metric.template at<Where>();
    if (happens(found.first())) {
      find_at(found, level, this->template rows_of_column<Where>(), static_cast<Real>(otherwise), [&](int row, int c) {
        return heights.z[row * metric.level_stride + this->column_of(c) * heights.column_stride];
      });
    }
    return found;
  }
  /// The values at a level per column, or `otherwise`, when all rows are there.
  template <class Value, class Level, class T>
  Strip<T> at_levels(const Value& value, const Level& level, const T& otherwise) const {
    const int all_rows = this->template rows_of_column<typename Value::location>();
    auto rows = this->template source<0, 0>(value);
    const int first = first_row(level, rows);
    if (shape_.flows) remember_all(rows);
    auto found =
        this->template per_column<T>(shape_.flows ? this->strips_of_march(first, all_rows).since(all_rows) : first);
    if (happens(found.first())) {
      const auto* const lowest = value.rows.row(0);
      const std::ptrdiff_t stride = value.rows.stride(), apart = value.rows.apart();
      if (apart == 0) {
        find_at(found, level, all_rows, otherwise,
                [&](int row, int c) { return kept_in_column<T, W>(rows.row(row), this->place_in_row(c)); });
      } else {
        find_at(found, level, all_rows, otherwise,
                [&](int row, int c) { return lowest[row * stride + this->column_of(c) * apart]; });
      }
    }
    if (shape_.flows) keep(rows);
    return found;
  }

  using Steps = StripStores<W>;
  using Steps::first_row, Steps::happens, Steps::remember_all, Steps::keep, Steps::shape_, Steps::wide_count;
};

}  // namespace stencil::cpu
