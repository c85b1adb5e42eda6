// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/take_apart.hpp>
#include <stencil/cpu/strip_cursor.hpp>
#include <stencil/plan/cost.hpp>

/// Values that are computed where they are read. Rows of matrices and values with rows of derivatives are many vectors
/// each, which formulas of them would store and load at every operation: such a formula stays one, over strips of
/// numbers, up to the operation that needs rows in memory, or a march that takes its rows one by one.
namespace stencil::cpu {

template <class Lane, class Make, class... Operands>
struct Deferred;

template <class N>
inline constexpr bool is_deferred = false;
template <class Lane, class Make, class... Operands>
inline constexpr bool is_deferred<Deferred<Lane, Make, Operands...>> = true;

/// A node as its type is planned with: stands for column values that have rows in memory.
template <class N>
struct PlannedNode {
  using type = column_functions::stand_for<N>;
};
template <class Lane, class Make, class... Operands>
struct PlannedNode<Deferred<Lane, Make, Operands...>> {
  using type = typename Make::template node<typename PlannedNode<Operands>::type...>;
};
template <class N>
using planned_node = typename PlannedNode<N>::type;

/// For `flag ? x : y` of two such values: of different types, compilers try to convert both to a pointer, and find the
/// conversion to this one.
struct NoChoice;
/// A compile-time error where that conversion is chosen.
template <class Make>
constexpr auto no_choice() {
  static_assert(!std::is_same_v<Make, Make>,
                "stencil: of two matrices, or two values inside jacobian or newton, choose by a variable and not by "
                "?:, as in auto a = x; if (flag) a = y;");
  return true;
}

/// A value that is computed where it is read. A variable of this type that is assigned to has rows in memory from then
/// on.
template <class Lane, class Make, class... Operands>
struct Deferred {
  struct stencil_node {};
  struct column_value {};
  using compound_assigned = Deferred;
  using lane_type = Lane;
  using node = planned_node<Deferred>;
  using value_type = typename node::value_type;
  using location = typename node::location;
  using space = AnySpace;
  using Value = column_functions::ColumnValue<Lane, location, value_type>;

  Make make;
  NodeArguments<Operands...> operands;
  typename Lane::handle lane;
  Strip<value_type> given{};  ///< rows that the variable was given
  bool is_given = false;

  // Operands made in their place, and moved on: a copy counts the owners of all strips in a formula.
  Deferred(const Make& m, typename Lane::handle l, const Operands&... o)
      : make(m), operands(make_arguments(o...)), lane(l) {}
  Deferred(const Deferred&) = default;
  Deferred(Deferred&&) noexcept = default;
  // Not by members: a function of the user's may have captured something.
  Deferred& operator=(const Deferred& x) { return give(x); }
  template <class X>
    requires std::is_convertible_v<const X&, Value>
  Deferred& operator=(const X& x) {
    return give(x);
  }
  Deferred& give(const Value& x) {
    given = x.rows;
    is_given = true;
    return *this;
  }
  // In noexcept, which is read at the ?:, so that the sentence comes before what the pointer lacks.
  // NOLINTNEXTLINE(google-explicit-constructor): so that ?: considers it
  operator const NoChoice*() const noexcept(no_choice<Make>()) { return nullptr; }
  operator Value() const { return lane->settled(*this); }  // NOLINT(google-explicit-constructor): the same value
};

/// What a source stands for in a formula's type.
template <class Source>
struct PlannedNode<NodeSource<Source>> {
  using type = Source;
};
template <class T>
struct PlannedNode<SurfaceSource<T>> {
  using type = column_functions::Stand<Surface, T>;
};
template <class Where, class T, int Low, int High>
struct PlannedNode<RowSource<Where, T, Low, High>> {
  using type = column_functions::Stand<Where, T>;
};

/// Rows that are computed, or those that a variable was given.
template <class Formula, class Given>
struct ComputedOrGiven {
  struct stencil_node {};
  using value_type = typename Given::value_type;
  using location = typename Given::location;
  using space = AnySpace;
  Formula formula;
  Given given;
  bool is_given;

  template <class At>
  auto value(const At& at) const {
    if constexpr (std::is_same_v<value_type, bool> && in_vectors<float>) {
      return is_given ? given.value(at) : mask_for<float, At::W>(formula.value(at));
    } else {
      return is_given ? given.value(at) : at.template cast<value_type>(formula.value(at));
    }
  }
};

/// Converts to the formula of a source, in its place.
template <class Formula, class Source>
struct FormulaToBe {
  const Source& source;
  operator Formula() const { return source.template formula<true>(); }  // NOLINT(google-explicit-constructor): in place
};
/// Where an operation finds the rows of such a value. Given: of what it was given.
template <class Given, class Make, class... Sources>
struct FormulaSource {
  using node = typename Make::template node<planned_node<Sources>...>;
  using value_type = typename node::value_type;
  using location = typename node::location;
  static constexpr bool has_rows = false;
  static constexpr bool differs_by_row = is_operator_node<node> || (Sources::differs_by_row || ...);
  Make make;
  NodeArguments<Sources...> sources;
  Given given;
  bool is_given;

  template <bool MayBeGiven>
  auto formula() const {
    return sources.apply([&]<class... S>(const S&... s) { return make.in_place(NodeToBe<MayBeGiven, S>{s}...); });
  }
  template <bool MayBeGiven>
  auto in_formula() const {
    if constexpr (MayBeGiven) {
      using Formula = decltype(this->template formula<true>());
      return ComputedOrGiven<Formula, Given>{FormulaToBe<Formula, FormulaSource>{*this}, given, is_given};
    } else {
      return formula<false>();
    }
  }
};
template <class Given, class Make, class... Sources>
struct PlannedNode<FormulaSource<Given, Make, Sources...>> {
  using type = typename FormulaSource<Given, Make, Sources...>::node;
};
template <class Source>
inline constexpr bool is_formula = false;
template <class Given, class Make, class... Sources>
inline constexpr bool is_formula<FormulaSource<Given, Make, Sources...>> = true;
template <class Given, class Make, class... Sources>
inline constexpr bool is_row_itself<FormulaSource<Given, Make, Sources...>> =
    !is_operator_node<typename FormulaSource<Given, Make, Sources...>::node> && (is_row_itself<Sources> && ...);

template <class Given, class Make, class... Sources>
bool lies_at(const FormulaSource<Given, Make, Sources...>& source, int from, std::ptrdiff_t columns) {
  return source.sources.apply([&](const auto&... s) { return (lies_at(s, from, columns) && ...); });
}

/// Whether a variable in a formula was given another value.
template <class Source>
bool any_given(const Source& source) {
  if constexpr (is_formula<Source>) {
    return source.is_given || source.sources.apply([](const auto&... s) { return (any_given(s) || ...); });
  } else {
    return false;
  }
}

/// The plan by which plan::Margin counts the rows near an end at which a formula has end formulas: leaves lie in
/// memory, everything else is computed where it is read.
struct HeldInStrips {
  template <class N, int I>
  static constexpr bool stores = [] {
    if constexpr (is_operator_node<N>) {
      return is_childless<typename N::template argument_type<I>>;
    } else {
      return false;
    }
  }();
};

/// The rows of a value at which no end formula applies.
template <class Node>
RowRange inside_rows(const EvaluatedColumns& columns) {
  using Margin = plan::Margin<HeldInStrips, Node>;
  const int bottom = columns.periodic ? Margin::rows(Side::bottom, true) : Margin::rows(Side::bottom, false);
  const int top = columns.periodic ? Margin::rows(Side::top, true) : Margin::rows(Side::top, false);
  return {bottom, rows_at<typename Node::location>(columns.levels) - top};
}

/// Above this cost (plan/cost.hpp) a formula is computed once, into rows in memory.
inline constexpr int most_cost_of_formula = 64;

/// Whether a node has a column function in it of which a Jacobian is taken: it is called with rows of derivatives.
/// Variables of such a function that one `auto` declares must have one type, as they have without derivatives, so
/// nothing is deferred there.
template <class N>
inline constexpr bool is_call_with_slopes = false;
template <class F, class... Nodes>
inline constexpr bool is_call_with_slopes<ColumnCall<F, Nodes...>> =
    (column_functions::has_band_of_slopes<typename Nodes::value_type> || ...);
template <class N>
struct CallsWithSlopes {
  static constexpr bool value = is_call_with_slopes<N> || any_child<CallsWithSlopes, N>;
};

/// Whether a formula is worth more than rows in memory: what it gives is several vectors of numbers, and it is cheap
/// enough to be computed where it is read, more than once perhaps.
template <int W, class Node>
constexpr bool defers() {
  using T = typename Node::value_type;
  using Where = typename Node::location;
  // A derivative along a direction is one more number, and variables of one `auto` must have one type.
  constexpr bool along = column_functions::has_slope<T> && !column_functions::has_band_of_slopes<T>;
  if constexpr (is_split<T, W> && is_composite<T> && !along &&
                (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>)) {
    // A function that is costly by itself is computed once, however often its value is read.
    if (!is_operator_node<Node> && Node::cost > plan::StoreCostly::tile_cost) return false;
    return plan::cost<plan::StoreNothing>(plan::type<Node>{}, 1) <= most_cost_of_formula;
  } else {
    return false;
  }
}
/// Whether a node that one operation reads once may be computed there: numbers and conditions at levels.
template <class Node>
inline constexpr bool may_be_formula =
    !std::is_same_v<typename Node::location, Surface> && !std::is_same_v<typename Node::location, AnyLocation> &&
    (std::is_floating_point_v<typename Node::value_type> || std::is_same_v<typename Node::value_type, bool>);
/// Whether argument I, a formula, costs more where an operator reads it again and again than as rows in memory.
template <class Node, int I>
constexpr bool costs_too_much() {
  using Argument = typename Node::template argument_type<I>;
  constexpr int reads = Node::reads.argument[I].count();
  return plan::cost<plan::StoreNothing>(plan::type<Argument>{}, reads) -
             plan::cost<plan::StoreNothing>(plan::type<Argument>{}, 1) >
         plan::StoreCostly::tile_cost;
}

/// Component number I of Vecs, for structured bindings.
template <std::size_t I, class Lane, class Make, class... Operands>
auto get(const Deferred<Lane, Make, Operands...>& value) {
  return component<static_cast<int>(I)>(value);
}

}  // namespace stencil::cpu

/// @cond
template <class Lane, class Make, class... Operands>
struct std::tuple_size<stencil::cpu::Deferred<Lane, Make, Operands...>>
    : stencil::column_functions::CountOfMembers<typename stencil::cpu::Deferred<Lane, Make, Operands...>::value_type> {
};
template <std::size_t I, class Lane, class Make, class... Operands>
struct std::tuple_element<I, stencil::cpu::Deferred<Lane, Make, Operands...>> {
  using type = decltype(stencil::component<static_cast<int>(I)>(
      std::declval<const stencil::cpu::Deferred<Lane, Make, Operands...>&>()));
};
/// @endcond

namespace stencil::column_functions {

template <class Lane, class Make, class... Operands>
struct StandFor<cpu::Deferred<Lane, Make, Operands...>> {
  using type = Stand<typename cpu::Deferred<Lane, Make, Operands...>::location,
                     typename cpu::Deferred<Lane, Make, Operands...>::value_type>;
};
template <class Lane, class Make, class... Operands>
struct PlainStandFor<cpu::Deferred<Lane, Make, Operands...>> {
  using type = Stand<typename cpu::Deferred<Lane, Make, Operands...>::location,
                     typename WithoutSlope<typename cpu::Deferred<Lane, Make, Operands...>::value_type>::type>;
};
template <class Lane, class Make, class... Operands>
struct NumberOf<cpu::Deferred<Lane, Make, Operands...>> {
  using type = typename cpu::Deferred<Lane, Make, Operands...>::value_type;
};
template <class Lane, class Make, class... Operands>
inline constexpr bool stays<cpu::Deferred<Lane, Make, Operands...>> = true;

}  // namespace stencil::column_functions
