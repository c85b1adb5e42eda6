// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/column/search.hpp>
#include <stencil/cpu/row_steps.hpp>
#include <stencil/cpu/strip_march.hpp>

/// Marches of lanes that go along columns row by row, each in the first pass that goes its way, beside the other
/// operations.
namespace stencil::cpu {

/// Whether a march looks for a level, whose numbers have no rounding, so that its rows may come in any order.
template <class Step>
inline constexpr bool finds_level = false;
template <class Fold>
inline constexpr bool finds_level<column_functions::FoldInOrder<Fold, false, false>> =
    std::is_same_v<decltype(Fold::op), detail::folding::FirstLevel>;
/// A search whose rows come in the order opposite to its own, so that the last of what it finds counts: a search from
/// the top beside others from the bottom, in their pass.
template <class Step>
struct FromOtherEnd : Step {
  explicit FromOtherEnd(const Step& step) : Step(step) {}
  template <class At, class S, class X>
  auto row(const At& at, S& state, const X& x) const {
    const S before = state;
    state = at.template cast<typename Step::State>(this->fold.op(at.template cast<typename Step::State>(x), before));
    return column_functions::NoValues{};
  }
};

template <int W, int Pass, AtRow How>
class RowMarches : public RowSteps<W, Pass, How> {
  using Steps = RowSteps<W, Pass, How>;

 public:
  using Steps::columns;

 protected:
  using Steps::row_, Steps::looks;

  RowMarches(const EvaluatedColumns& set, const RowPlaces& places, int pass, const RowPass* told, RowNeeds* needs)
      : Steps(set, places, pass, told, needs) {}

  struct NoState {};

  bool is_first_turn() const { return row_ == (this->goes_down() ? columns.levels : 0); }
  template <class X>
  static auto before(const X& start) {
    if constexpr (column_functions::IsColumnValue<X>) {
      return start.rows.vector;
    } else {
      return wide_of<X, W>(start);
    }
  }

  /// The march's rows are available in this pass, and in later passes, which read them from memory.
  template <class Where, bool Upward, class Types, class All, class Step, class Start, class... Values>
  void march_along(All& all, const Step& step, const Start& start, const Values&... values) const {
    using State = std::remove_cvref_t<decltype(step.begin(before(start)))>;
    const int n = rows_at<Where>(columns.levels);
    const int behind = largest_of(0, this->facts_of(values).behind...);
    const int pass =
        Steps::template pass_along<Upward>(largest_of(this->facts_of(start).pass, this->facts_of(values).pass...));
    const int row = this->row_of(behind);
    State* const state = this->template keep<State>(1);
    const bool is_now = this->is_now(pass);
    if (is_now) {
      this->note_roots(start, values...);
      this->note_rows();
      this->note_behind(behind);
      this->note_away({1, n - 1}, behind);
      if constexpr (requires { step.away_from_ends(); }) {
        const auto inside = step.away_from_ends();
        this->note_away({inside.first, inside.last}, behind);
      }
    }
    const auto numbers = make_arguments(this->template window<0, 0>(values, behind, is_now)...);
    const bool now = is_now && this->template is_here<Where>(behind);
    const bool is_earlier = this->is_earlier(pass);
    make_room<Where, Types>(all.rows, pass, is_earlier ? 0 : behind, is_earlier);
    if (now) {
      if (!Steps::away && row == (Upward ? 0 : n - 1)) begin_march(*state, step, before(start));
      numbers.apply([&](const auto&... windows) {
        if constexpr (static_cast<int>(sizeof(State)) > 8 * simd::native_bytes) {  // no registers hold it
          march_row<Where, Types, Steps::away>(all.rows, step, row, *state, windows.rows[0]...);
        } else {
          State own = *state;
          march_row<Where, Types, Steps::away>(all.rows, step, row, own, windows.rows[0]...);
          *state = own;
        }
      });
    }
    if constexpr (Steps::looks) {
      end_march<Types>(all.last, step, NoState{}, pass, false);
    } else {
      end_march<Types>(all.last, step, *state, pass, !Steps::away && now && row == (Upward ? n - 1 : 0));
    }
  }

  /// A march that goes along one column at a time: strips carry it out, after a first pass over rows.
  template <class Types, class All, class Start, class... Values>
  void leave_to_strips(All& all, const Start& start, const Values&... values) const {
    if constexpr (looks) {
      if (this->looks_at_strips()) {
        this->note_roots(start, values...);
        this->note_rows();
      }
    }
    const auto leave = [&](auto& value) {
      this->number(value);
      value.rows.pass = pass_of_strips_alone;
    };
    column_functions::each_index([&](auto i) { leave(argument_at<i.value>(all.rows)); },
                                 static_cast<const typename Types::row*>(nullptr));
    column_functions::each_index([&](auto i) { leave(argument_at<i.value>(all.last)); },
                                 static_cast<const typename Types::last*>(nullptr));
  }
  /// Where results are. There: in memory since an earlier pass.
  template <class Where, class Types, class Rows>
  void make_room(Rows& results, int pass, int behind, bool there) const {
    column_functions::each_index(
        [&](auto i) {
          auto& value = argument_at<i.value>(results);
          using T = typename std::remove_cvref_t<decltype(value)>::value_type;
          this->number(value);
          value.rows.pass = pass;
          value.rows.behind = behind;
          value.rows.unit = this->template own_unit<T>();
          if (there) {
            this->template note_in_memory<T>(value.rows.number, value.rows.unit);
            this->template read_kept<Where>(value.rows);
          }
        },
        static_cast<const typename Types::row*>(nullptr));
  }
  template <class Where, class Types, bool Away, class Rows, class Step, class State, class... Numbers>
  void march_row(Rows& results, const Step& step, int row, State& state, const Numbers&... numbers) const {
    const AtOfMarch<W, Away> at(row);
    const auto take = [&](auto i, const auto& x) {
      if constexpr (!requires { x.row_of_ring; }) {
        auto& value = argument_at<i.value>(results);
        using T = typename std::remove_cvref_t<decltype(value)>::value_type;
        put_held<T, W>(value.rows.vector, at, x);
        this->template keep_row<Where>(value.rows, row);
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
      column_functions::each_index([&](auto i) { take(i, argument_at<i.value>(all)); },
                                   static_cast<const typename Types::row*>(nullptr));
    }
  }
  /// The march's results at the end of the column, available from the next pass on.
  template <class Types, class Last, class Step, class State>
  void end_march(Last& last, const Step& step, const State& state, int pass, bool now) const {
    column_functions::each_index(
        [&](auto i) {
          auto& value = argument_at<i.value>(last);
          using T = typename std::remove_cvref_t<decltype(value)>::value_type;
          this->number(value);
          value.rows.pass = pass + 1;
          value.rows.unit = this->template own_unit<T>();
          if constexpr (!std::is_same_v<State, NoState>) {
            if (now) {
              const AtOfMarch<W> at(0);
              const auto end = step.end(at, state);
              put_held<T, W>(value.rows.vector, at, argument_at<i.value>(end));
              this->template keep_row<Surface>(value.rows, 0);
            }
          }
          if (this->is_earlier(pass)) {
            this->template note_in_memory<T>(value.rows.number, value.rows.unit);
            this->template read_kept<Surface>(value.rows);
          }
        },
        static_cast<const typename Types::last*>(nullptr));
  }
};

}  // namespace stencil::cpu
