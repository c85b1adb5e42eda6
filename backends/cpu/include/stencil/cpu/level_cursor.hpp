// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/cpu/row_value.hpp>
#include <stencil/plan/cost.hpp>

/// Vectors of consecutive levels of one column, and where formulas read them.
namespace stencil::cpu {

/// Called in place of operations on whole columns, and never reached: a function that has one is not carried out by
/// vectors of levels (LevelPlan), but is compiled for them, because its type does not tell.
[[noreturn]] inline void needs_whole_columns() { std::abort(); }

/// A vector of consecutive levels of a value, `behind` rows below those at which the lane is. A value per column is in
/// all elements.
template <class T, int W>
struct LevelsOf {
  held<T, W> vector{};
  int behind = 0;

  constexpr LevelsOf() = default;
  constexpr LevelsOf(const LevelsOf& other) : behind(other.behind) { copy_parts(vector, other.vector); }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): nothing is owned
  constexpr LevelsOf& operator=(const LevelsOf& other) {
    copy_parts(vector, other.vector);
    behind = other.behind;
    return *this;
  }
  constexpr ~LevelsOf() = default;
};

#if !defined(__CUDACC__)
/// The last D elements of one vector, then the first of the next.
template <int D, class V, int... I>
[[gnu::always_inline]] inline V joined(const V& last, const V& next, std::integer_sequence<int, I...>) {
  constexpr int W = static_cast<int>(sizeof...(I));
#if defined(__clang__)
  return __builtin_shufflevector(last, next, (W - D + I)...);
#else
  using Index = simd::vector<mask_word<std::remove_cvref_t<decltype(last[0])>>, W>;
  return __builtin_shuffle(last, next, Index{(W - D + I)...});
#endif
}
#endif

#if !defined(__CUDACC__)
/// The same for a distance from 0 to W, which compilers know where functions are inlined as a whole. Each branch
/// returns a vector: g++ follows a limited number of stores, so that it would lose track if each branch wrote to a
/// place.
template <int W, int D = 0, class V>
[[gnu::always_inline]] inline V joined_at(const V& last, const V& next, int distance) {
  if constexpr (D == W) {
    return last;
  } else if constexpr (D == 0) {
    return distance == 0 ? next : joined_at<W, 1>(last, next, distance);
  } else {
    return distance == D ? joined<D>(last, next, std::make_integer_sequence<int, W>{})
                         : joined_at<W, D + 1>(last, next, distance);
  }
}
#endif
/// The rows that lie `distance` before those of `next`, of which `last` are the W before; distance: 0 to W.
template <int W, class X>
[[gnu::always_inline]] inline void take_before(X& to, const X& last, const X& next, int distance) {
  if constexpr (is_band_row<X>) {
    for (int i = 0; i < X::size; ++i) take_before<W>(to.entry[i], last.entry[i], next.entry[i], distance);
  } else if constexpr (is_dual<X>) {
    take_before<W>(to.value, last.value, next.value, distance);
    take_before<W>(to.slope, last.slope, next.slope, distance);
  } else if constexpr (requires { to.numbers; }) {
    each_number([=](auto& pack, const auto& l, const auto& n) { take_before<W>(pack, l, n, distance); }, to.numbers,
                last.numbers, next.numbers);
#if !defined(__CUDACC__)
  } else if constexpr (requires { to.v; }) {
    to.v = joined_at<W>(last.v, next.v, distance);
#endif
  } else {
    for (int l = 0; l < W; ++l)
      set_element(to, l, l < distance ? element(last, W - distance + l) : element(next, l - distance));
  }
}

template <class Word, int... I>
auto counted(std::integer_sequence<int, I...>) {
  return simd::vector<Word, static_cast<int>(sizeof...(I))>{static_cast<Word>(I)...};
}
/// Which elements of a vector, by the number of one: that one and all after it, all before it, or it alone.
enum class Places { from, before, at };
/// Copies these elements from another vector.
template <int W, Places Which, class X>
[[gnu::always_inline]] inline void take_elements(X& to, const X& from, int l) {
  if constexpr (is_band_row<X>) {
    for (int i = 0; i < X::size; ++i) take_elements<W, Which>(to.entry[i], from.entry[i], l);
  } else if constexpr (is_dual<X>) {
    take_elements<W, Which>(to.value, from.value, l);
    take_elements<W, Which>(to.slope, from.slope, l);
  } else if constexpr (requires { to.numbers; }) {
    each_number([=](auto& pack, const auto& source) { take_elements<W, Which>(pack, source, l); }, to.numbers,
                from.numbers);
  } else if constexpr (requires { to.v; }) {
    using Word = mask_word<std::remove_cvref_t<decltype(to.v[0])>>;
    const auto place = counted<Word>(std::make_integer_sequence<int, W>{});
    const auto here = static_cast<Word>(l);
    if constexpr (Which == Places::from) to.v = place >= here ? from.v : to.v;
    if constexpr (Which == Places::before) to.v = place < here ? from.v : to.v;
    if constexpr (Which == Places::at) to.v = place == here ? from.v : to.v;
  } else {
    const int begin = Which == Places::before ? 0 : l;
    int end = W;
    if constexpr (Which == Places::before) end = l;
    if constexpr (Which == Places::at) end = l + 1;
    for (int i = begin; i < end; ++i) set_element(to, i, element(from, i));
  }
}

/// One element in all places.
template <int W, class X>
[[gnu::always_inline]] inline X spread(const X& from, int l) {
  X to{};
  if constexpr (is_band_row<X>) {
    for (int i = 0; i < X::size; ++i) to.entry[i] = spread<W>(from.entry[i], l);
  } else if constexpr (is_dual<X>) {
    to.value = spread<W>(from.value, l);
    to.slope = spread<W>(from.slope, l);
  } else if constexpr (requires { to.numbers; }) {
    each_number([=](auto& pack, const auto& source) { pack.v = spread<W>(source, l).v; }, to.numbers, from.numbers);
  } else if constexpr (requires { to.v; }) {
#if defined(__clang__) || defined(__CUDACC__)
    to.v = from.v[l] - decltype(to.v){};
#else
    using Word = mask_word<std::remove_cvref_t<decltype(to.v[0])>>;
    to.v = __builtin_shuffle(from.v, simd::vector<Word, W>{} + static_cast<Word>(l));
#endif
  } else {
    for (int i = 0; i < W; ++i) set_element(to, i, element(from, l));
  }
  return to;
}

/// Which ends of the column a turn may be near, over the vectors of all its operations. Each case has code of its own,
/// without the end formulas that it does not need.
///
///   bottom  the first turn, whose row numbers compilers know; no row is near the top
///   low     a later turn with rows near the bottom; no row is near the top
///   away    no row is near an end
///   top     rows may be near the top; none is near the bottom, nor the lowest one
enum class AtLevels { away, bottom, low, top };
constexpr bool may_be_near(Side end, AtLevels how) {
  return end == Side::top ? how == AtLevels::top : how == AtLevels::bottom || how == AtLevels::low;
}

/// One row of a column, in all places of a vector, where quantities of the grid are read.
template <class Lane, class Location>
struct RowOfGrid : WideValues<Lane::width> {
  static constexpr int W = Lane::width;
  using destination = Location;
  using location = Location;
  static constexpr bool interior = false;

  const Lane& lane;
  int row;

  RowOfGrid(const Lane& l, int r) : lane(l), row(r) {}

  template <class Real, MetricKind Kind>
  wide_of<Real, W> metric() const {
    const auto& m = lane.columns.template metric<Real>();
    return wide_of<Real, W>(*column_functions::metric_in_row<location, Kind>(m, lane.column, row));
  }
};

/// W consecutive rows of a column, as a lane holds them, from destination_row on. An end formula is evaluated for all
/// of them, and taken for its own row.
template <class Lane, class Destination, AtLevels How, int H = 0>
struct HeldLevelCursor : WideValues<Lane::width> {
  static constexpr bool low = may_be_near(Side::bottom, How), high = may_be_near(Side::top, How);
  static constexpr int W = Lane::width;
  using plan = stencil::plan::StoreNothing;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = How == AtLevels::away;
  static constexpr int shift = index_shift<Destination>(H);

  const Lane& lane;
  int destination_row;
  /// The element whose end formula is being evaluated; end formulas of other rows are not looked for meanwhile. -1: no
  /// such evaluation is under way, and all are.
  mutable int only = -1;

  HeldLevelCursor(const Lane& l, int row, int only_this = -1) : lane(l), destination_row(row), only(only_this) {}

  template <int More>
  auto shifted() const {
    return HeldLevelCursor<Lane, Destination, How, H + More>(lane, destination_row, only);
  }
  /// At one row, counted from the top where it is negative.
  template <class Location>
  auto at_row(int row) const {
    return RowOfGrid<Lane, Location>(lane, row_of_level(row, rows_at<Location>(lane.columns.levels)));
  }
  int rows() const { return rows_at<location>(lane.columns.levels); }
  auto row_numbers() const { return numbers_of_rows<W>(first()); }

  /// A condition's value per column.
  template <class T>
  auto held(const column_functions::ColumnValue<Lane, Surface, T>& value) const {
    return value.rows.vector;
  }
  template <class T, class Layout, class Space>
  auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    return wide_of<std::remove_const_t<T>, W>(leaf.data[lane.column * leaf.strides.column()]);
  }
  template <class Real, MetricKind Kind>
  wide_of<Real, W> metric() const {
    const auto& at = lane.columns.template metric<Real>().template at<location>();
    const Real* p = at.template values<Kind>();
    p += lane.column * at.column_stride;
    if ((!low || first() >= 0) && (!high || first() + W <= rows())) return cpu::load<W>(p + first());
    // Without a loop, of which g++ would make calls of memcpy.
    return [&]<int... L>(std::integer_sequence<int, L...>) {
      wide_of<Real, W> all{};
      (set_element(all, L, p[inside(first() + L)]), ...);
      return all;
    }(std::make_integer_sequence<int, W>{});
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  [[gnu::always_inline]] auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    using Inside = std::remove_cvref_t<decltype(interior_formula())>;
    using Value = typename std::conditional_t<Wide<Inside>, std::type_identity<Inside>, WideOf<Inside, W>>::type;
    Value value(interior_formula());
    if constexpr (low || high)
      take_ends<BottomRows, TopRows, (BottomRows > TopRows ? BottomRows : TopRows) - 1>(value, at_end);
    return value;
  }

 private:
  int first() const { return destination_row + shift; }
  int inside(int r) const {
    const int raised = low ? std::max(r, 0) : r;
    return high ? std::min(raised, rows() - 1) : raised;
  }
  // From the inside outward, the bottom last: in a column of few rows the formula nearest to an end counts.
  template <int BottomRows, int TopRows, int Row, class Value, class AtEnd>
  [[gnu::always_inline]] void take_ends(Value& value, const AtEnd& at_end) const {
    if constexpr (Row >= 0) {
      if constexpr (Row < TopRows && high) take_end(value, at_end, rows() - 1 - Row - first(), End<Side::top, Row>{});
      if constexpr (Row < BottomRows && low) take_end(value, at_end, Row - first(), End<Side::bottom, Row>{});
      take_ends<BottomRows, TopRows, Row - 1>(value, at_end);
    }
  }
  template <class Value, class AtEnd, class E>
  [[gnu::always_inline]] void take_end(Value& value, const AtEnd& at_end, int l, E end) const {
    if (l < 0 || l >= W || (only >= 0 && l != only)) return;
    const int before = std::exchange(only, l);
    take_elements<W, Places::at>(value, static_cast<Value>(at_end(end)), l);
    only = before;
  }
};

}  // namespace stencil::cpu
