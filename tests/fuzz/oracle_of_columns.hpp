// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "catalogue/shorthand.hpp"
#include "oracle/language.hpp"
#include "whole_columns.hpp"

/// Marches, searches and passes along one column in plain loops.
namespace fuzz {

struct VecOfNumbers {
  oracle::Number value[2];
  oracle::Number& operator[](std::size_t i) { return value[i]; }
  const oracle::Number& operator[](std::size_t i) const { return value[i]; }
};

inline std::tuple<oracle::Number> as_tuple(oracle::Number x) { return {x}; }
template <class... T>
std::tuple<T...> as_tuple(const std::tuple<T...>& x) {
  return x;
}
/// One value by itself.
template <class... T>
auto without_tuple(const std::tuple<T...>& x) {
  if constexpr (sizeof...(T) == 1) {
    return std::get<0>(x);
  } else {
    return x;
  }
}

class OracleOfColumns : public catalogue::Shorthand<oracle::Language> {
  using Number = oracle::Number;
  using Location = oracle::Location;
  using Direction = oracle::Direction;
  template <Location where>
  using Profile = oracle::Profile<where>;
  template <Location where>
  using Condition = oracle::Profile<where, oracle::Decision>;

 public:
  explicit OracleOfColumns(const oracle::Mesh& mesh) : Shorthand(oracle::Language(mesh)), mesh_(mesh) {}

  template <class... T>
  static auto results(const T&... x) {
    return std::tuple<T...>(x...);
  }
  oracle::Faces face_heights() const {
    oracle::Faces z;
    const std::size_t n = mesh_.levels();
    for (std::size_t j = 0; j <= n; ++j) {
      const Number inside = mesh_.zc(j < n ? j : n - 1), half = mesh_.dc(j < n ? j : n - 1);
      z.values.push_back({inside.value + (j < n ? -half.value : half.value) / 2, inside.error, false});
    }
    return z;
  }
  oracle::Centers center_index() const { return index<Location::center>(0); }
  oracle::Faces face_index() const { return index<Location::face>(1); }
  Condition<Location::center> lowest_center() const { return center_index() < 0.5; }
  Condition<Location::face> highest_face() const { return face_index() > static_cast<double>(mesh_.levels()) - 0.5; }

  template <Location where>
  Number first_level(const Condition<where>& condition, Direction way) const {
    const oracle::Found found = oracle::first_level(mesh_, condition, way);
    const bool none = found.level == condition.values.size();
    return {none ? -1.0L : static_cast<long double>(found.level), 0, found.doubtful};
  }
  template <Location where>
  Number first_height(const Condition<where>& condition, Direction way, Number otherwise) const {
    return value_at(mesh_, heights<where>(), oracle::first_level(mesh_, condition, way), otherwise);
  }
  template <Location where>
  Number crossing(const Profile<where>& x, Number threshold, Direction way, Number otherwise) const {
    const oracle::Found found = oracle::first_level(mesh_, x > threshold, way);
    const Profile<where> z = heights<where>();
    Number height = otherwise;
    if (found.level < x.values.size()) {
      height = z.values[found.level];
      if (found.level != way.level(0, x.values.size())) {
        const std::size_t before = way.upward ? found.level - 1 : found.level + 1;
        const Number low = x.values[before] - threshold, high = x.values[found.level] - threshold;
        height = z.values[before] + -low / (high - low) * (height - z.values[before]);
      }
    }
    height.doubtful = height.doubtful || found.doubtful;
    return height;
  }
  template <Location where>
  Number at_height(const Profile<where>& x, Number sought, Number otherwise) const {
    const Profile<where> z = heights<where>();
    const oracle::Found high = oracle::first_level(mesh_, z >= sought, oracle::from_bottom);
    Number value = otherwise;
    if (high.level > 0 && high.level < x.values.size()) {
      const std::size_t low = high.level - 1;
      const Number part = (sought - z.values[low]) / (z.values[high.level] - z.values[low]);
      value = x.values[low] + part * (x.values[high.level] - x.values[low]);
    }
    value.doubtful = value.doubtful || high.doubtful;
    return value;
  }
  template <Location where>
  auto pair_at_level(const Profile<where>& x, const Profile<where>& y, Number level, Number otherwise) const {
    return std::tuple{at_level(x, level, otherwise), at_level(y, level, otherwise)};
  }
  template <Location where>
  Number largest(const Profile<where>& x, Number start, Direction) const {
    return max(start, column_max(x));
  }
  template <Location where>
  Number lines(const Profile<where>& x, Direction way) const {
    return in_order([](Number s, Number v) { return 0.5 * s + v; }, 0.25, way, x);
  }
  template <Location where>
  Number in_order(const auto& step, Number state, Direction way, const Profile<where>& x) const {
    const std::size_t rows = x.values.size();
    for (std::size_t i = 0; i < rows; ++i) state = step(state, x.values[way.level(i, rows)]);
    return state;
  }
  template <Location where>
  Profile<where> running(const auto& step, Number start, Direction way, const Profile<where>& x) const {
    return oracle::march(way, start, [&](Number& s, Number v) { return s = step(s, v); }, x);
  }

  static auto pair(Number m, Number d) { return PairOf<Number>{m, d}; }
  static auto given_pair() { return PairOf<Number>{0.5, -1.0}; }
  static auto window() { return WindowOf<Number>{}; }
  static auto given_vec() { return VecOfNumbers{{0.25, -0.5}}; }

  auto march(Direction way, const auto& start, const auto& step, const auto&... x) const {
    auto state = state_of(start);
    return without_tuple(rows_of(way, state, step, x...));
  }
  auto march_to_end(Direction way, const auto& start, const auto& step, const auto& end, const auto&... x) const {
    auto state = state_of(start);
    const auto rows = rows_of(way, state, step, x...);
    return without_tuple(std::tuple_cat(rows, as_tuple(end(state))));
  }
  auto march_state(Direction way, const auto& start, const auto& step, const auto&... x) const {
    auto state = state_of(start);
    rows_of(way, state, step, x...);
    if constexpr (requires { state.m; }) {
      return std::tuple{state.m, state.d};
    } else {
      return state;
    }
  }
  template <class X>
  auto passes(const auto& pass, int most, X x, Number left) const {
    int count = 0;
    bool done = false;
    for (; count < most && !done; ++count) {
      const auto [next, rest, holds] = pass(x, left);
      x = next, left = rest, done = static_cast<bool>(holds);
    }
    return std::tuple{x, left, Number(static_cast<double>(count)), done};
  }

 private:
  template <Location where>
  Profile<where> index(std::size_t more) const {
    Profile<where> result;
    for (std::size_t i = 0; i < mesh_.levels() + more; ++i) result.values.emplace_back(static_cast<double>(i));
    return result;
  }
  template <Location where>
  Profile<where> heights() const {
    if constexpr (where == Location::center) {
      return center_heights();
    } else {
      return face_heights();
    }
  }
  static Number state_of(double x) { return x; }
  template <class State>
  static State state_of(const State& x) {
    return x;
  }
  /// What the steps return, each result a profile; none where they return nothing.
  template <Location where, class State, class Step, class... More>
  static auto rows_of(Direction way, State& state, const Step& step, const Profile<where>& x, const More&... more) {
    const std::size_t rows = x.values.size();
    using Result = decltype(step(state, x.values[0], at(more, 0)...));
    if constexpr (std::is_void_v<Result>) {
      for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t k = way.level(i, rows);
        step(state, x.values[k], at(more, k)...);
      }
      return std::tuple<>{};
    } else {
      std::array<Profile<where>, std::tuple_size_v<decltype(as_tuple(std::declval<Result>()))>> result;
      result.fill(x);
      for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t k = way.level(i, rows);
        std::size_t which = 0;
        std::apply([&](const auto&... one) { ((result[which++].values[k] = one), ...); },
                   as_tuple(step(state, x.values[k], at(more, k)...)));
      }
      return std::apply([](const auto&... one) { return std::tuple{one...}; }, result);
    }
  }

  oracle::Mesh mesh_;
};

}  // namespace fuzz
