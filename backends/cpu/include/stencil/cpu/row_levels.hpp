// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/cpu/row_march.hpp>

/// Single levels, for lanes that go along columns row by row. Those of fields are read where these lie, at the first
/// turn of a pass, before any of its results are stored.
namespace stencil::cpu {

template <int W, int Pass, AtRow How>
class RowLevels : public RowMarches<W, Pass, How> {
  using Steps = RowMarches<W, Pass, How>;

 public:
  using Steps::columns, Steps::column;

 protected:
  using Steps::Steps;

  /// The value at one level: of a field at once, else from the next pass on.
  template <class Result, class Value>
  void find_level(Result& result, const Value& value, int level) const {
    using T = typename Value::value_type;
    const int row = row_of_level(level, rows_at<typename Value::location>(columns.levels));
    if (value.rows.is_field) {
      find_for_column<T>(result, value.rows.pass,
                         [&] { return load_held<T, W>(value.rows.lowest + row * value.rows.stride, 1); });
      return;
    }
    result.rows.pass = value.rows.pass + 1;
    this->number(result);
    result.rows.unit = this->template own_unit<T>();
    if (this->is_now(value.rows.pass)) {
      this->note_behind(value.rows.behind);
      this->note_rows();
      this->note_roots(value);
      if (this->row_of(value.rows.behind) == row) {
        copy_parts(result.rows.vector, value.rows.vector);
        this->template keep_row<Surface>(result.rows, 0);
      }
    } else if (this->is_earlier(value.rows.pass)) {
      this->template note_in_memory<T>(result.rows.number, result.rows.unit);
      this->template read_kept<Surface>(result.rows);
    }
  }
  /// The same at a level per column. What is no field keeps its rows until the next pass.
  template <class Result, class Value, class Level>
  void find_levels(Result& result, const Value& value, const Level& level, double otherwise) const {
    using T = typename Value::value_type;
    using Where = typename Value::location;
    const T* lowest = value.rows.lowest;
    std::ptrdiff_t stride = value.rows.stride;
    int pass = value.rows.pass;
    if (!value.rows.is_field) {
      RowOf<T, W> kept = value.rows;
      kept.unit = this->template own_unit<T>();
      lowest = lowest_of<T>(kept.unit);
      stride = this->places_.vectors * W;
      if (this->is_now(pass)) {
        this->note_behind(kept.behind);
        this->note_rows();
        this->note_roots(value);
        if (this->template is_here<Where>(kept.behind)) this->template keep_row<Where>(kept, this->row_of(kept.behind));
      }
      ++pass;
    }
    find_at<Where>(result, largest_of(pass, level.rows.pass), level, otherwise,
                   [&](int row, int l) { return lowest[row * stride + l]; });
    if (this->is_now(result.rows.pass)) this->note_roots(value);
  }
  /// The same of heights.
  template <class Where, class Result, class Level>
  void find_heights(Result& result, const Level& level, double otherwise) const {
    const auto& metric = columns.template metric<typename Result::value_type>();
    const auto& heights = metric.template at<Where>();
    find_at<Where>(result, level.rows.pass, level, otherwise, [&](int row, int l) {
      return heights.z[row * metric.level_stride + (column + l) * heights.column_stride];
    });
  }

 private:
  /// Where the rows of a unit begin, of this vector; null in a dry run.
  template <class T>
  const T* lowest_of(int unit) const {
    if constexpr (Steps::looks) return nullptr;
    return reinterpret_cast<const T*>(this->places_.of_unit(unit)) + std::ptrdiff_t{this->vector_} * W;
  }
  /// A value per column from pass `of_pass` on, which find() gives at its first turn, before anything is stored there.
  template <class T, class Value, class F>
  void find_for_column(Value& value, int of_pass, const F& find) const {
    this->number(value);
    value.rows.pass = of_pass;
    value.rows.unit = this->template own_unit<T>();
    if constexpr (Steps::looks) {
      if (this->is_now(of_pass)) {
        this->needs_->first_away = std::max(this->needs_->first_away, 1);
        this->note_roots(value);  // what later passes read there; the pass may do nothing else
      }
      if (this->is_earlier(of_pass)) this->template note_in_memory<T>(value.rows.number, value.rows.unit);
    } else if (of_pass <= Pass) {
      auto& kept = this->template row_in<T>(value.rows.unit, 0);
      if (!Steps::away && of_pass == Pass && this->is_first_turn()) {
        copy_parts(value.rows.vector, find());
        copy_parts(kept, to_memory<T, W>(value.rows.vector));
      } else {
        copy_parts(value.rows.vector, from_memory<T, W>(kept));
      }
    }
  }
  /// at(row, l) of element l at its level, from pass `pass` on, or `otherwise`.
  template <class Where, class Result, class Level, class F>
  void find_at(Result& result, int pass, const Level& level, double otherwise, const F& at) const {
    using T = typename Result::value_type;
    find_for_column<T>(result, pass, [&] {
      const T nowhere = every_component<T>(otherwise);  // 0 of integers, where it is a NaN
      T found[W];
      for (int l = 0; l < W; ++l) {
        const auto row = element(level.rows.vector, l);
        const bool exists = row >= 0 && row < rows_at<Where>(columns.levels);
        found[l] = exists ? at(static_cast<int>(row), l) : nowhere;
      }
      return load_held<T, W>(found, 1);
    });
    if (this->is_now(pass)) this->note_roots(level);
  }
};

}  // namespace stencil::cpu
