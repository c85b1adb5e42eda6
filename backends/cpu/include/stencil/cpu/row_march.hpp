// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/cpu/row_steps.hpp>
#include <stencil/cpu/strip_march.hpp>

/// Marches of lanes that go along columns row by row: upward ones go beside the other operations, downward ones follow
/// at the end of a pass.
namespace stencil::cpu {

template <int W, int Pass, AtRow How>
class RowMarches : public RowSteps<W, Pass, How> {
  using Steps = RowSteps<W, Pass, How>;

 public:
  using Steps::columns;

 protected:
  using Steps::row_;

  RowMarches(const ColumnSet& set, const RowPlaces& places, const char* needed, RowNeeds* needs)
      : Steps(set, places, needed, needs) {}

  struct NoState {};

  template <class X>
  static auto before(const X& start) {
    if constexpr (column_functions::IsColumnValue<X>) {
      return start.rows.vector;
    } else {
      return wide_of<X, W>(start);
    }
  }

  /// Upward: row by row beside the other operations. Its rows are there at once, and in later passes in memory.
  template <class Where, class Types, class All, class Step, class Start, class... Values>
  void march_up(All& all, const Step& step, const Start& start, const Values&... values) const {
    using State = std::remove_cvref_t<decltype(step.begin(before(start)))>;
    const int n = rows_at<Where>(columns.levels);
    const int behind = most(0, this->facts_of(values).behind...);
    const int pass = most(this->facts_of(start).pass, this->facts_of(values).pass...);
    const int row = row_ - behind;
    State* const state = this->template keep<State>(1);
    const bool is_now = this->is_now(pass);
    if (is_now) this->note_roots(start, values...);
    const auto numbers = make_arguments(this->template window<0, 0>(values, behind, is_now)...);
    this->note_behind(behind);
    this->note_away({1, n - 1}, behind);
    if constexpr (requires { step.away_from_ends(); }) {
      const auto inside = step.away_from_ends();
      this->note_away({inside.first, inside.last}, behind);
    }
    const bool now = is_now && this->template is_here<Where>(behind);
    make_room<Where, Types>(all.rows, NoMemory{}, pass, this->is_earlier(pass) ? 0 : behind, this->is_earlier(pass));
    if (now) {
      if (!Steps::away && row == 0) begin_march(*state, step, before(start));
      numbers.apply([&](const auto&... windows) {
        if constexpr (static_cast<int>(sizeof(State)) > 8 * simd::native_bytes) {  // no registers hold it
          march_row<Types, Steps::away>(all.rows, step, row, *state, windows.rows[0]...);
        } else {
          State own = *state;
          march_row<Types, Steps::away>(all.rows, step, row, own, windows.rows[0]...);
          *state = own;
        }
      });
    }
    if constexpr (Steps::looks) {
      end_march<Types>(all.last, step, NoState{}, pass, false);
    } else {
      end_march<Types>(all.last, step, *state, pass, !Steps::away && now && row == n - 1);
    }
  }

  /// Downward: when the last row of what it reads is there. Its results are there in the next pass.
  template <class Where, class Types, class All, class Step, class Start, class... Values>
  void march_down(All& all, const Step& step, const Start& start, const Values&... values) const {
    using State = std::remove_cvref_t<decltype(step.begin(before(start)))>;
    const int n = rows_at<Where>(columns.levels);
    const int behind = most(0, this->facts_of(values).behind...);
    const int pass = most(this->facts_of(start).pass, this->facts_of(values).pass...);
    this->note_behind(behind);
    this->note_away({0, n - 1}, behind);
    if (this->is_now(pass)) this->note_roots(start, values...);
    const auto sources = make_arguments(in_memory(values)...);
    make_room<Where, Types>(all.rows, taken_over_by<Step>(values...), pass + 1, 0, this->is_earlier(pass));
    if constexpr (How == AtRow::end) {
      State state;
      const bool now = pass == Pass && row_ - behind == n - 1;
      if (now) {
        begin_march(state, step, before(start));
        for (int row = n - 1; row >= 0; --row) {
          sources.apply([&](const auto&... source) {
            march_row<Types, false>(all.rows, step, row, state, source.at(*this, row)...);
          });
        }
      }
      end_march<Types>(all.last, step, state, pass, now);
    } else {
      end_march<Types>(all.last, step, NoState{}, pass, false);
    }
  }

  /// Where a downward march reads a value: in memory, to which its rows are written if they are not there.
  template <class T>
  struct InMemory {
    char* rows;
    const held<T, W>& at(const RowMarches& lane, int row) const { return lane.template row_in<T>(rows, row); }
  };
  template <class T>
  struct PerColumn {
    const held<T, W>* vector;
    const held<T, W>& at(const RowMarches&, int) const { return *vector; }
  };
  template <class Value>
  auto in_memory(const Value& value) const {
    using Where = typename Value::location;
    using T = typename Value::value_type;
    if constexpr (std::is_same_v<Where, Surface>) {
      return PerColumn<T>{&value.rows.vector};
    } else {
      if (value.rows.all_rows != nullptr) return InMemory<T>{value.rows.all_rows};
      char* const rows = this->template all_rows<T>();
      if (this->is_now(value.rows.pass)) this->note_roots(value);
      if (this->is_now(value.rows.pass) && this->template is_here<Where>(value.rows.behind))
        copy_parts(this->template row_in<T>(rows, row_ - value.rows.behind), value.rows.vector);
      return InMemory<T>{rows};
    }
  }
  /// Rows that those of a march may replace because nobody else reads them.
  struct NoMemory {
    using value_type = void;
    char* rows = nullptr;
  };
  template <class T>
  struct Replaced {
    using value_type = T;
    char* rows;
  };
  template <class Step, class... Values>
  static auto taken_over_by(const Values&... values) {
    if constexpr (requires { requires Step::takes_over; }) {
      return [](const auto&... all) {
        const auto pointers = make_arguments(&all...);
        const auto& value = *argument<Step::replaces>(pointers);
        return Replaced<typename std::remove_cvref_t<decltype(value)>::value_type>{value.rows.all_rows};
      }(values...);
    } else {
      return NoMemory{};
    }
  }

  /// Memory for rows of results. There: they are in it since an earlier pass.
  template <class Where, class Types, class Rows, class Old>
  void make_room(Rows& results, const Old& old, int pass, int behind, bool there) const {
    this->note_away({0, rows_at<Where>(columns.levels)}, behind);
    column_functions::each_index(
        [&](auto i) {
          auto& value = argument<i.value>(results);
          using T = typename std::remove_cvref_t<decltype(value)>::value_type;
          this->number(value);
          value.rows.pass = pass;
          value.rows.behind = behind;
          if constexpr (i.value == 0 && std::is_same_v<T, typename Old::value_type>) value.rows.all_rows = old.rows;
          if (value.rows.all_rows == nullptr) value.rows.all_rows = this->template all_rows<T>();
          if (there && this->template is_here<Where>(0))
            copy_parts(value.rows.vector, this->template row_in<T>(value.rows.all_rows, row_));
        },
        static_cast<const typename Types::row*>(nullptr));
  }
  template <class Types, bool Away, class Rows, class Step, class State, class... Numbers>
  void march_row(Rows& results, const Step& step, int row, State& state, const Numbers&... numbers) const {
    const AtOfMarch<W, Away> at(row);
    const auto take = [&](auto i, const auto& x) {
      if constexpr (!requires { x.row_of_ring; }) {
        auto& value = argument<i.value>(results);
        using T = typename std::remove_cvref_t<decltype(value)>::value_type;
        put_held<T, W>(value.rows.vector, at, x);
        copy_parts(this->template row_in<T>(value.rows.all_rows, row), value.rows.vector);
      }
    };
    if constexpr (requires { step.goes_to; }) {
      const auto give = [&]<class... X>(const X&... x) {
        [&]<int... I>(std::integer_sequence<int, I...>) {
          (take(std::integral_constant<int, I>{}, x), ...);
        }(std::make_integer_sequence<int, static_cast<int>(sizeof...(X))>{});
      };
      step.row_to(give, at, state, numbers...);
    } else {
      const auto all = step.row(at, state, numbers...);
      column_functions::each_index([&](auto i) { take(i, argument<i.value>(all)); },
                                   static_cast<const typename Types::row*>(nullptr));
    }
  }
  /// What is left at the end, from the next pass on.
  template <class Types, class Last, class Step, class State>
  void end_march(Last& last, const Step& step, const State& state, int pass, bool now) const {
    column_functions::each_index(
        [&](auto i) {
          auto& value = argument<i.value>(last);
          using T = typename std::remove_cvref_t<decltype(value)>::value_type;
          char* const memory = this->template all_rows<T>();
          this->number(value);
          value.rows.pass = pass + 1;
          if constexpr (!std::is_same_v<State, NoState>) {
            if (now) {
              const AtOfMarch<W> at(0);
              const auto end = step.end(at, state);
              put_held<T, W>(this->template row_in<T>(memory, 0), at, argument<i.value>(end));
            }
          }
          if (!Steps::looks && this->is_earlier(pass))
            copy_parts(value.rows.vector, this->template row_in<T>(memory, 0));
        },
        static_cast<const typename Types::last*>(nullptr));
  }
};

}  // namespace stencil::cpu
