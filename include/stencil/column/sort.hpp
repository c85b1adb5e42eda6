// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/column_memory.hpp>
#include <stencil/column/sorting.hpp>
#include <stencil/config.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/expression/scalar.hpp>
#include <stencil/plan/closures.hpp>
#include <stencil/plan/text.hpp>

namespace stencil {

/// The order of a sorted column whose values grow from level 0 upward. NaN come last.
struct AscendingOrder {
  static constexpr bool descending = false;
};
/// The order of a sorted column whose values fall from level 0 upward. NaN come last here too.
struct DescendingOrder {
  static constexpr bool descending = true;
};
/// column_sort(x, ascending), which is the default.
inline constexpr AscendingOrder ascending{};
/// column_sort(x, descending).
inline constexpr DescendingOrder descending{};

/// What of a column is put in the order of its key: the key itself.
struct KeyItself {};
/// What of a column is put in the order of its key: the numbers of its rows.
struct RowsOfKey {};

namespace detail::sorting {
template <class Key, class Carried>
struct Children {
  using type = ChildList<Key, Carried>;
};
template <class Key>
struct Children<Key, KeyItself> {
  using type = ChildList<Key>;
};
template <class Key>
struct Children<Key, RowsOfKey> {
  using type = ChildList<Key>;
};
template <class Carried>
inline constexpr const char* name = "column_sort_by";
template <>
inline constexpr const char* name<KeyItself> = "column_sort";
template <>
inline constexpr const char* name<RowsOfKey> = "column_sort_permutation";
}  // namespace detail::sorting

/// A column in the order of a key. Every value depends on the whole column, so it cannot be computed row by row as part
/// of an expression: it is assigned alone.
template <class Key, class Carried>
struct STENCIL_LAZY ColumnSort {
  struct stencil_node {};
  struct stencil_sort {};
  using value_type = typename detail::sorting::CarriedValue<Key, Carried>::type;
  using location = typename Key::location;
  using space = typename detail::sorting::CarriedSpace<Key, Carried>::type;

  Key arg;
  Carried carried;
  bool is_descending;

  using children = typename detail::sorting::Children<Key, Carried>::type;
  static constexpr auto child_rows = ChildRows::all;
  static constexpr int cost = 0;
  static constexpr const char* name = detail::sorting::name<Carried>;
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return child_of_two<I>(node.arg, node.carried);
  }
  template <class Text>
  auto text(const Text& of) const {
    auto arguments = of.children(*this);
    if (is_descending) arguments.insert(arguments.size() - 1, ", descending");
    return name + arguments;
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(!std::is_same_v<At, At>,
                  "stencil: a sorted column, or the permutation that sorts it, stands alone on the right of an "
                  "assignment; assign it to a field and use that field here");
    return {};
  }

  /// The assignment of sorted columns, in the order in which they are given, by the operations of a backend.
  template <class Backend, class P, class Out, class... Rest>
  static void carry_out(const P& policy, const Out& first, const Rest&... rest) {
    detail::sorting::carry_out<Backend>(policy, first, rest...);
  }
  template <class Explanation>
  static void explain(Explanation& x) {
    x.mapping.strategy = "sort";
    x.mapping.reason = "a value depends on all of its column";
    x.mapping.team = "a column on a processor's own memory; what is no field is evaluated before, as by itself";
  }
};

namespace detail::sorting {
template <class Carried, class Way, class Key>
constexpr auto sorted(const Key& key, const Carried& carried, Way) {
  column_functions::outside_column_functions<Key, Carried>();
  using K = node_of<Key>;
  constexpr bool at_levels = std::is_same_v<typename K::location, Center> || std::is_same_v<typename K::location, Face>;
  constexpr bool numbers = at_levels && std::is_arithmetic_v<typename K::value_type>;
  static_assert(numbers, "stencil: a column is sorted by numbers at centers or faces; sort by one component of a Vec");
  constexpr bool ordered = requires { Way::descending; };
  static_assert(ordered,
                "stencil: the order of a sorted column is ascending or descending, from level 0 up: column_sort(x, "
                "descending)");
  if constexpr (ordered) return ColumnSort<K, Carried>{as_node(key), carried, Way::descending};
}
}  // namespace detail::sorting

/// The values of each column from the least at level 0 to the greatest, or `descending`: those that the destination
/// would have been given unsorted. Stable: equal values (-0 and 0 are) keep their order. NaN last in either order.
template <IsOperand E, class Way = AscendingOrder>
constexpr auto column_sort(E&& e, Way way = {}) {
  refuse_temporaries<E>();
  return detail::sorting::sorted(e, KeyItself{}, way);
}
/// The level, counted from 0 at the key's own location, that each value of column_sort(key) comes from: for a field of
/// int.
template <IsOperand Key, class Way = AscendingOrder>
constexpr auto column_sort_permutation(Key&& key, Way way = {}) {
  refuse_temporaries<Key>();
  return detail::sorting::sorted(key, RowsOfKey{}, way);
}
/// The values of an expression, of any type, in the order that sorts the key. In one evaluate, outputs with the same
/// key are sorted once: evaluate(into(t, column_sort_by(rho, t)), into(s, column_sort_by(rho, s))).
template <IsOperand Key, IsOperand E, class Way = AscendingOrder>
constexpr auto column_sort_by(Key&& key, E&& e, Way way = {}) {
  refuse_temporaries<Key, E>();
  using K = node_of<Key>;
  using Carried = node_of<E>;
  constexpr bool together =
      std::is_same_v<typename CommonLocation<typename Carried::location, typename K::location>::type,
                     typename K::location>;
  static_assert(together, "stencil: what column_sort_by carries along lives at the location of the key");
  return detail::sorting::sorted(key, as_node(e), way);
}

}  // namespace stencil
