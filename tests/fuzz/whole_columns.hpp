// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <tuple>
#include <type_traits>

#include "catalogue/library.hpp"
#include "oracle/number.hpp"

/// The language of random functions with operations on whole columns, on the side of the library;
/// oracle_of_columns.hpp has that of the oracle.
namespace fuzz {

/// States of marches.
template <class T>
struct PairOf {
  T m, d;
};
template <class T>
struct WindowOf {
  T value[3];
  int steps;
};

/// Several results of a step, of numbers or of the oracle's numbers.
template <class... T>
STENCIL_FUNCTION constexpr auto of_step(const T&... x) {
  if constexpr ((std::is_same_v<T, oracle::Number> || ...)) {
    return std::tuple{oracle::Number(x)...};
  } else {
    return stencil::results(x...);
  }
}

/// One line after another is a line: an operation that does not commute.
struct Line {
  double slope, shift;
};
struct Then {
  STENCIL_FUNCTION Line operator()(const Line& x, const Line& y) const {
    return {y.slope * x.slope, y.slope * x.shift + y.shift};
  }
};
struct Halving {
  STENCIL_FUNCTION Line operator()(double x) const { return {0.5, x}; }
};
struct AtQuarter {
  STENCIL_FUNCTION double operator()(const Line& l) const { return 0.25 * l.slope + l.shift; }
};

struct LibraryOfColumns : catalogue::Shorthand<catalogue::LibraryLanguage> {
  STENCIL_FUNCTION LibraryOfColumns() : Shorthand(catalogue::LibraryLanguage{}) {}

  STENCIL_FUNCTION static auto results(const auto&... x) { return stencil::results(x...); }
  STENCIL_FUNCTION static auto face_heights() { return stencil::heights(stencil::Face{}); }
  STENCIL_FUNCTION static auto center_index() { return stencil::level_index(stencil::Center{}); }
  STENCIL_FUNCTION static auto face_index() { return stencil::level_index(stencil::Face{}); }
  STENCIL_FUNCTION static auto lowest_center() { return stencil::is_lowest(stencil::Center{}); }
  STENCIL_FUNCTION static auto highest_face() { return stencil::is_highest(stencil::Face{}); }

  STENCIL_FUNCTION static auto first_level(const auto& condition, auto way) {
    return stencil::first_level_where(condition, way);
  }
  STENCIL_FUNCTION static auto first_height(const auto& condition, auto way, const auto& otherwise) {
    return stencil::first_height_where(condition, way, otherwise);
  }
  STENCIL_FUNCTION static auto crossing(const auto& x, const auto& threshold, auto way, const auto& otherwise) {
    return stencil::crossing_height(x, threshold, way, stencil::interpolation::Linear{}, otherwise);
  }
  STENCIL_FUNCTION static auto at_height(const auto& x, const auto& z, const auto& otherwise) {
    return stencil::at_height(x, z, otherwise);
  }
  /// Two values at a level of the column's own, as one Vec.
  STENCIL_FUNCTION static auto pair_at_level(const auto& x, const auto& y, const auto& level, double otherwise) {
    const auto both = stencil::at_level(stencil::vec(x, y), level, otherwise);
    return stencil::results(stencil::component<0>(both), stencil::component<1>(both));
  }
  STENCIL_FUNCTION static auto largest(const auto& x, const auto& start, auto way) {
    return stencil::column_reduce(stencil::functions::Max{}, start, stencil::as_is, way, x);
  }
  STENCIL_FUNCTION static auto lines(const auto& x, auto way) {
    return stencil::column_reduce(stencil::associative(Then{}, Halving{}), Line{1.0, 0.0}, AtQuarter{}, way, x);
  }
  STENCIL_FUNCTION static auto in_order(const auto& step, const auto& start, auto way, const auto& x) {
    return stencil::column_reduce(stencil::sequential(step), start, stencil::as_is, way, x);
  }
  STENCIL_FUNCTION static auto running(const auto& step, const auto& start, auto way, const auto& x) {
    return stencil::column_accumulate(stencil::sequential(step), start, stencil::as_is, way, x);
  }

  STENCIL_FUNCTION static auto pair(const auto& m, const auto& d) { return stencil::make<PairOf<double>>(m, d); }
  STENCIL_FUNCTION static auto given_pair() { return PairOf<double>{0.5, -1.0}; }
  STENCIL_FUNCTION static auto window() { return WindowOf<double>{}; }
  STENCIL_FUNCTION static auto given_vec() { return stencil::Vec<double, 2>{0.25, -0.5}; }
  /// With what is left of the state after the last level.
  STENCIL_FUNCTION static auto march_to_end(auto way, const auto& start, const auto& step, const auto& end,
                                            const auto&... x) {
    return stencil::march(way, start, step, stencil::at_end(end), x...);
  }
  STENCIL_FUNCTION static auto march_state(auto way, const auto& start, const auto& step, const auto&... x) {
    return stencil::march_state(way, start, step, x...);
  }
  STENCIL_FUNCTION static auto passes(const auto& pass, int most, const auto& x, const auto& left) {
    return stencil::repeat_until(pass, most, x, left);
  }
};

}  // namespace fuzz
